// expect: timeout
// modes: bubblewrap docker
// limits: start_ms=2000 memory_mb=256 processes=64
// says: ms of CPU time while an action was awaited
// Computes for ever, at first interpreted, then compiled by the threads of the virtual machine.
import java.io.*;

class Main {
    public static void main(String[] arguments) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        in.readLine();
        System.out.println("{\"type\":\"ready\"}");
        long n = in.readLine().length();
        while (n != 0) n = n * 6364136223846793005L | 1;
    }
}
