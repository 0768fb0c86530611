"""Every table, one module a noun; the words of the product are the values of the columns."""

from scuffle_platform.store.models.accounts import (
    Account,
    Invite,
    LoginLink,
    Token,
    WebSession,
)
from scuffle_platform.store.models.attempts import Attempt, AttemptStatus, Fault
from scuffle_platform.store.models.bots import Blob, Bot, BotState, Version, VersionStatus
from scuffle_platform.store.models.inbox import Announcement, Notice, NoticeKind
from scuffle_platform.store.models.journal import (
    Alert,
    Audit,
    Heartbeat,
    IdempotencyKey,
    Pause,
    Worker,
    WorkerState,
)
from scuffle_platform.store.models.ladders import Entrant, Ladder, LadderKind, Visibility
from scuffle_platform.store.models.leagues import League, Member, Replays
from scuffle_platform.store.models.matches import (
    HIDDEN,
    Log,
    Match,
    MatchKind,
    MatchSet,
    MatchStatus,
    Replay,
    SeatRow,
)
from scuffle_platform.store.models.ratings import Fit, Rating, RatingPoint
from scuffle_platform.store.models.row import Row, now
from scuffle_platform.store.models.series import Series, SeriesStatus
from scuffle_platform.store.models.tournaments import (
    Ending,
    Entry,
    Meeting,
    Tournament,
    TournamentStatus,
)

__all__ = [
    "HIDDEN",
    "Account",
    "Alert",
    "Announcement",
    "Attempt",
    "AttemptStatus",
    "Audit",
    "Blob",
    "Bot",
    "BotState",
    "Ending",
    "Entrant",
    "Entry",
    "Fault",
    "Fit",
    "Heartbeat",
    "IdempotencyKey",
    "Invite",
    "Ladder",
    "LadderKind",
    "League",
    "Log",
    "LoginLink",
    "Match",
    "MatchKind",
    "MatchSet",
    "MatchStatus",
    "Meeting",
    "Member",
    "Notice",
    "NoticeKind",
    "Pause",
    "Rating",
    "RatingPoint",
    "Replay",
    "Replays",
    "Row",
    "SeatRow",
    "Series",
    "SeriesStatus",
    "Token",
    "Tournament",
    "TournamentStatus",
    "Version",
    "VersionStatus",
    "Visibility",
    "WebSession",
    "Worker",
    "WorkerState",
    "now",
]
