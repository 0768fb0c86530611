"""Finds the sandbox backends that are installed, and chooses one."""

from importlib.metadata import EntryPoint, entry_points

from scuffle.cage import Layer, Report, Sandbox
from scuffle.local_sandbox import LocalSandbox
from scuffle.seat import HostFault

NONE = "none"
AUTO = "auto"


def _entries() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group="scuffle.backends")}


def backend_names() -> tuple[str, ...]:
    """The names that may be asked for, ``none`` and ``auto`` left out."""
    return tuple(sorted(_entries()))


def backends() -> dict[str, Sandbox]:
    """The backends whose packages are installed, by name; ``none`` is the SDK's own.

    One whose extra is missing is left out.
    """
    loaded = {name: _load(entry) for name, entry in _entries().items()}
    return {NONE: LocalSandbox()} | {name: found for name, found in loaded.items() if found}


def _load(entry: EntryPoint) -> Sandbox | None:
    try:
        made: Sandbox = entry.load()()
    except ModuleNotFoundError:
        return None
    return made


def look(name: str) -> tuple[Sandbox, Report]:
    """The backend called ``name`` and its report, which may say that it is of no use here.

    ``auto`` is bubblewrap with a control group, else Docker if it has images, else bubblewrap
    without; never ``none``. Nothing else ever falls back.

    Raises:
        HostFault: it is not installed.
    """
    if name == NONE:
        local = LocalSandbox()
        return local, local.check()
    if name == AUTO:
        return _best()
    entry = _entries().get(name)
    found = _load(entry) if entry else None
    if found is None:
        raise HostFault(
            f"The sandbox {name!r} is not installed. "
            "Install it with: pip install 'scuffle[sandbox]'"
        )
    return found, found.check()


def _best() -> tuple[Sandbox, Report]:
    """The best that works here, the light one looked at first: Docker's library is slow to load."""
    entries = _entries()
    looked_at: list[tuple[Sandbox, Report]] = []
    for name in ("bubblewrap", "docker"):
        if name in entries and (sandbox := _load(entries[name])):
            looked_at.append((sandbox, sandbox.check()))
            if looked_at[-1][1].ladder_layer == Layer.CGROUP:
                return looked_at[-1]
    if not looked_at:
        raise HostFault(
            "No sandbox is installed. Install one with: pip install 'scuffle[sandbox]'; "
            "or run your own bots with --sandbox none."
        )
    usable = [each for each in reversed(looked_at) if each[1].usable]
    return usable[0] if usable else _neither(looked_at)


def _neither(looked_at: list[tuple[Sandbox, Report]]) -> tuple[Sandbox, Report]:
    """The first backend, with what every one of them says."""
    reports = [report for _, report in looked_at]
    notes = tuple(note for report in reports for note in report.notes)
    remedy = next((report.remedy for report in reports if report.remedy), "")
    return looked_at[0][0], Report(reports[0].backend, False, {}, (), notes, remedy)


def leftovers() -> list[str]:
    """What killed runners left on this host in the cages of any backend, one phrase each."""
    return [left for sandbox in backends().values() for left in sandbox.leftovers()]


def choose(name: str) -> Sandbox:
    """As :func:`choose_seen`, without the report."""
    return choose_seen(name)[0]


def choose_seen(name: str) -> tuple[Sandbox, Report]:
    """As :func:`look`, where only a backend that works will do.

    Raises:
        HostFault: it is not installed or does not work here; the reason says what mends it.
    """
    sandbox, report = look(name)
    if not report.usable:
        remedy = f" Mend it with: {report.remedy}" if report.remedy else ""
        raise HostFault(
            f"The sandbox {report.backend} does not work here: {' '.join(report.notes)}{remedy}"
        )
    return sandbox, report
