"""A version's page after an upload: each step of its way, to its place and its first loss."""

import re
from collections.abc import Callable
from datetime import timedelta

from flask.testing import FlaskClient
from integration.site.conftest import Site
from sqlalchemy import select

from scuffle_platform.store import attempts
from scuffle_platform.store.models import (
    Attempt,
    AttemptStatus,
    Bot,
    Match,
    MatchKind,
    Rating,
    SeatRow,
    Version,
    now,
)

Enter = Callable[[str], FlaskClient]


def steps_of(page: str) -> list[tuple[str, str]]:
    """Tone and words of each step."""
    listed = page.split('<ol class="steps">')[1].split("</ol>")[0]
    found = re.findall(r'<li class="(\w+)"><strong>([^<]+)</strong><p>([^<]*)</p>', listed)
    return [(tone, f"{title}: {sentence}") for tone, title, sentence in found]


def poll_of(page: str) -> int:
    found = re.search(r'data-poll="(\d+)"', page)
    return int(found[1]) if found else 0


def test_what_waits_says_its_position_and_what_is_to_come(site: Site, enter: Enter) -> None:
    page = f"/bots/{site.town.bots['fresh']}/versions/1"
    text = enter("ada").get(page).text
    tones = [tone for tone, _ in steps_of(text)]
    assert tones == ["good", "busy", "later", "later", "later"]
    assert steps_of(text)[1][1].startswith("Queued for its check: ")
    assert poll_of(text) == 2
    with site.store.session() as session:
        query = select(Version).where(Version.bot_id == site.town.bots["fresh"])
        waits = session.scalars(query).one()
        other = session.get_one(Version, waits.id)
        attempt = attempts.open_for_check(session, other, now() - timedelta(seconds=1))
        attempt.status = AttemptStatus.RUNNING
    assert "Being checked: A worker builds it" in str(steps_of(enter("ada").get(page).text))
    with site.store.session() as session:
        session.delete(session.get_one(Attempt, attempt.id))


def test_what_is_ready_says_margin_place_and_first_loss(
    site: Site, enter: Enter, stranger: FlaskClient
) -> None:
    page = f"/bots/{site.town.bots['needle']}/versions/2"
    text = enter("ada").get(page).text
    words = dict(step.split(": ", 1) for _, step in steps_of(text))
    assert "The slowest took 1 % of what is allowed." in words["Three starts"]
    assert re.match(r"Placed \d+ of \d+\. \d+ games so far\.", words["On the ladder"])
    assert "Your first loss" in words
    assert poll_of(text) == 0
    shown = steps_of(stranger.get(page).text)
    assert [step.split(":")[0] for _, step in shown] == [
        "Uploaded", "Ready", "On the ladder", "Its first loss",
    ]  # fmt: skip


def test_the_first_loss_is_the_first_ranked_one(site: Site, enter: Enter) -> None:
    with site.store.reading() as session:
        version = session.scalars(
            select(Version).where(Version.bot_id == site.town.bots["needle"], Version.number == 2)
        ).one()
        query = (
            select(Match.id)
            .join(SeatRow)
            .where(SeatRow.version_id == version.id, SeatRow.place > 1, Match.ranked)
            .order_by(Match.finished)
        )
        first = session.scalars(query).first()
    text = enter("ada").get(f"/bots/{version.bot_id}/versions/2").text
    assert f'<a href="/matches/{first}">Watch it</a>' in text


def test_the_check_match_is_a_link_for_the_owner(site: Site, enter: Enter) -> None:
    with site.store.session() as session:
        bot = session.get_one(Bot, site.town.bots["lantern"])
        version = session.get_one(Version, bot.active_version_id)
        check = Match(
            kind=MatchKind.CHECK, game=bot.game, settings={}, num_players=2, seed="s", seats=[]
        )
        session.add(check)
        session.flush()
        version.check_match_id = check.id
        page = f"/bots/{bot.id}/versions/{version.number}"
    assert f'<a href="/matches/{check.id}">Watch it</a>' in enter("ada").get(page).text
    assert check.id not in enter("grace").get(page).text


def test_an_older_version_says_that_another_plays(site: Site, enter: Enter) -> None:
    text = enter("ada").get(f"/bots/{site.town.bots['needle']}/versions/1").text
    assert "It has not played. Another version of the bot plays." in str(steps_of(text))
    assert poll_of(text) == 0


def test_a_version_that_has_not_played_is_not_said_to_be_placed(site: Site, enter: Enter) -> None:
    """A fit ranks newcomers too, by what is taken for granted of them."""
    needle = site.town.bots["needle"]
    query = select(Rating).join(Version).where(Version.bot_id == needle, Version.number == 2)
    with site.store.session() as session:
        games = {one.ladder_id: one.games for one in session.scalars(query)}
        for one in session.scalars(query):
            one.games = 0
    try:
        shown = steps_of(enter("ada").get(f"/bots/{needle}/versions/2").text)
        assert ("busy", "On the ladder: Its first matches are on their way.") in shown
    finally:
        with site.store.session() as session:
            for one in session.scalars(query):
                one.games = games[one.ladder_id]
