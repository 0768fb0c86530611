# expect: ok
. /source/canaries
env
! cat /proc/*/environ | tr '\0' '\n' | grep "^$environment"
