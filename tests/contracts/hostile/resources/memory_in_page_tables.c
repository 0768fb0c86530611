// expect: memory; no-cgroup: crash
// says: .; no-cgroup: cannot map
// limits: bank_ms=4000 request_wall_ms=2000
/* Reads a page in every two megabytes of a terabyte: there is one for all, but tables for each. */
#include <stdio.h>
#include <sys/mman.h>

static char line[1 << 20];
enum { STEP = 2 << 20 };

int main(void) {
    if (!fgets(line, sizeof line, stdin)) return 1;
    puts("{\"type\":\"ready\"}");
    fflush(stdout);
    if (!fgets(line, sizeof line, stdin)) return 1;
    char *all = mmap(NULL, 1L << 40, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (all == MAP_FAILED) return fprintf(stderr, "cannot map\n"), 3;
    long sum = 0;
    for (long at = 0; at < 100000L * STEP; at += STEP) sum += ((volatile char *)all)[at];
    fprintf(stderr, "HARM: 400 MB of tables %ld\n", sum);
    return 3;
}
