// expect: crash or memory
// says: killed by SIGSEGV|more memory
/* Calls itself without end. */
#include <stdio.h>

static char line[1 << 20];

static int deeper(volatile char *above) {
    volatile char here[4096];
    here[0] = above[0];
    return deeper(here) + here[0];
}

int main(void) {
    if (!fgets(line, sizeof line, stdin)) return 1;
    puts("{\"type\":\"ready\"}");
    fflush(stdout);
    if (!fgets(line, sizeof line, stdin)) return 1;
    return deeper(line);
}
