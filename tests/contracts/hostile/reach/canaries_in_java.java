// expect: ok
// modes: bubblewrap docker
// limits: start_ms=2000 bank_ms=2000 memory_mb=256 processes=64
// says: (?m)^file: java.nio.file.NoSuchFileException
// says: (?m)^environment: null
// says: (?m)^port: java.\S+Exception
// says: (?m)^runner: java.\S+Exception
// Reaches for everything beside its cage by the ways of its own library.
import java.io.*;
import java.net.Socket;
import java.nio.file.*;
import java.util.concurrent.Callable;

class Main {
    static String told(String text, String name) {
        String key = "\"" + name + "\": ", rest = text.substring(text.indexOf(key) + key.length());
        return rest.split("[,}]")[0].replace("\"", "");
    }

    static void tell(String name, Callable<Object> reach) {
        try {
            System.err.println(name + ": HARM " + reach.call());
        } catch (Exception error) {
            System.err.println(name + ": " + error);
        }
    }

    static String firstAction(String line) {
        int begin = line.indexOf("\"legal_actions\":[") + 17, depth = 0;
        for (int at = begin; at < line.length(); at++) {
            if (line.charAt(at) == '{') depth++;
            if (line.charAt(at) == '}' && --depth == 0) return line.substring(begin, at + 1);
        }
        return "";
    }

    public static void main(String[] arguments) throws IOException {
        String text = Files.readString(Path.of("canaries.json"));
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
        for (String line; (line = in.readLine()) != null; ) {
            if (line.contains("\"type\":\"act\"")) System.out.println(firstAction(line));
            if (!line.contains("\"type\":\"start\"")) continue;
            tell("file", () -> Files.readString(Path.of(told(text, "file"))));
            System.err.println("environment: " + System.getenv(told(text, "environment")));
            int port = Integer.parseInt(told(text, "port"));
            tell("port", () -> new Socket("127.0.0.1", port));
            tell("runner", () -> Files.readString(Path.of("/proc/" + told(text, "pid") + "/environ")));
            System.out.println("{\"type\":\"ready\"}");
        }
    }
}
