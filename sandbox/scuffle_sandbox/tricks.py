"""Hostile programs that a cage is tried with before strangers' programs are let in.

Each reads one line, tries its trick, and answers one line: what it reached, or ``held``. The line
holds the trial's canaries: a file that everybody on the host may read, the name of a variable of
the worker's environment, and a port of the host's loopback.
"""

REACH = """
import os, socket, sys
path, variable, port = sys.stdin.readline().split()
reached = []

def attempt(what, action):
    try:
        action()
    except (OSError, KeyError, ValueError):
        return
    reached.append(what)

attempt("a secret file of the host", lambda: open(path).read())
attempt("the worker's environment", lambda: os.environ[variable])
attempt("the host's network", lambda: socket.create_connection(("127.0.0.1", int(port)), 1))
attempt("writing to its own folder", lambda: open("/bot/mark", "w"))
attempt("writing to the system", lambda: open("/usr/mark", "w"))
attempt("becoming root", lambda: os.setuid(0))
attempt("making a device", lambda: os.mknod("/tmp/null", 0o20666, os.makedev(1, 3)))
attempt("another root folder", lambda: os.chroot("/"))
print("reached " + ", ".join(reached) if reached else "held", flush=True)
"""

FORK = """
import os, signal, sys
sys.stdin.readline()
children = 0
try:
    while children < 1000:
        if os.fork() == 0:
            os.setsid()
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            while True:
                signal.pause()
        children += 1
except OSError:
    pass
print(children, flush=True)
signal.pause()
"""

MEMORY = """
import sys
sys.stdin.readline()
block = b"x" * (600 << 20)
print("held", len(block), flush=True)
"""

FLOOD = """
import sys
sys.stdin.readline()
while True:
    print("x" * 60_000)
"""

SPIN = """
import sys
sys.stdin.readline()
print("round and round", flush=True)
while True:
    pass
"""
