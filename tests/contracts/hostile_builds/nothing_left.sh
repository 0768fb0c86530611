# expect: ok
rm -rf ./* .[!.]*
