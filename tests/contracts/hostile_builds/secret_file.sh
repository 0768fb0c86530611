# expect: ok
. /source/canaries
! cat "$file"
! gcc -include "$file" main.c
! sh -c "echo >'$file'"
