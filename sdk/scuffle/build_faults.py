"""What an owner reads of a build that came to nothing: one sentence each, whatever the backend."""

from scuffle.cage import BuildLimits

FAILED = "The build failed; its own words are in the log: mend what they name."
"""The command ended with another exit code than 0."""


def too_long(limits: BuildLimits) -> str:
    """It did not end in time."""
    return f"The build took more than {limits.wall_ms // 1000} s; see that it waits for nothing."


def too_much_cpu(limits: BuildLimits) -> str:
    """It computed for too long."""
    return f"The build used more than {limits.cpu_ms // 1000} s of CPU time; let it do less."


def too_much_memory(limits: BuildLimits) -> str:
    """It was ended for its memory."""
    return (
        f"The build needs more than {limits.memory_mb} MB of memory; let it do less at once, and "
        "leave less behind."
    )


def too_large(limits: BuildLimits) -> str:
    """It left too much."""
    return (
        f"The built folder is larger than {limits.result_mb} MB; let the build remove what the "
        "bot does not need."
    )


def refused(sentence: str) -> str:
    """What it left is not what a cage lets out; ``sentence`` is the door's."""
    return f"What the build left was refused: {sentence}"
