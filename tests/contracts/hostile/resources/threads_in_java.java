// expect: crash
// modes: bubblewrap docker
// limits: start_ms=2000 bank_ms=4000 request_wall_ms=8000 memory_mb=256 processes=64
// says: refused after \d+ threads: unable to create native thread
// Starts threads that wait for ever until the virtual machine gets no more, and leaves.
import java.io.*;

class Main {
    public static void main(String[] arguments) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        in.readLine();
        System.out.println("{\"type\":\"ready\"}");
        in.readLine();
        int made = 0;
        try {
            for (; made < 30000; made++) new Thread(null, Main::sleep, "", 64 << 10).start();
            System.err.println("HARM: 30000 threads");
        } catch (OutOfMemoryError error) {
            System.err.println("refused after " + made + " threads: " + error.getMessage());
        }
        Runtime.getRuntime().halt(3);
    }

    static void sleep() {
        try {
            Thread.sleep(1 << 30);
        } catch (InterruptedException woken) {
            return;
        }
    }
}
