# expect: larger than 8 MB
truncate -s 1G big
