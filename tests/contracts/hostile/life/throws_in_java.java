// expect: crash
// modes: bubblewrap docker
// limits: start_ms=2000 bank_ms=2000 memory_mb=256 processes=64
// sentence: The bot exited with code 1 while an action was awaited. Its last words: Exception in thread
// sentence: "main" java.lang.NullPointerException: Cannot invoke "String.length()" because "<bot>" is
// sentence: null | at Main.main(Main.java:<n>)
// Throws in the middle of a match.
import java.io.*;

class Main {
    public static void main(String[] arguments) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        in.readLine();
        System.out.println("{\"type\":\"ready\"}");
        in.readLine();
        String nothing = System.getProperty("there.is.no.such.property");
        System.out.println(nothing.length());
    }
}
