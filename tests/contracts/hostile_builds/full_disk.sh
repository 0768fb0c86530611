# expect: 256 MB of memory
cat /dev/zero >/tmp/fill
