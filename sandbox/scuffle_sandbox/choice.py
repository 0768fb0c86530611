"""Which backend a worker uses."""

from typing import Protocol

from scuffle.cage import Layer, Report, Sandbox
from scuffle_sandbox.bubblewrap import Bubblewrap

BACKENDS = ("bubblewrap", "docker")


class Backend(Sandbox, Protocol):
    """A backend as a worker needs it."""

    def sweep(self) -> None:
        """Remove what killed runners of this host left behind."""
        ...


def _docker() -> Backend:
    from scuffle_sandbox.docker import Docker  # its library takes 0.1 s to load

    return Docker()


def choose(name: str) -> tuple[Backend, Report]:
    """The backend ``name`` and what it can hold; a report that is not usable means: no cage.

    ``auto`` is bubblewrap with a control group, else Docker if its images are there, else
    bubblewrap without. Nothing else ever falls back.
    """
    if name == "bubblewrap":
        return _looked_at(Bubblewrap())
    if name == "docker":
        return _looked_at(_docker())
    light = _looked_at(Bubblewrap())
    if light[1].ladder_layer == Layer.CGROUP:
        return light
    heavy = _looked_at(_docker())
    return heavy if heavy[1].usable and heavy[1].languages else light


def _looked_at(sandbox: Backend) -> tuple[Backend, Report]:
    return sandbox, sandbox.check()
