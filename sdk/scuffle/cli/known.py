"""The errors of the SDK that a person may meet, and the exit code each has."""

from scuffle.cli.exits import Exit, Failure
from scuffle.client import ApiError, NotAllowed, QuotaReached, Unreachable, UploadRefused


def failure_of(error: Exception) -> Failure | None:
    """``error`` as a sentence with its exit code; ``None`` for one that nobody foresaw."""
    from scuffle.bench_workers import NobodyStarted, WorkerKilled
    from scuffle.door import Refused
    from scuffle.entrants import BuildFailed, NoSuchBot
    from scuffle.local_tournament import OtherRecord
    from scuffle.playing import WrongNumber
    from scuffle.refold import Unfoldable
    from scuffle.registry import BadSettings, UnknownGame
    from scuffle.replay import BadReplay
    from scuffle.rerun import CannotRerun
    from scuffle.seat import HostFault

    codes: list[tuple[type[Exception], Exit]] = [
        (UnknownGame, Exit.USAGE),
        (BadSettings, Exit.USAGE),
        (NoSuchBot, Exit.USAGE),
        (WrongNumber, Exit.USAGE),
        (Refused, Exit.CHECK_FAILED),
        (BuildFailed, Exit.FAILURE),
        (NobodyStarted, Exit.FAILURE),
        (WorkerKilled, Exit.FAILURE),
        (OtherRecord, Exit.FAILURE),
        (CannotRerun, Exit.FAILURE),
        (BadReplay, Exit.FAILURE),
        (Unfoldable, Exit.FAILURE),
        (NotAllowed, Exit.NOT_ALLOWED),
        (QuotaReached, Exit.QUOTA),
        (Unreachable, Exit.UNREACHABLE),
        (UploadRefused, Exit.CHECK_FAILED),
        (ApiError, Exit.FAILURE),
        (HostFault, Exit.FAILURE),
        (OSError, Exit.FAILURE),
        (UnicodeError, Exit.USAGE),
    ]
    if isinstance(error, ApiError) and error.code == "unknown-word":
        return Failure(_sentence(error), Exit.USAGE)
    for kind, code in codes:
        if isinstance(error, kind):
            return Failure(_sentence(error), code)
    return None


def _sentence(error: Exception) -> str:
    if isinstance(error, UnicodeError):
        return "The line holds bytes that are not text in UTF-8; rename the file or the bot."
    if isinstance(error, OSError) and error.strerror and error.filename:
        return f"{error.filename}: {error.strerror}"
    return str(error)
