"""``scuffle admin league``: a league made by an operator for somebody else."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import click

from scuffle.cli.command import data_option, group
from scuffle.cli.exits import Failure
from scuffle_platform.opening import database
from scuffle_platform.site_option import site_option

if TYPE_CHECKING:
    from scuffle_platform.store.leagues import Plan

CLOSES = click.DateTime(["%Y-%m-%d", "%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S"])


@group(
    "league",
    "scuffle admin league create 7b --game virus-war --owner anna --closes 2027-06-30",
)
def league() -> None:
    """Make leagues."""


@league.command(
    "create",
    examples="""scuffle admin league create 7b --game virus-war --owner anna --closes 2027-06-30
    scuffle admin league create Cup --game virus-war --owner anna --closes 2027-06-30 --public""",
)
@click.argument("name")
@click.option("--game", required=True, help="What it plays.")
@click.option("--owner", required=True, help="The account that runs it.")
@click.option("--closes", required=True, type=CLOSES, help="When its final begins, in UTC.")
@click.option("--public", is_flag=True, help="Everybody sees it, not its members alone.")
@click.option("--late-replays", is_flag=True, help="Others' replays open after the close.")
@site_option
@data_option
def create_league(
    name: str, game: str, owner: str, closes: datetime, public: bool, late_replays: bool, url: str
) -> None:
    """Make the league NAME; prints the code and the address by which people join."""
    from scuffle_platform import leagues
    from scuffle_platform.problems import Problem
    from scuffle_platform.store.leagues import Plan
    from scuffle_platform.store.models import Replays, Visibility

    plan = Plan(
        name,
        Visibility.PUBLIC if public else Visibility.PRIVATE,
        Replays.AFTER_CLOSE if late_replays else Replays.AT_ONCE,
        closes.replace(tzinfo=UTC),
    )
    try:
        with database() as address:
            code = _made(address, game, owner, leagues.checked(game, plan))
    except Problem as problem:
        raise Failure(f"{problem.detail} {problem.hint}") from None
    click.echo(f"Code:    {code}")
    click.echo(f"To join: {url}/leagues/join?code={code}")


def _made(address: str, game: str, owner: str, plan: "Plan") -> str:
    """The code of the league, which is noted in the audit trail."""
    from scuffle import registry
    from scuffle_platform.store import Store, accounts, audit, leagues
    from scuffle_platform.store.models import now

    with Store(address) as store, store.session() as session:
        account = accounts.by_name(session, owner)
        if account is None:
            raise Failure(f"There is no account '{owner}'; make it: scuffle admin user create.")
        made = leagues.create(session, registry.game(game), account.id, plan, now())
        audit.note(session, None, "league create", made.ladder_id, name=plan.name)
        return made.code
