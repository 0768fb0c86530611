"""From an upload to a version that waits for its check: the one way in for form, API and CLI.

What is wrong with an archive is said here and now, before anything is queued; what a program does
wrong is found out by the check.
"""

from dataclasses import dataclass
from typing import NoReturn

from scuffle.door import Refused, Upload, check_game, open_upload
from scuffle.languages import languages as known_languages
from scuffle_platform import leagues, quotas, roster
from scuffle_platform.context import store
from scuffle_platform.problems import Problem, forbidden, invalid, not_found
from scuffle_platform.store import Session, bots, languages, versions
from scuffle_platform.store.models import Account, Bot, BotState, Version
from scuffle_platform.store.versions import Sent


@dataclass(frozen=True, slots=True)
class Taken:
    """An upload that was taken in.

    Attributes:
        version: the row, with its bot.
        position: its place among the waiting checks, from 1.
        joined: the same bytes were waiting already; this upload joined them.
    """

    version: Version
    position: int
    joined: bool


def take(account: Account, bot_id: str, filename: str, data: bytes, note: str = "") -> Taken:
    """Make a version of an upload and have it checked.

    Args:
        account: who uploads; the bot must be its own.
        bot_id: which bot.
        filename: the file's name as sent, without folders.
        data: the bytes as sent.
        note: the owner's word about the version.

    Raises:
        Problem: the bot is not the account's or plays no more, the upload is refused at the door,
            or a limit is reached. Nothing was stored or queued then.
    """
    upload = open_door(filename, data)
    with store().session() as session:
        bot = _own_bot(session, account, bot_id)
        return _admit(session, bot, Sent(filename, data, note), upload)


def take_first(
    account: Account, game: str, name: str, filename: str, data: bytes, note: str = ""
) -> Taken:
    """Make a bot with an upload as its first version, or neither.

    Args:
        account: who uploads.
        game: the id of the game that it plays.
        name: the new bot's.
        filename: the file's name as sent.
        data: the bytes as sent.
        note: the owner's word about the version.

    Raises:
        Problem: as of ``take``; or there is no such game, or the name cannot be had.
    """
    upload = open_door(filename, data)
    with store().session() as session:
        try:
            bot = roster.add_bot(session, account, game, name)
        except Problem as problem:
            if problem.code != "name-taken":
                raise
            return _again(session, account, (game, name), upload) or _refuse(problem)
        return _admit(session, bot, Sent(filename, data, note), upload)


def _again(
    session: Session, account: Account, named: tuple[str, str], upload: Upload
) -> Taken | None:
    """The waiting version of the account's bot of that name, if these bytes made it just now."""
    game, name = named
    own = {bot.id for bot in bots.find(session, name, game) if bot.account_id == account.id}
    found = versions.waiting(session, account.id)
    if found is None or found.bot_id not in own or found.source_hash != upload.program.hash:
        if own:
            bot_id = own.pop()
            raise Problem(
                409,
                "name-taken",
                f"'{name.strip()}' is a bot of yours already.",
                f"Upload a new version of it: POST bots/{bot_id}/versions, or on its page.",
                bot=bot_id,
            )
        return None
    return Taken(found, versions.queue_position(session, found) or 1, joined=True)


def _refuse(problem: Problem) -> NoReturn:
    raise problem


def take_trial(account: Account, game: str, filename: str, data: bytes) -> Taken:
    """Have an upload checked, and played once by that, without a place on any ladder.

    Args:
        account: who uploads.
        game: the id of a game that exists.
        filename: the file's name as sent.
        data: the bytes as sent.

    Raises:
        Problem: as of ``take``.
    """
    upload = open_door(filename, data)
    with store().session() as session:
        bot = bots.trial_bot(session, account, game)
        return _admit(session, bot, Sent(filename, data, "Tried on the Practice page."), upload)


def _admit(session: Session, bot: Bot, sent: Sent, upload: Upload) -> Taken:
    """Make the version, or join the same bytes where they wait already."""
    versions.lock_owner(session, bot)
    found = versions.waiting(session, bot.account_id)
    if found is None:
        leagues.check_open(session, bot)
        _check_fits(session, bot, upload)
        quotas.check_versions_a_day(session, bot)
        quotas.check_stored(session, bot, len(sent.data))
        # The scheduler finds the row and queues the check, also when Redis is away just now.
        version = versions.add(session, bot, sent, upload)
    elif found.bot_id == bot.id and found.source_hash == upload.program.hash:
        version = found
    else:
        raise _one_at_a_time(session, found)
    position = versions.queue_position(session, version) or 1
    return Taken(version, position, joined=version is found)


def open_door(filename: str, data: bytes) -> Upload:
    """What the SDK's door says of an upload.

    Raises:
        Problem: 422 with the door's own sentence, the same that ``scuffle check`` prints.
    """
    try:
        return open_upload(filename, data)
    except Refused as refused:
        raise _problem(refused) from None


def several_files(count: int) -> Problem:
    """What is said to an upload of more than one file."""
    return invalid(
        f"{count} files came in the field 'file', wanted one.",
        "Send one file; a bot of several files goes as a zip or tar of its folder.",
    )


def _problem(refused: Refused) -> Problem:
    return Problem(
        422,
        f"upload-{refused.code}",
        refused.sentence,
        "Mend the upload and send it again; 'scuffle check' says the same at home.",
    )


def _own_bot(session: Session, account: Account, bot_id: str) -> Bot:
    bot = session.get(Bot, bot_id)
    if bot is None:
        raise not_found("such bot", "My Bots lists yours.")
    if bot.account_id != account.id:
        raise forbidden(
            f"'{bot.name}' is another account's bot.", "Upload to one of your own bots."
        )
    if bot.state in (BotState.RETIRED, BotState.DISABLED):
        raise Problem(
            409, "bot-gone", f"'{bot.name}' is {bot.state} and takes no new versions. {bot.why}",
            "Ask an administrator to let it back."
            if bot.state is BotState.DISABLED
            else "Make a new bot and upload to that.",
        )  # fmt: skip
    return bot


def _one_at_a_time(session: Session, found: Version) -> Problem:
    position = versions.queue_position(session, found) or 1
    return Problem(
        409,
        "check-waits",
        f"Version {found.number} of '{found.bot.name}' is still being checked (place {position} "
        "in the queue); an account has one check at a time.",
        "Wait until it is ready or rejected, or withdraw it, then upload again.",
        headers={"Retry-After": "10"},
    )


def _check_fits(session: Session, bot: Bot, upload: Upload) -> None:
    """Refuse another game's project, and a language that no worker can run."""
    try:
        check_game(upload, bot.game)
    except Refused as refused:
        raise _problem(refused) from None
    language, taken = upload.program.language, languages.taken(session)
    if language not in taken:
        packages = " ".join(known_languages()[language].packages)
        at_work = bool(languages.offered(session))
        now = (
            "this site's workers now run"
            if at_work
            else "no worker takes checks just now, and the door takes"
        )
        raise Problem(
            422,
            "language-away",
            f"The upload is written in '{language}'; {now} {', '.join(sorted(taken))}.",
            f"Use one of those, or ask the organiser: '{language}' needs a worker with a control "
            f"group and Debian's {packages}; scuffle doctor says there what is missing.",
        )
