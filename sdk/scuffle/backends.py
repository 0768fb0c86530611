"""Finds the sandbox backends that are installed, and chooses one."""

from importlib.metadata import entry_points

from scuffle.cage import Layer, Report, Sandbox
from scuffle.local_sandbox import LocalSandbox
from scuffle.seat import HostFault

NONE = "none"
AUTO = "auto"


def backends() -> dict[str, Sandbox]:
    """The backends whose packages are installed, by name; ``none`` is the SDK's own.

    One whose extra is missing is left out.
    """
    found: dict[str, Sandbox] = {NONE: LocalSandbox()}
    for entry in entry_points(group="scuffle.backends"):
        try:
            found[entry.name] = entry.load()()
        except ModuleNotFoundError:
            continue
    return found


def choose(name: str) -> Sandbox:
    """The backend called ``name``, or for ``auto`` the best one that works on this host.

    ``auto`` takes bubblewrap with a cgroup, then docker, then bubblewrap without; never ``none``.

    Raises:
        HostFault: it is not installed or does not work here; the reason says what mends it.
    """
    if name == NONE:
        return LocalSandbox()
    found = backends()
    if name == AUTO:
        return _best(found)
    if name not in found:
        raise HostFault(
            f"The sandbox {name!r} is not installed. "
            "Install it with: pip install 'scuffle[sandbox]'"
        )
    report = found[name].check()
    if not report.usable:
        raise HostFault(_useless(report))
    return found[name]


def _best(found: dict[str, Sandbox]) -> Sandbox:
    reports = {name: found[name].check() for name in found if name != NONE}
    order = [("bubblewrap", Layer.CGROUP), ("docker", None), ("bubblewrap", None)]
    for name, wanted in order:
        report = reports.get(name)
        if report and report.usable and wanted in (None, report.ladder_layer):
            return found[name]
    if not reports:
        raise HostFault(
            "No sandbox is installed. Install one with: pip install 'scuffle[sandbox]'; "
            "or run your own bots with --sandbox none."
        )
    raise HostFault(" ".join(_useless(report) for report in reports.values()))


def _useless(report: Report) -> str:
    remedy = f" Mend it with: {report.remedy}" if report.remedy else ""
    return f"The sandbox {report.backend} does not work here: {' '.join(report.notes)}{remedy}"
