"""What ran each program of a match, told with it: a host may have other versions than another."""

from collections.abc import Sequence

from scuffle.jobs import PlayReport


def with_tools(report: PlayReport, tools: Sequence[str]) -> PlayReport:
    """``report`` with what ran each seat's program; nothing for one that a person sat on.

    A match that did not come to seats is left as it is.
    """
    seats = tuple(
        seat.model_copy(update={"evidence": {**seat.evidence, "tools": _word(told)}})
        if told
        else seat
        for seat, told in zip(report.seats, tools, strict=False)
    )
    return report.model_copy(update={"seats": seats})


def _word(text: str) -> str:
    """``text`` as evidence may hold it."""
    return text.encode("ascii", "replace").decode()[:200]
