"""What this site lets an account do, as one list: the Limits page and the API both show it."""

from dataclasses import dataclass

from limits import parse

from scuffle import hand
from scuffle.cage import BuildLimits
from scuffle.door.limits import UPLOAD
from scuffle_platform import ratelimits
from scuffle_platform.settings import Settings
from scuffle_platform.store import retention, tokens
from scuffle_platform.store.ladders import MOST_BOTS_AN_ACCOUNT


@dataclass(frozen=True, slots=True)
class SiteLimit:
    """One limit.

    Attributes:
        name: what is limited, in words.
        words: how, with the figures in it.
        figures: the same figures by name, which tells the unit.
        setting: the variable that sets it; ``None``: nothing does.
    """

    name: str
    words: str
    figures: dict[str, int]
    setting: str | None


def site_limits(settings: Settings) -> list[SiteLimit]:
    """Everything that is limited outside matches, with the figures in force."""
    return [*_work(settings), *_contests(settings), *_sight(settings), *_asking(), *_kept()]


def _limit(name: str, words: str, setting: str | None = None, **figures: int) -> SiteLimit:
    variable = f"SCUFFLE_{setting.upper()}" if setting else None
    return SiteLimit(name, words.format_map(figures), figures, variable)


def _rate(name: str, words: str, *rates: str) -> SiteLimit:
    """One of ``rates``, such as ``60 per 10 minutes``; further ones are told in words."""
    found = parse(rates[0])
    figures = {"requests": found.amount, "seconds": found.get_expiry()}
    return SiteLimit(name, words.format(*rates), figures, None)


def _work(settings: Settings) -> list[SiteLimit]:
    build = BuildLimits()
    return [
        _limit(
            "upload",
            "{packed_mb} MB packed, {unpacked_mb} MB unpacked, {files:,} files",
            packed_mb=UPLOAD.packed_mb,
            unpacked_mb=UPLOAD.unpacked_mb,
            files=UPLOAD.files,
        ),
        _limit(
            "build",
            "{cpu_s} s of CPU time, {wall_s} s by the clock, {memory_mb:,} MB of memory, "
            "{processes} processes, {result_mb} MB of result",
            cpu_s=build.cpu_ms // 1000,
            wall_s=build.wall_ms // 1000,
            memory_mb=build.memory_mb,
            processes=build.processes,
            result_mb=build.result_mb,
        ),
        _limit(
            "versions",
            "{a_day} a day for each bot, one check at a time for each account",
            "versions_a_day",
            a_day=settings.versions_a_day,
        ),
        _limit("bots", "{each} that play for each account and ladder", each=MOST_BOTS_AN_ACCOUNT),
        _limit("stored sources", "{mb} MB for each account", "stored_mb", mb=settings.stored_mb),
    ]


def _contests(settings: Settings) -> list[SiteLimit]:
    return [
        _limit(
            "challenges",
            "{an_hour} an hour for each account",
            "challenges_an_hour",
            an_hour=settings.challenges_an_hour,
        ),
        _limit(
            "series", "{open} at a time for each account", "series_open", open=settings.series_open
        ),
        _limit(
            "matches of series",
            "{a_day:,} a day for each account",
            "series_matches_a_day",
            a_day=settings.series_matches_a_day,
        ),
        _limit(
            "tournaments",
            "{open} at a time for each organiser",
            "tournaments_open",
            open=settings.tournaments_open,
        ),
        _limit(
            "matches of a tournament",
            "{most:,}",
            "tournament_matches",
            most=settings.tournament_matches,
        ),
        _limit(
            "leagues",
            "{open} for each owner that have not closed; members without limit, one bot each",
            "leagues_open",
            open=settings.leagues_open,
        ),
    ]


def _sight(settings: Settings) -> list[SiteLimit]:
    return [
        _limit(
            "hand play",
            "{boards} boards; after {asks_after_min} minutes without a move you are asked whether "
            "you are there, after {ends_after_min} the match ends",
            "hand_boards",
            boards=settings.hand_boards,
            asks_after_min=hand.ASKS_AFTER_S // 60,
            ends_after_min=hand.ENDS_AFTER_S // 60,
        ),
        _limit(
            "boards of one account",
            "{boards} at a time",
            "hand_boards_each",
            boards=settings.hand_boards_each,
        ),
        _limit(
            "matches watched live",
            "{streams} streams at a time in each web process; further pages ask for new steps "
            "every few seconds",
            "live_streams",
            streams=settings.live_streams,
        ),
    ]


def _asking() -> list[SiteLimit]:
    gate, own, flood = ratelimits.GATE_LIMIT, ratelimits.OWN_LIMIT, ratelimits.FLOOD_LIMIT
    return [
        _rate("API", "{} for each token", ratelimits.API_LIMIT),
        _limit("tokens", "{each} for each account", each=tokens.MOST),
        _rate("sign-up", "{} from one address", gate),
        _rate(
            "failed log-ins",
            "{} for one account, and as many from one address; when an address has used them up, "
            "each account has {} of its own there, so that a class behind one address is not shut "
            "out",
            gate,
            own,
        ),
        _rate(
            "failed log-ins from one address, whatever the accounts",
            "{}; then nobody logs in from there until the time is over",
            flood,
        ),
    ]


def _kept() -> list[SiteLimit]:
    matches = retention.KEPT_MATCHES
    return [
        _limit(
            "logs",
            "kept for {days} days, or a bot's last {matches} matches",
            days=retention.LOG_AGE.days,
            matches=matches,
        ),
        _limit(
            "replays",
            "kept for {days} days, and those of a bot's last {matches} matches for ever",
            days=retention.REPLAY_AGE.days,
            matches=matches,
        ),
    ]
