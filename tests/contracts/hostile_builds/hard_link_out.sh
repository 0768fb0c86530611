# expect: failed
ln /etc/passwd hard
