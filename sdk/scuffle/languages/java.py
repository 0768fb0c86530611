"""Java, built with javac: a program that speaks the protocol."""

from scuffle.languages.language import Language

_FLAGS = "-Xmx176m -Xss1m -XX:+UseSerialGC -XX:ActiveProcessorCount=1"
"""A heap that leaves room below the 256 MB of a match for code, classes and the compiler, and
threads for the one core that a bot has."""

_QUIET = (
    *("-Xshare:auto", "-XX:-UsePerfData", "-XX:+DisplayVMOutputToStderr"),
    *("-Xlog:disable", "-Xlog:all=warning:stderr"),
)
"""Starts fast, writes no files of its own, and its complaints never stand among the answers."""

_BUILD = """\
mkdir -p .scuffle/classes || exit 1
find . -name '*.java' -exec javac -J-XX:TieredStopAtLevel=1 -J-XX:+UseSerialGC \\
    -encoding UTF-8 -d .scuffle/classes {} + || exit 1
name=$(basename "$1" .java)
main=$(cd .scuffle/classes && find . -iname "$name.class" | head -n 1)
if [ -z "$main" ]; then
    echo "$1 holds no class $name: the class with main() is called like its file." >&2
    exit 1
fi
main=$(echo "${main#./}" | tr / .)
printf '%s\\n' -cp .scuffle/classes "${main%.class}" >.scuffle/java
"""

_ECHO = """\
import java.io.*;

class Main {
    public static void main(String[] arguments) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
        PrintStream out = new PrintStream(System.out, true, "UTF-8");
        String line;
        while ((line = in.readLine()) != null) out.println(line);
    }
}
"""

_STARTER = """\
// Plays without a JSON library: an entry of legal_actions can be sent back as it is, so it is
// enough to know where each entry begins and ends.
import java.io.*;
import java.util.*;

public class Main {
    static final String LEGAL = "\\"legal_actions\\":[", SEED = "\\"player_seed\\":\\"";

    static List<String> legalActions(String line) {
        List<String> found = new ArrayList<>();
        int depth = 0, begin = 0;
        boolean quoted = false;
        for (int at = line.indexOf(LEGAL) + LEGAL.length(); at < line.length(); at++) {
            char c = line.charAt(at);
            if (quoted && c == '\\\\') at++;
            else if (c == '"') quoted = !quoted;
            else if (quoted) continue;
            else if (c == ']' && depth == 0) break;
            else if (c == '{' && depth++ == 0) begin = at;
            else if (c == '}' && --depth == 0) found.add(line.substring(begin, at + 1));
        }
        return found;
    }

    static String choose(List<String> legal, Random random) {
        for (String wanted : List.of("kill", "grow")) {
            List<String> some = new ArrayList<>(legal);
            some.removeIf(action -> !action.contains("\\"action\\":\\"" + wanted + "\\""));
            if (!some.isEmpty()) return some.get(random.nextInt(some.size()));
        }
        return legal.get(random.nextInt(legal.size()));
    }

    public static void main(String[] arguments) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
        PrintStream out = new PrintStream(System.out, true, "UTF-8");
        Random random = new Random();
        for (String line; (line = in.readLine()) != null; ) {
            if (line.contains("\\"type\\":\\"start\\"")) {
                int seed = line.indexOf(SEED) + SEED.length();
                random = new Random(Long.parseLong(line.substring(seed, seed + 8), 16));
                out.println("{\\"type\\":\\"ready\\"}");
            } else if (line.contains("\\"type\\":\\"act\\"")) {
                out.println(choose(legalActions(line), random));
            } else {
                return;
            }
        }
    }
}
"""

LANGUAGE = Language(
    id="java",
    name="Java",
    suffixes=(".java",),
    entry_names=("Main.java", "Bot.java"),
    build=("/bin/sh", "-c", _BUILD, "sh", "{entry}"),
    run=("java", *_QUIET, *_FLAGS.split(), "@{bot}/.scuffle/java"),
    flags=_FLAGS,
    about="All `.java` files are built; the class with `main` is called like the entry file. The "
    "heap ends at 176 MB, which leaves room for the rest of the virtual machine.",
    toolchain=(("java", "--version"), ("javac", "--version")),
    packages=("openjdk-17-jdk-headless",),
    etc=("java-*-openjdk",),
    placed="java",
    echo=_ECHO,
    starter=_STARTER,
)
