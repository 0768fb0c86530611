"""A backend's report in words: each layer, how it is enforced, what is missing, what mends it."""

from scuffle.cage import Layer, Report

_HOW = {
    ("memory", Layer.CGROUP): "all processes of a bot together",
    ("memory", Layer.RLIMIT): "the address space of its one process",
    ("processes", Layer.CGROUP): "threads and children are counted together",
    ("processes", Layer.FILTER): "threads only: a bot can start no other process",
    ("cpu", Layer.CGROUP): "the clock of all its processes, at most one core",
    ("cpu", Layer.RLIMIT): "the clock of its one process",
    ("freeze", Layer.CGROUP): "a bot that waits gets no CPU time",
    ("freeze", Layer.RLIMIT): "a bot that waits is stopped by a signal",
    ("disk", Layer.CGROUP): "a /tmp of its own, counted as memory, which dies with the match",
    ("disk", Layer.NAMESPACE): "nothing can be written anywhere",
    ("network", Layer.NAMESPACE): "one of its own, which leads nowhere",
    ("files", Layer.NAMESPACE): "its own folder and the system's programs, read-only",
    ("syscalls", Layer.FILTER): "an allow-list; everything else is refused",
}


def diagnosis(report: Report) -> list[str]:
    """The lines that ``scuffle doctor`` and a worker's start print."""
    lines = [f"{report.backend}: {'works' if report.usable else 'does not work here'}"]
    lines += [_row(name, layer) for name, layer in report.layers.items()]
    lines.append(f"  {'languages':<10} {', '.join(report.languages) or 'none'}")
    lines += [
        f"  {name:<10} {each.tools}; an empty program starts in {each.start_ms:.0f} ms"
        for name, each in report.toolchains.items()
    ]
    if report.trials:
        lines.append(f"  {'tried':<10} {_tried(report)}")
    lines += [f"  {note}" for note in report.notes]
    if report.remedy:
        lines.append(f"  To mend it: {report.remedy}")
    return lines


def lacks(report: Report) -> list[str]:
    """What a bot misses in this cage and has on a site with control groups; for its owner."""
    if report.layers.get("disk") is not Layer.NAMESPACE:
        return []
    return [
        f"Checked in {report.backend} without a control group: /tmp is absent here, bots may not "
        "fork, and memory is held per process."
    ]


def _row(name: str, layer: Layer) -> str:
    how = _HOW.get((name, layer), "held by nothing" if layer is Layer.NONE else "")
    return f"  {name:<10} {layer:<10} {how}".rstrip()


def _tried(report: Report) -> str:
    """What was let loose in a cage, and what came of it."""
    out = [trial for trial in report.trials if trial.escaped]
    held = ", ".join(trial.name for trial in report.trials if not trial.escaped)
    words = [f"{trial.name} was not held: {trial.escaped}" for trial in out]
    return "; ".join([*words, f"held: {held}"] if held else words)
