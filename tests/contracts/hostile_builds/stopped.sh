# expect: took more than
# limits: wall_ms=500
kill -STOP $$
