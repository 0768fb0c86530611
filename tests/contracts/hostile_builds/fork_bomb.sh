# expect: ok
bomb() { bomb | bomb & }
bomb
while [ "$((i += 1))" -lt 20000 ]; do :; done
