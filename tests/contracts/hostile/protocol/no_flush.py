# expect: timeout
# sentence: The bot waited <n> ms of wall-clock time while an action was awaited, using <n> ms of
# sentence: CPU time; 300 ms are allowed. It slept, did not flush what it wrote, or waits for
# sentence: something that does not come.
# limits: request_wall_ms=300
"""An answer that stays in the program's own buffer."""

import io
import sys

answers = io.BufferedWriter(io.FileIO(1, "w", closefd=False))
sys.stdin.readline()
answers.write(b'{"type":"ready"}\n')
answers.flush()
sys.stdin.readline()
answers.write(b'{"action":"pass","params":{}}\n')
sys.stdin.read()
