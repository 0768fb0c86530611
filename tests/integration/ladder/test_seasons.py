"""A season ends: what it was stays, and the next begins where it stopped, less sure."""

from math import hypot
from typing import Any

import pytest
from click.testing import CliRunner
from ladder_town import Town

from scuffle import registry
from scuffle.cli import main
from scuffle_platform.app import create_app
from scuffle_platform.settings import Settings
from scuffle_platform.store import completeness, integrity, ladders, seasons, standings
from scuffle_platform.store.models import Ladder, Match, MatchStatus, Rating, Version, VersionStatus
from scuffle_platform.store.pages import leaderboards
from scuffle_platform.store.seasons import SPREAD, WIDENING


def play(town: Town, rounds: int) -> None:
    for _ in range(rounds):
        town.show_card()
        town.tick(2)
        town.work()
        town.record()
    town.tick(2)


@pytest.fixture
def ladder(sqlite_town: Town) -> Town:
    """A ladder that has played a while."""
    sqlite_town.bot("needle", sqlite_town.person("ada"))
    play(sqlite_town, 4)
    return sqlite_town


def end_season(town: Town, name: str = "") -> tuple[str, str]:
    """Ids of the ladder that ended and of the one that began."""
    with town.store.session() as session:
        old = ladders.public(session, town.game)
        assert old is not None
        fresh = seasons.start(session, registry.game(town.game), name, town.now)
        return old.id, fresh.id


def ratings(town: Town, ladder_id: str) -> dict[str, Rating]:
    with town.store.reading() as session:
        return {
            row.version_id: row
            for row in session.query(Rating).filter_by(ladder_id=ladder_id).order_by(Rating.rank)
        }


def whole(town: Town) -> None:
    with town.store.reading() as session:
        assert integrity.violations(session) == []
        assert list(completeness.gaps(session, town.now)) == []


def test_the_next_season_begins_with_the_last_ratings_widened(ladder: Town) -> None:
    old, new = end_season(ladder)
    before = ratings(ladder, old)
    assert {row.rank for row in before.values()} != {None}
    ladder.tick(2)
    after = ratings(ladder, new)
    assert set(after) == set(before)
    for version, row in after.items():
        last = before[version]
        assert row.games == 0
        assert row.rating == pytest.approx(last.rating, abs=0.02)
        held = last.plus_minus == 0
        wide = 0.0 if held else SPREAD * hypot(last.plus_minus / SPREAD, WIDENING)
        assert row.plus_minus == pytest.approx(wide, abs=0.02)
    whole(ladder)


def test_what_is_archived_stays_and_nothing_more_is_made_for_it(ladder: Town) -> None:
    old, new = end_season(ladder, "Spring")
    before = {version: row.rating for version, row in ratings(ladder, old).items()}
    made = len(ladder.matches(ladder_id=old))
    play(ladder, 3)
    assert len(ladder.matches(ladder_id=old)) == made
    assert ladder.matches(ladder_id=new)
    assert {version: row.rating for version, row in ratings(ladder, old).items()} == before
    assert ladder.read(Ladder, old).name == "Spring"
    with ladder.store.reading() as session:
        [past] = seasons.archived(session, ladder.game)
        assert (past.id, past.name) == (old, "Spring")
        assert past.matches == len(ladder.matches(ladder_id=old, status=MatchStatus.FINISHED))
        shown = leaderboards.shown_fit(session, ladder.game)
        assert shown is not None
        assert shown[0] == new
    whole(ladder)


def test_what_waits_is_cancelled_and_what_plays_counts_for_the_old_season(ladder: Town) -> None:
    ladder.show_card()
    ladder.tick(2)
    playing, *waiting = ladder.matches(status=MatchStatus.QUEUED)
    with ladder.store.session() as session:
        session.get_one(Match, playing.id).status = MatchStatus.PLAYING
    old, new = end_season(ladder)
    ended = [ladder.read(Match, match.id) for match in waiting]
    assert {match.status for match in ended} <= {MatchStatus.CANCELLED}
    ladder.tick(2)
    fitted = ladder.read(Ladder, new).fitted
    ladder.work()
    ladder.record()
    assert ladder.read(Match, playing.id).status is MatchStatus.FINISHED
    ladder.tick(2)
    assert ladder.read(Match, playing.id).fit_id is not None
    assert ladder.read(Match, playing.id).ladder_id == old
    # The next season is fitted anew upon the numbers that it begins with.
    ladder.tick(2)
    assert ladder.read(Ladder, new).fitted > fitted
    whole(ladder)


def test_a_later_version_begins_where_its_bot_stopped(ladder: Town) -> None:
    old, new = end_season(ladder)
    with ladder.store.reading() as session:
        query = session.query(Rating).filter_by(ladder_id=old).join(Version)
        needle = next(row for row in query if row.bot.name == "needle")
        expected, bot = needle.rating, needle.bot_id
    later = ladder.version(bot)
    ladder.tick(2)
    ladder.tick(2)
    found = ratings(ladder, new)[later]
    assert found.rating == pytest.approx(expected, abs=0.02)
    assert found.plus_minus > ratings(ladder, old)[needle.version_id].plus_minus
    assert ladder.read(Version, later).status is VersionStatus.READY
    whole(ladder)


def test_new_rules_open_an_epoch_that_begins_with_nothing(
    ladder: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = registry.game(ladder.game)
    monkeypatch.setattr(game, "rules_hash", classmethod(lambda _: "other rules"))
    with ladder.store.session() as session:
        old = ladders.public(session, ladder.game)
        assert old is not None
        fresh = ladders.open_public(session, game, ladder.now)
        assert (fresh.epoch, fresh.carries_id) == (old.epoch + 1, None)
        assert old.archived == ladder.now
        assert old.name == "Epoch 1, under earlier rules"
        assert seasons.priors(session, fresh, ratings(ladder, old.id)) == {}


def test_the_seasons_are_numbered_and_a_rebuild_says_the_same(ladder: Town) -> None:
    end_season(ladder)
    play(ladder, 2)
    _, third = end_season(ladder)
    play(ladder, 2)
    with ladder.store.reading() as session:
        names = [past.name for past in seasons.archived(session, ladder.game)]
        assert names == ["Season 2", "Season 1"]
        rebuilt = standings.solve(standings.material(session, third)).estimates
    live = {version: row.rating for version, row in ratings(ladder, third).items()}
    assert live == {version: one.rating for version, one in rebuilt.items()}
    whole(ladder)


def test_the_command_ends_a_season_and_the_pages_show_it(
    ladder: Town, monkeypatch: pytest.MonkeyPatch, empty_valkey: str
) -> None:
    monkeypatch.setenv("SCUFFLE_DATA", str(ladder.folder))

    def admin(*words: str) -> Any:
        return CliRunner().invoke(main, ["admin", "season", "start", *words])

    said = admin(ladder.game, "--name", "Summer")
    assert said.exit_code == 0, said.output
    assert said.output.startswith("Summer of Virus War is archived; the next one plays")
    assert admin("virus-wart").output.rstrip().endswith("?")
    assert "Choose a name" in admin(ladder.game, "--name", "x" * 99).output
    play(ladder, 2)
    app = create_app(Settings(data=ladder.folder, redis_url=empty_valkey), TESTING=True)
    client = app.test_client()
    now = client.get(f"/games/{ladder.game}/leaderboard").text
    assert "Summer" in now
    [past] = [one for one in client.get("/api/v1/ladders").json["items"] if one["archived"]]
    page = client.get(f"/games/{ladder.game}/seasons/{past['id']}").text
    assert "this is how it stood" in page
    assert "needle" in page
    matches = client.get(f"/games/{ladder.game}/matches?ladder={past['id']}")
    assert "Left out" not in matches.text
    assert client.get(f"/games/{ladder.game}/seasons/nothing").status_code == 404
    app.extensions["scuffle.store"].close()


def test_a_season_ends_in_both_databases(town: Town) -> None:
    play(town, 2)
    _, new = end_season(town)
    town.tick(2)
    assert ratings(town, new)
    whole(town)
