"""The last words of a start: what a newcomer needs."""

import shlex
from pathlib import Path

from scuffle_platform.supervisor.address import lan_addresses

LOOPBACK = ("127.0.0.1", "::1", "localhost")
EVERYWHERE = ("0.0.0.0", "::", "")  # noqa: S104 - compared with, not bound to


def url_of(host: str, port: int) -> str:
    """The address under which this machine itself reaches the site."""
    near = "127.0.0.1" if host in EVERYWHERE else host
    return f"http://[{near}]:{port}" if ":" in near else f"http://{near}:{port}"


def welcome(host: str, port: int, data: Path | None = None, signup: str = "open") -> str:
    """Addresses and how to make an account, one warning where others can reach the site.

    Args:
        host: where the site listens.
        port: where the site listens.
        data: the data folder, if the command line would look into another one.
        signup: who may make an account: ``open``, ``invite`` or ``closed``.
    """
    url = url_of(host, port)
    run = f"SCUFFLE_DATA={shlex.quote(str(data))} ./run" if data else "./run"
    lines = [*_reach(host, port), "", f"Scuffle is running: {url}"]
    ways = {"open": f"{url}/sign-up, or ", "invite": f"{run} scuffle admin invite, or "}
    way = ways.get(signup, "")
    lines.append(f"Make an account:    {way}{run} scuffle admin user create NAME")
    lines.append("Stop everything:    Ctrl-C")
    return "\n".join(lines)


def _reach(host: str, port: int) -> list[str]:
    if host in LOOPBACK:
        return []
    others = lan_addresses() if host in EVERYWHERE else [host]
    shown = [f"In your network:    http://{address}:{port}" for address in others]
    return [
        *shown,
        "Warning: everybody who reaches these addresses can use the site, over plain HTTP.",
    ]
