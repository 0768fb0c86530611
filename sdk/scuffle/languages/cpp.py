"""C++, built with g++: a program that speaks the protocol."""

from scuffle.languages.language import Language

_ECHO = """\
#include <iostream>
#include <string>

int main() {
    std::string line;
    while (std::getline(std::cin, line)) std::cout << line << std::endl;
}
"""

_STARTER = """\
// Plays a random legal action without a JSON library: an entry of legal_actions can be sent back
// as it is, so it is enough to know where each entry begins and ends.
#include <iostream>
#include <random>
#include <string>
#include <vector>

// All entries but `pass`; whoever is asked can always do something else.
std::vector<std::string> legal_actions(const std::string& line) {
    std::vector<std::string> found;
    const std::string key = "\\"legal_actions\\":[";
    std::size_t begin = 0;
    int depth = 0;
    for (std::size_t at = line.find(key) + key.size(); at < line.size(); at++) {
        if (line[at] == ']' && depth == 0) break;
        if (line[at] == '{' && depth++ == 0) begin = at;
        if (line[at] == '}' && --depth == 0) {
            const std::string action = line.substr(begin, at + 1 - begin);
            if (action.find("\\"pass\\"") == std::string::npos) found.push_back(action);
        }
    }
    return found;
}

int main() {
    std::mt19937 random;
    std::string line;
    while (std::getline(std::cin, line)) {
        if (line.find("\\"type\\":\\"start\\"") != std::string::npos) {
            const auto seed = line.find("\\"player_seed\\":\\"") + 15;
            random.seed(std::stoul(line.substr(seed, 8), nullptr, 16));
            std::cout << "{\\"type\\":\\"ready\\"}" << std::endl;
        } else if (line.find("\\"type\\":\\"act\\"") != std::string::npos) {
            const auto legal = legal_actions(line);
            std::cout << legal[random() % legal.size()] << std::endl;
        } else {
            break;
        }
    }
}
"""

_FLAGS = "-O2 -std=c++17 -pthread"

LANGUAGE = Language(
    id="cpp",
    name="C++",
    suffixes=(".cpp", ".cc", ".cxx"),
    entry_names=("main.cpp", "main.cc", "main.cxx", "bot.cpp", "bot.cc", "bot.cxx"),
    build=(
        "/bin/sh",
        "-c",
        "mkdir -p .scuffle && "
        'for file in ./*.cpp ./*.cc ./*.cxx; do [ -f "$file" ] && set -- "$@" "$file"; done; '
        f'exec g++ {_FLAGS} -o .scuffle/bot "$@"',
    ),
    run=("{bot}/.scuffle/bot",),
    flags=_FLAGS,
    about="All files beside the entry are built together.",
    toolchain=(("g++", "--version"), ("ldd", "--version")),
    packages=("g++", "libc6-dev"),
    echo=_ECHO,
    starter=_STARTER,
)
