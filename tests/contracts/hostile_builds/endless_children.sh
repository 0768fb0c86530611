# expect: 1 s of CPU
# limits: cpu_ms=1000
while :; do sh -c 'while [ "$((i += 1))" -lt 9999 ]; do :; done'; done
