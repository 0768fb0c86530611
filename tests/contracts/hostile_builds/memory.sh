# expect: 256 MB of memory
tail /dev/zero
