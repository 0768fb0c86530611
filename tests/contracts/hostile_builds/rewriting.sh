# expect: ok
# Files must not change under the packing's hands.
(while :; do echo >>main.c; done) &
