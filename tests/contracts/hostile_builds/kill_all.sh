# expect: failed
kill -KILL -1
