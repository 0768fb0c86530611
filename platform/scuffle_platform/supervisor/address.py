"""Ports and the addresses under which this machine is reached."""

import errno
import fcntl
import socket
import struct

_SIOCGIFADDR = 0x8915  # Linux, netdevice(7)
TRIED = 200


def free_port(host: str, wanted: int) -> int:
    """``wanted``, or the next port above it that nobody listens on.

    Raises:
        OSError: ``host`` is not an address of this machine, or nothing is free.
    """
    for port in range(wanted, min(wanted + TRIED, 65_536)):
        if _is_free(host, port):
            return port
    raise OSError(errno.EADDRINUSE, f"no free port from {wanted} to {wanted + TRIED - 1}")


def _is_free(host: str, port: int) -> bool:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    unknown = f"{host} is no address of this machine: leave --host away, or give 0.0.0.0 for all"
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except socket.gaierror:
            raise OSError(unknown) from None
        except OSError as error:
            if error.errno == errno.EADDRNOTAVAIL:
                raise OSError(unknown) from None
            if error.errno in (errno.EADDRINUSE, errno.EACCES):
                return False
            raise
    return True


def lan_addresses() -> list[str]:
    """This machine's IPv4 addresses other than loopback."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        found = [_address_of(probe, name) for _, name in socket.if_nameindex()]
    return [address for address in found if address and not address.startswith("127.")]


def _address_of(probe: socket.socket, interface: str) -> str:
    request = struct.pack("256s", interface.encode()[:15])
    try:
        answer = fcntl.ioctl(probe.fileno(), _SIOCGIFADDR, request)
    except OSError:
        return ""
    return socket.inet_ntoa(answer[20:24])
