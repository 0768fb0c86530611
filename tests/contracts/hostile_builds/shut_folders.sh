# expect: ok
# The packing must be able to read what nobody may.
mkdir -p shut/deep/deeper && echo x >shut/deep/deeper/file
chmod 000 shut/deep/deeper/file shut/deep/deeper shut/deep shut main.c
