# expect: failed
mkfifo pipe
