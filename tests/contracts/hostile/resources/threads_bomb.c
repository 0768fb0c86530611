// expect: crash
// says: refused after [0-9]+ threads
// limits: bank_ms=1000
/* Starts threads with the smallest stacks there are, which wait for ever, and leaves. */
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static char line[1 << 20];

static void *wait(void *nothing) {
    pause();
    return nothing;
}

int main(void) {
    pthread_t thread;
    pthread_attr_t small;
    int made = 0;
    if (!fgets(line, sizeof line, stdin)) return 1;
    puts("{\"type\":\"ready\"}");
    fflush(stdout);
    if (!fgets(line, sizeof line, stdin)) return 1;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 16 << 10);
    while (made < 30000 && pthread_create(&thread, &small, wait, NULL) == 0) made++;
    fprintf(stderr, made < 30000 ? "refused after %d threads\n" : "HARM: %d threads\n", made);
    _exit(3);
}
