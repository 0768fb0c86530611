# expect: ok
perl -MSocket -e 'socket(S, AF_UNIX, SOCK_STREAM, 0) and bind(S, pack_sockaddr_un("door")) or die'
