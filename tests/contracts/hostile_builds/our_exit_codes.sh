# expect: failed
exit 98
