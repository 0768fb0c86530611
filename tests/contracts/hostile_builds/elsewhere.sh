# expect: ok
for place in / /usr /etc /source /dev /sys /var/lib/scuffle; do
    ! sh -c "echo >$place/mine" || exit 1
done
