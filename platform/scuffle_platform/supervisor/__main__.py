"""``python -m scuffle_platform.supervisor``: what ``./run`` becomes."""

import argparse
import sys
from pathlib import Path

from scuffle_platform.supervisor.datafolder import InUse
from scuffle_platform.supervisor.site import Site, Wishes


def _arguments() -> Wishes:
    parser = argparse.ArgumentParser(
        prog="./run", description="Start Scuffle: site, queue, recorder, scheduler, workers."
    )
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (%(default)s)")
    parser.add_argument(
        "--port", type=int, default=8000, help="port; if busy the next free one (%(default)s)"
    )
    parser.add_argument("--data", type=Path, help="folder of everything kept (./data)")
    parser.add_argument("--workers", type=int, default=2, help="worker slots (%(default)s)")
    parser.add_argument(
        "--sandbox",
        default="auto",
        choices=("auto", "bubblewrap", "docker"),
        help="the cage of the bots (%(default)s)",
    )
    found = parser.parse_args()
    if not 0 <= found.workers <= 64:
        parser.error(f"--workers {found.workers}: wanted 0 to 64")
    if not 0 < found.port < 65_536:
        parser.error(f"--port {found.port}: wanted 1 to 65535")
    return Wishes(**vars(found))


def main() -> int:
    """Run until stopped; the exit code."""
    try:
        return Site(_arguments()).run()
    except (InUse, OSError) as error:
        print(f"run: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
