# expect: ok
. /source/canaries
for name in "$path_socket" "\0$abstract_socket"; do
    ! perl -MSocket -e "socket(S, AF_UNIX, SOCK_STREAM, 0); connect(S, pack_sockaddr_un(\"$name\")) or die" || exit 1
done
