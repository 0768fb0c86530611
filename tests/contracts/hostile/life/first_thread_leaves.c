// expect: timeout
// sentence: The bot used <n> ms of CPU time while an action was awaited; <n> ms were left.
/* Its first thread ends, so that its process looks dead, and another one plays and computes. */
#include <pthread.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

static char line[1 << 20];

static void *play(void *nothing) {
    usleep(20000);
    if (!fgets(line, sizeof line, stdin)) return nothing;
    puts("{\"type\":\"ready\"}");
    fflush(stdout);
    if (!fgets(line, sizeof line, stdin)) return nothing;
    for (;;)
        ;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, play, NULL);
    syscall(SYS_exit, 0);
}
