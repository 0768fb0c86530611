# expect: took more than
# limits: wall_ms=500
sleep 1000
