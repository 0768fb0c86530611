# expect: ok
# says: after it
"""Writes to its log what would steer a terminal, break a page or end a row."""

import os

NASTY = (
    b"\x1b[2J\x1b[31m\x1b]0;title\x07\x1b]52;c;cm0gLXJm\x07\x9b2J\x00\x08\x7f\r\v\f"
    b"\xff\xfe\xc3\x28\xed\xa0\x80\xf4\x90\x80\x80"
    + "\u202e\u2028\u2029\ufeff\ufffe</pre><script>alert(1)</script>&amp;'\"\n".encode()
)


def get_action(state, api):
    os.write(2, NASTY + b"after it\n")
    return state["legal_actions"][0]
