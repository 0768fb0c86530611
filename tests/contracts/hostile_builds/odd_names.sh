# expect: control characters
echo >'two
lines'
