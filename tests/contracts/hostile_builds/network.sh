# expect: ok
. /source/canaries
! bash -c "exec 3<>/dev/tcp/127.0.0.1/$port"
