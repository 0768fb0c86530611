// expect: timeout
// modes: bubblewrap docker
// says: counted to [0-9]+
// opponent: slow
// limits: request_wall_ms=2000 bank_ms=2000
/* Waits in vfork, where some kernels could not freeze a process, while its child thinks. */
#include <pthread.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

static char line[1 << 20];
static volatile long *count;

static void *think(void *nothing) {
    if (vfork() == 0)
        for (;;) ++*count;
    return nothing;
}

int main(void) {
    pthread_t thread;
    count = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (!fgets(line, sizeof line, stdin)) return 1;
    pthread_create(&thread, NULL, think, NULL);
    usleep(20000);
    puts("{\"type\":\"ready\"}");
    long before = *count;
    fflush(stdout);
    if (!fgets(line, sizeof line, stdin)) return 1;
    long thought = *count - before;
    fprintf(stderr, thought > 60000000 ? "HARM: counted to %ld\n" : "counted to %ld\n", thought);
    for (;;) ;
}
