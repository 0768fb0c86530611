"""``scuffle admin``: what an operator does to a running site. Everything is noted in its trail."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import click

from scuffle.cli.command import command, data_option, group
from scuffle.cli.exits import Failure
from scuffle_platform.opening import database

if TYPE_CHECKING:
    from scuffle_platform.operations import Hand

SPANS = {"m": "minutes", "h": "hours", "d": "days"}


@contextmanager
def _hand() -> Iterator["Hand"]:
    """A hand on the store; what is refused is told in a sentence."""
    from scuffle_platform import operations
    from scuffle_platform.store import Store
    from scuffle_platform.store.models import now

    with _told(), database() as url, Store(url) as store, store.session() as session:
        yield operations.Hand(session, None, now())


@contextmanager
def _told() -> Iterator[None]:
    from scuffle_platform.operations import Refused

    try:
        yield
    except Refused as error:
        raise Failure(str(error)) from None


def _moment(_context: click.Context, _option: click.Parameter, value: str) -> datetime:
    """``2h`` ago, or a date and time in UTC."""
    from scuffle_platform.store.models import now

    if value == "now":
        return now()
    span = re.fullmatch(r"([0-9]{1,6})([mhd])", value)
    try:
        if span:
            return now() - timedelta(**{SPANS[span[2]]: int(span[1])})
        found = datetime.fromisoformat(value)
        return found.astimezone(UTC) if found.tzinfo else found.replace(tzinfo=UTC)
    except (ValueError, OverflowError):
        raise click.BadParameter(
            f"found {value!r}, wanted 90m, 2h or 3d ago, or a time such as 2026-11-30T14:03"
        ) from None


@command(
    "pause",
    """scuffle admin pause virus-war --why "Its rules are being mended."
    scuffle admin pause all""",
)
@click.argument("subject", metavar="GAME|LADDER|all")
@click.option("--why", default="", help="One sentence that everybody reads.")
@data_option
def pause(subject: str, why: str) -> None:
    """Start nothing more of a game, a ladder, or at all; what is being played ends."""
    from scuffle_platform import operations

    with _hand() as hand:
        click.echo(operations.pause(hand, subject, why))


@command(
    "resume",
    "scuffle admin resume virus-war",
)
@click.argument("subject", metavar="GAME|LADDER|all")
@data_option
def resume(subject: str) -> None:
    """End a pause."""
    from scuffle_platform import operations

    with _hand() as hand:
        click.echo(operations.resume(hand, subject))


@command(
    "drain",
    "scuffle admin drain worker-2",
)
@click.argument("worker")
@data_option
def drain(worker: str) -> None:
    """Let WORKER end what it plays and take nothing more; it stays up."""
    from scuffle_platform import operations

    with _hand() as hand:
        click.echo(operations.drain(hand, worker))


@command(
    "undrain",
    "scuffle admin undrain worker-2",
)
@click.argument("worker")
@data_option
def undrain(worker: str) -> None:
    """Let a drained WORKER work again."""
    from scuffle_platform import operations

    with _hand() as hand:
        click.echo(operations.undrain(hand, worker))


@command(
    "quarantine",
    'scuffle admin quarantine worker-2 --why "Its clock is wrong."',
)
@click.argument("worker")
@click.option("--why", default="", help="One sentence.")
@data_option
def quarantine(worker: str, why: str) -> None:
    """Take WORKER out of work by hand."""
    from scuffle_platform import operations

    with _hand() as hand:
        click.echo(operations.quarantine(hand, worker, why))


@command(
    "release",
    "scuffle admin release worker-2",
)
@click.argument("worker")
@data_option
def release(worker: str) -> None:
    """Bring WORKER back from quarantine."""
    from scuffle_platform import operations

    with _hand() as hand:
        click.echo(operations.release(hand, worker))


@command(
    "void",
    """scuffle admin void --worker worker-2 --since 3h
    scuffle admin void --worker worker-2 --since 3h --yes""",
)
@click.option("--worker", default="", help="Whose matches.")
@click.option("--engine", default="", help="Of which engine, such as scuffle/0.1.0.")
@click.option("--since", required=True, callback=_moment, help="90m, 2h, 3d ago, or a UTC time.")
@click.option("--until", default="now", callback=_moment, help="The same; default: now.")
@click.option("--why", default="", help="One sentence for the pages of the matches.")
@click.option("--yes", is_flag=True, help="Do it; without, only say how many it would be.")
@data_option
def void(worker: str, engine: str, since: datetime, until: datetime, why: str, yes: bool) -> None:
    """Take back all matches of a worker or an engine, and have them played again."""
    from scuffle_platform import operations
    from scuffle_platform.store import Store, voiding
    from scuffle_platform.store.models import now

    selection = voiding.Selection(since, until, worker, engine)
    with _told(), database() as url, Store(url) as store:
        if yes:
            click.echo(operations.void(store, None, selection, why, now()))
            return
        with store.reading() as session:
            click.echo(operations.preview_words(operations.preview(session, selection)))
        click.echo("Nothing was changed; add --yes to do it.")


@command(
    "rebuild",
    "scuffle admin rebuild virus-war",
)
@click.argument("subject", metavar="GAME|LADDER")
@data_option
def rebuild(subject: str) -> None:
    """Fit a ladder's ratings anew from all its results."""
    from scuffle_platform import operations

    with _hand() as hand:
        click.echo(operations.rebuild(hand, subject))


@command(
    "disable",
    "scuffle admin user disable anna",
)
@click.argument("name")
@data_option
def disable(name: str) -> None:
    """Shut the account NAME out; its bots rest."""
    from scuffle_platform import moderation

    with _hand() as hand:
        click.echo(moderation.disable_account(hand, name))


@command(
    "enable",
    "scuffle admin user enable anna",
)
@click.argument("name")
@data_option
def enable(name: str) -> None:
    """Let the account NAME in again."""
    from scuffle_platform import moderation

    with _hand() as hand:
        click.echo(moderation.disable_account(hand, name, off=False))


@command(
    "promote",
    "scuffle admin user promote anna",
)
@click.argument("name")
@data_option
def promote(name: str) -> None:
    """Make the account NAME an administrator."""
    from scuffle_platform import moderation

    with _hand() as hand:
        click.echo(moderation.make_admin(hand, name))


@command(
    "demote",
    "scuffle admin user demote anna",
)
@click.argument("name")
@data_option
def demote(name: str) -> None:
    """Let the account NAME be an administrator no longer."""
    from scuffle_platform import moderation

    with _hand() as hand:
        click.echo(moderation.make_admin(hand, name, on=False))


@group(
    "bot",
    """scuffle admin bot disable needle@3
    scuffle admin bot enable needle""",
)
def bot() -> None:
    """Take bots and versions out of play, and let them back."""


@bot.command(
    "disable",
    examples="""scuffle admin bot disable needle@3 --why "It attacks its opponents' files."
    scuffle admin bot disable needle""",
)
@click.argument("word", metavar="BOT[@VERSION]")
@click.option("--why", default="", help="One sentence for everybody.")
@data_option
def disable_bot(word: str, why: str) -> None:
    """Take a bot out of play, or one version of it for good."""
    from scuffle_platform import moderation
    from scuffle_platform.numbers import whole_number

    name, _, number = word.partition("@")
    version = whole_number(number)
    if number and version is None:
        raise click.BadParameter(f"found {number[:20]!r} after the @, wanted a version's number")
    with _hand() as hand:
        if version is not None:
            click.echo(moderation.disable_version(hand, name, version, why))
        else:
            click.echo(moderation.disable_bot(hand, name, why))


@bot.command(
    "enable",
    examples="scuffle admin bot enable needle",
)
@click.argument("word", metavar="BOT")
@data_option
def enable_bot(word: str) -> None:
    """Let a disabled bot play again."""
    from scuffle_platform import moderation

    with _hand() as hand:
        click.echo(moderation.disable_bot(hand, word, off=False))


ADMIN: tuple[click.Command, ...] = (
    pause, resume, drain, undrain, quarantine, release, void, rebuild, bot,
)  # fmt: skip
USER: tuple[click.Command, ...] = (disable, enable, promote, demote)


def join(admin: click.Group, user: click.Group) -> None:
    """Add these commands to ``scuffle admin`` and ``scuffle admin user``."""
    for one in ADMIN:
        admin.add_command(one)
    for one in USER:
        user.add_command(one)
