# expect: ok
setsid sh -c 'trap "" TERM HUP; exec sleep 1000' &
echo left behind
