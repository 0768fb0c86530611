"""Removes this process's containers when it is killed; see ``warden``."""

import os
import socket
import sys
from typing import Any

from scuffle_sandbox.warden import post

_PROGRAM = r"""
import http.client, json, os, socket, sys, urllib.parse

def call(method, path):
    line = http.client.HTTPConnection("docker", timeout=20)
    line.sock = socket.socket(socket.AF_UNIX)
    line.sock.connect(sys.argv[1])
    line.request(method, path)
    return line.getresponse().read()

sys.stdin.read()
labels = ["scuffle.owner=" + sys.argv[2], "scuffle.host=" + sys.argv[3]]
query = urllib.parse.urlencode({"all": 1, "filters": json.dumps({"label": labels})})
for each in json.loads(call("GET", "/containers/json?" + query)):
    try:
        pid = json.loads(call("GET", "/containers/" + each["Id"] + "/json"))["State"]["Pid"]
        for line in open("/proc/%d/cgroup" % pid):
            _, names, path = line.strip().split(":", 2)
            if names == "freezer":
                open("/sys/fs/cgroup/freezer" + path + "/freezer.state", "w").write("THAWED")
    except OSError:
        pass
    call("DELETE", "/containers/" + each["Id"] + "?force=1&v=1")
"""


def watch(api: Any) -> None:
    """Have this process's containers removed when it ends."""
    path = getattr(getattr(api, "_custom_adapter", None), "socket_path", None)
    if path:
        who = (str(path), str(os.getpid()), socket.gethostname())
        post("containers", (sys.executable, "-I", "-S", "-c", _PROGRAM, *who))
