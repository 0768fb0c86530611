# expect: ok
head -c 50M /dev/zero | tr '\0' x
