// expect: timeout
// says: thought for [0-9]+ ms while it waited
// opponent: slow
// limits: request_wall_ms=2000 bank_ms=600
/* Its first thread ends, so that its process looks dead, and another one thinks while it waits. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { TURN = 3, HARMFUL_MS = 150 };
static char line[1 << 20];

static void *think(void *nothing) {
    for (volatile long count = 0;; ++count)
        ;
    return nothing;
}

static long used_ms(void) {
    struct timespec used;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    return used.tv_sec * 1000 + used.tv_nsec / 1000000;
}

static void answer(void) {
    char *at = strstr(line, "\"legal_actions\":[") + 17;
    int depth = 0, length = 0;
    do depth += (at[length] == '{') - (at[length] == '}');
    while (++length, depth);
    printf("%.*s\n", length, at);
    fflush(stdout);
}

static void *play(void *nothing) {
    pthread_t thread;
    usleep(20000);
    if (!fgets(line, sizeof line, stdin)) return nothing;
    puts("{\"type\":\"ready\"}");
    fflush(stdout);
    for (int turn = 0; turn < TURN; turn++) {
        if (!fgets(line, sizeof line, stdin)) return nothing;
        if (turn == TURN - 1) pthread_create(&thread, NULL, think, NULL);
        answer();
    }
    long before = used_ms();
    if (!fgets(line, sizeof line, stdin)) return nothing;
    long thought = used_ms() - before;
    fprintf(stderr, "thought for %ld ms while it waited\n", thought);
    if (thought > HARMFUL_MS) fprintf(stderr, "HARM\n");
    for (;;)
        ;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, play, NULL);
    syscall(SYS_exit, 0);
}
