// expect: memory
// modes: bubblewrap docker
// limits: start_ms=2000 bank_ms=4000 request_wall_ms=8000 memory_mb=256 processes=64
// says: killed for using more memory
// Fills the heap as far as it goes, and as much again beside it, where the heap's limit counts nothing.
import java.io.*;
import java.nio.ByteBuffer;
import java.util.*;

class Main {
    public static void main(String[] arguments) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        in.readLine();
        System.out.println("{\"type\":\"ready\"}");
        in.readLine();
        List<Object> taken = new ArrayList<>();
        for (int mb = 0; mb < 140; mb++) {
            byte[] heap = new byte[1 << 20];
            Arrays.fill(heap, (byte) 1);
            taken.add(heap);
            ByteBuffer beside = ByteBuffer.allocateDirect(1 << 20);
            while (beside.hasRemaining()) beside.putLong(1);
            taken.add(beside);
        }
        System.err.println("HARM: took 280 MB of 256");
    }
}
