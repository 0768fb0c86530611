# expect: ok
! unshare -Ur true && ! mount -t tmpfs none /tmp && ! chroot . /bin/true
