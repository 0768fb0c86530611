# expect: failed
mknod null c 1 3
