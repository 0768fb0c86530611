// expect: timeout
// modes: bubblewrap docker
// says: thought for [0-9]+ ms while it waited
// opponent: slow
// limits: request_wall_ms=2000 bank_ms=600
/* Waits in vfork, where some kernels could not freeze a process, while its child thinks. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { TURN = 3, HARMFUL_MS = 150 };
static char line[1 << 20];
static volatile long *childs_ms;

static long used_ms(void) {
    struct timespec used;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    return used.tv_sec * 1000 + used.tv_nsec / 1000000;
}

static void *think(void *nothing) {
    if (vfork() == 0)
        for (;;) *childs_ms = used_ms();
    return nothing;
}

static void answer(void) {
    char *at = strstr(line, "\"legal_actions\":[") + 17;
    int depth = 0, length = 0;
    do depth += (at[length] == '{') - (at[length] == '}');
    while (++length, depth);
    printf("%.*s\n", length, at);
    fflush(stdout);
}

int main(void) {
    pthread_t thread;
    childs_ms = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (!fgets(line, sizeof line, stdin)) return 1;
    puts("{\"type\":\"ready\"}");
    fflush(stdout);
    for (int turn = 0; turn < TURN; turn++) {
        if (!fgets(line, sizeof line, stdin)) return 1;
        if (turn == TURN - 1) pthread_create(&thread, NULL, think, NULL);
        answer();
    }
    long before = *childs_ms;
    if (!fgets(line, sizeof line, stdin)) return 1;
    long thought = *childs_ms - before;
    fprintf(stderr, "thought for %ld ms while it waited\n", thought);
    if (thought > HARMFUL_MS) fprintf(stderr, "HARM\n");
    for (;;)
        ;
}
