"""The commands ``scuffle worker`` and ``scuffle boards``."""

import os
import socket
from pathlib import Path

import click

from scuffle.backends import AUTO, NONE, backend_names
from scuffle.cli.command import command, data_option
from scuffle.hand import BOARDS, ENDS_AFTER_S
from scuffle.jobs import CHECKS, MATCHES
from scuffle.queue_address import queue_address
from scuffle_sandbox.places import SLOTS


def _queues(context: click.Context, option: click.Parameter, value: str) -> tuple[str, ...]:
    names = tuple(name.strip() for name in value.split(",") if name.strip())
    unknown = [name for name in names if name not in (CHECKS, MATCHES)]
    if unknown or not names:
        raise click.BadParameter(f"found {value!r}, wanted {CHECKS}, {MATCHES} or both")
    return names


def _backend(context: click.Context, option: click.Parameter, value: str) -> str:
    known = backend_names()
    if value == NONE:
        raise click.BadParameter("a worker runs strangers' code, and never without a cage")
    if value not in (AUTO, *known):
        raise click.BadParameter(f"found {value!r}, wanted {AUTO}, {' or '.join(known)}")
    return value


def _redis(context: click.Context, option: click.Parameter, value: str) -> str:
    """The queue's address, found as recorder and scheduler find it."""
    from redis.connection import parse_url

    value = queue_address(value, Path(os.environ.get("SCUFFLE_DATA") or "data"))
    try:
        parse_url(value)  # type: ignore[no-untyped-call]
    except ValueError as error:
        raise click.BadParameter(f"found {value!r}: {error}") from None
    return value


redis_option = click.option(
    "--redis",
    envvar="SCUFFLE_REDIS_URL",
    show_envvar=True,
    default="",
    show_default="the socket in the data folder",
    callback=_redis,
    help="Where the queue is.",
)
backend_option = click.option(
    "--backend",
    envvar="SCUFFLE_SANDBOX",
    show_envvar=True,
    default="auto",
    show_default=True,
    callback=_backend,
    help="Cages: auto, bubblewrap or docker.",
)


@command(
    "worker",
    """scuffle worker --data data --slot 0
    scuffle worker --redis rediss://worker@queue.example.org --queues matches --backend docker""",
)
@redis_option
@click.option("--name", default=socket.gethostname, help="Shown on the site; default: the host's.")
@click.option(
    "--queues",
    default=f"{CHECKS},{MATCHES}",
    show_default=True,
    callback=_queues,
    help="What to take, most urgent first.",
)
@click.option(
    "--slot",
    type=click.IntRange(0, SLOTS - 1),
    default=0,
    show_default=True,
    help="Unique among this host's workers; each slot's cages run as a user of their own.",
)
@backend_option
@data_option
def worker(redis: str, name: str, queues: tuple[str, ...], slot: int, backend: str) -> None:
    """Play matches and check uploads in cages."""
    from scuffle_sandbox.worker import Post, serve

    serve(Post(redis, name, queues, slot, backend))


@command(
    "boards",
    """scuffle boards --data data
    scuffle boards --redis rediss://boards@queue.example.org --boards 8""",
)
@redis_option
@click.option("--name", default="boards", show_default=True, help="Shown on the site.")
@click.option(
    "--boards",
    "count",
    envvar="SCUFFLE_HAND_BOARDS",
    show_envvar=True,
    type=click.IntRange(1, SLOTS),
    default=BOARDS,
    show_default=True,
    help="How many people may play at a time.",
)
@click.option(
    "--slot",
    type=click.IntRange(0, SLOTS - 1),
    help="Of the first board; each has one of its own. Default: the last ones of the host.",
)
@click.option(
    "--grace",
    type=click.IntRange(0, ENDS_AFTER_S),
    default=0,
    show_default=True,
    help="Seconds for which people may play on after SIGTERM; a second one ends it.",
)
@backend_option
@data_option
def boards(redis: str, name: str, count: int, slot: int | None, grace: int, backend: str) -> None:
    """Play people's matches: house bots right here, other people's bots in cages."""
    from scuffle_sandbox.boards import HandPost, serve

    first = SLOTS - count if slot is None else min(slot, SLOTS - count)
    serve(HandPost(redis, name, count, first, backend, grace))
