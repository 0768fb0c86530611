# expect: more than 20,000 files; docker: failed
# limits: result_mb=64
while [ "$((i += 1))" -lt 21000 ]; do : >"f$i"; done
