# expect: 256 MB of memory
echo '#include "/dev/zero"' >main.c && gcc main.c
