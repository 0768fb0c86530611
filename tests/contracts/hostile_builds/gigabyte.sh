# expect: 256 MB of memory
head -c 1G /dev/zero >big
