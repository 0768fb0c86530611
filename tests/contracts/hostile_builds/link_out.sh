# expect: a link or a device
ln -s /etc/passwd link
