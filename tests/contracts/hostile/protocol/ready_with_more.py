# expect: malformed
# sentence: Found "{\"type\":\"ready\",\"name\":\"Deep Thought\"}", wanted {"type":"ready"} as the
# sentence: answer to start.
"""ready with a key that it does not have."""

import sys

sys.stdin.readline()
print('{"type":"ready","name":"Deep Thought"}', flush=True)
sys.stdin.read()
