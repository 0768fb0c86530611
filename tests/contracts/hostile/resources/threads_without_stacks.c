// expect: crash
// says: refused after [0-9]+ threads
/* Starts threads that have no memory of their own: all stand on one stack and wait for ever. */
#define _GNU_SOURCE
#include <sched.h>
#include <stdio.h>
#include <unistd.h>

enum { ENOUGH = 1000 };
static char line[1 << 20], stack[1 << 16];

static int wait(void *nothing) {
    for (;;) pause();
    return nothing != 0;
}

int main(void) {
    int flags = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM;
    int made = 0;
    if (!fgets(line, sizeof line, stdin)) return 1;
    puts("{\"type\":\"ready\"}");
    fflush(stdout);
    if (!fgets(line, sizeof line, stdin)) return 1;
    while (made < ENOUGH && clone(wait, stack + sizeof stack / 2, flags, NULL) > 0) made++;
    fprintf(stderr, made < ENOUGH ? "refused after %d threads\n" : "HARM: %d threads\n", made);
    _exit(3);
}
