# expect: longer than 240 bytes
# limits: result_mb=32
perl -e 'for (1..2500) { mkdir "x"; chdir "x" } open F, ">file"'
