// expect: timeout
// says: ms of CPU time while an action was awaited
// limits: request_wall_ms=2000
/* Eight threads work at once; one core is what a bot has, and one clock counts them all. */
#include <pthread.h>
#include <stdio.h>

static char line[1 << 20];

static void *work(void *nothing) {
    for (volatile unsigned long n = 0;; n++) {
    }
    return nothing;
}

int main(void) {
    pthread_t thread;
    if (!fgets(line, sizeof line, stdin)) return 1;
    puts("{\"type\":\"ready\"}");
    fflush(stdout);
    if (!fgets(line, sizeof line, stdin)) return 1;
    for (int n = 0; n < 8; n++) pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    return 0;
}
