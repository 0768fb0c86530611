// expect: crash or memory
// says: refused after [0-9]+ mappings|more memory
// limits: bank_ms=1000
/* Makes as many small mappings as the kernel has patience for, and leaves. */
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

static char line[1 << 20];

int main(void) {
    int made = 0;
    if (!fgets(line, sizeof line, stdin)) return 1;
    puts("{\"type\":\"ready\"}");
    fflush(stdout);
    if (!fgets(line, sizeof line, stdin)) return 1;
    while (made < 200000) {
        int way = made % 2 ? PROT_READ : PROT_READ | PROT_WRITE;
        char *at = mmap(NULL, 4096, way, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (at == MAP_FAILED) break;
        made++;
    }
    fprintf(stderr, made < 200000 ? "refused after %d mappings\n" : "HARM: %d mappings\n", made);
    _exit(3);
}
