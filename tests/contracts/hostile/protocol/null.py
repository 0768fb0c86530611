# expect: malformed
# sentence: Found null: the bot returned nothing, wanted a JSON object.
"""null: a bot that returned nothing, by hand."""

import sys

sys.stdin.readline()
print('{"type":"ready"}', flush=True)
sys.stdin.readline()
print("null", flush=True)
sys.stdin.read()
