# expect: ok
# The packing needs processes too.
perl -e 'while (defined(my $child = fork)) { $child or sleep 1000 }'
