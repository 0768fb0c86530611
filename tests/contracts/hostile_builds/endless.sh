# expect: 1 s of CPU
# limits: cpu_ms=1000
while :; do :; done
