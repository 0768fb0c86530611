# expect: longer than 240 bytes
echo >"$(printf 'x%.0s' $(seq 250))"
