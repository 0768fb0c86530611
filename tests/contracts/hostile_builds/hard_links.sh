# expect: larger than 8 MB
# Each link is packed as a file of its own.
head -c 1M /dev/zero >big
for n in 1 2 3 4 5 6 7 8 9; do ln big "big$n"; done
