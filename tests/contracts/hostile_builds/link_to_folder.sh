# expect: a link or a device
ln -s / root
