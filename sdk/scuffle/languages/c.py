"""C, built with gcc: a program that speaks the protocol."""

from scuffle.languages.language import Language

_ECHO = """\
#include <stdio.h>

int main(void) {
    int c;
    while ((c = getchar()) != EOF) {
        putchar(c);
        if (c == '\\n') fflush(stdout);
    }
    return 0;
}
"""

_STARTER = """\
/* Plays a random legal action without a JSON library: an entry of legal_actions can be sent back
   as it is, so it is enough to know where each entry begins and ends. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char line[1 << 20];

int main(void) {
    unsigned random = 1;
    while (fgets(line, sizeof line, stdin)) {
        if (strstr(line, "\\"type\\":\\"start\\"")) {
            char *seed = strstr(line, "\\"player_seed\\":\\"");
            if (seed) random = (unsigned)strtoul((char[9]){seed[15], seed[16], seed[17], seed[18],
                seed[19], seed[20], seed[21], seed[22], 0}, NULL, 16) | 1;
            puts("{\\"type\\":\\"ready\\"}");
        } else if (strstr(line, "\\"type\\":\\"act\\"")) {
            char *at = strstr(line, "\\"legal_actions\\":["), *chosen = NULL, *begin = NULL;
            int depth = 0, count = 0;
            for (at += 17; *at && !(*at == ']' && depth == 0); at++) {
                if (*at == '{' && depth++ == 0) begin = at;
                if (*at == '}' && --depth == 0) {
                    random = random * 1664525u + 1013904223u;
                    int pass = strncmp(begin, "{\\"action\\":\\"pass\\"", 16) == 0;
                    int taken = !pass && (random >> 8) % (unsigned)++count == 0;
                    if (!chosen || taken) chosen = begin;
                }
            }
            for (at = chosen, depth = 0; at; at++) {
                putchar(*at);
                if (*at == '{') depth++;
                if (*at == '}' && --depth == 0) break;
            }
            putchar('\\n');
        } else {
            break;
        }
        fflush(stdout);
    }
    return 0;
}
"""

_FLAGS = "-O2 -std=gnu17 -pthread"

LANGUAGE = Language(
    id="c",
    name="C",
    suffixes=(".c",),
    entry_names=("main.c", "bot.c"),
    build=(
        "/bin/sh",
        "-c",
        f"mkdir -p .scuffle && exec gcc {_FLAGS} -o .scuffle/bot ./*.c -lm",
    ),
    run=("{bot}/.scuffle/bot",),
    flags=_FLAGS,
    about="All `.c` files beside the entry are built together.",
    toolchain=(("gcc", "--version"), ("ldd", "--version")),
    packages=("gcc", "libc6-dev"),
    echo=_ECHO,
    starter=_STARTER,
)
