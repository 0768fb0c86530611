"""How much an account may do: one number each, named by the Limits page and every refusal."""

from datetime import datetime, timedelta

from scuffle.door.limits import UPLOAD
from scuffle_platform.problems import Problem
from scuffle_platform.store import Session, versions
from scuffle_platform.store.models import Bot, now

UPLOAD_MB = UPLOAD.packed_mb
VERSIONS_A_DAY = 20
CHALLENGES_AN_HOUR = 60
STORED_MB = 500


def check_versions_a_day(session: Session, bot: Bot) -> None:
    """Let a bot have 20 versions in any 24 hours.

    Raises:
        Problem: 429 with the moment when the next may come.
    """
    times = versions.times_of_day(session, bot.id)
    if len(times) >= VERSIONS_A_DAY:
        raise over_quota(
            f"'{bot.name}' had {len(times)} versions in the last 24 hours; the limit is "
            f"{VERSIONS_A_DAY}.",
            times[-VERSIONS_A_DAY] + versions.DAY,
        )


def check_stored(session: Session, bot: Bot, size: int) -> None:
    """Let an account keep 500 MB of uploads.

    Raises:
        Problem: 422, there is no room for ``size`` more bytes.
    """
    stored = versions.stored_bytes(session, bot.account_id)
    if stored + size > STORED_MB * 2**20:
        raise Problem(
            422,
            "storage-full",
            f"Your uploads take {stored / 2**20:.0f} MB of {STORED_MB} MB, and this one "
            f"{size / 2**20:.1f} MB more.",
            "Make the upload smaller: leave out logs and training data; 'scuffle.toml' has "
            "'ignore' for that.",
        )


def over_quota(detail: str, free: datetime) -> Problem:
    """A refusal that names when it ends."""
    wait_s = max(1, round((free - now()) / timedelta(seconds=1)))
    return Problem(
        429,
        "quota",
        detail,
        f"The next is possible at {free:%H:%M} UTC, in {_span(wait_s)}.",
        headers={"Retry-After": str(wait_s)},
    )


def _span(wait_s: int) -> str:
    hours, minutes = divmod(wait_s // 60 + 1, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min"
