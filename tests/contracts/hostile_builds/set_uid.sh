# expect: ok
cp /bin/sh shell && chmod 6755 shell
