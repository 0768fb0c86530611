"""What a newcomer reads of fairness: why a win raised nothing, what a seat is worth, new rules."""

import random
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from ladder_results import finished
from ladder_town import Town
from sqlalchemy import select

from scuffle import registry
from scuffle.function_seat import FunctionSeat
from scuffle.limits import Limits
from scuffle.match import play_match
from scuffle.replay import Replay, verify
from scuffle_platform import house
from scuffle_platform.app import create_app
from scuffle_platform.settings import Settings
from scuffle_platform.store import ladders
from scuffle_platform.store.models import Rating, SeatRow


@pytest.fixture
def app(sqlite_town: Town, empty_valkey: str) -> Iterator[Flask]:
    settings = Settings(
        data=sqlite_town.folder, database_url=sqlite_town.store.url, redis_url=empty_valkey
    )
    app = create_app(settings, TESTING=True, RATELIMIT_ENABLED=False)
    yield app
    app.extensions["scuffle.store"].close()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


def two_versions(town: Town) -> tuple[str, str]:
    bots = [town.bot(name, town.person(f"owner-of-{name}")) for name in ("strong", "weak")]
    (strong,), (weak,) = (town.versions(bot) for bot in bots)
    return strong, weak


def fit(town: Town) -> None:
    town.scheduler.fit(town.later(60))


def shown(town: Town, version: str) -> tuple[float, float]:
    """Rating and lower end of the interval, by which leaderboards are sorted."""
    with town.store.reading() as session:
        row = session.scalars(select(Rating).where(Rating.version_id == version)).one()
        return row.rating, row.rating - row.plus_minus


REASONS = ("counts once", "all but certain", "what this seat is worth")


def test_a_hundred_wins_against_a_far_weaker_bot_raise_the_number_or_say_why(
    sqlite_town: Town, client: FlaskClient
) -> None:
    """Field report D3; every twentieth repeats an earlier game, as deterministic bots do."""
    town = sqlite_town
    strong, weak = two_versions(town)
    before, pages = (0.0, 0.0), []
    for number in range(100):
        seats, places = ((strong, weak), (1, 2)) if number % 2 else ((weak, strong), (2, 1))
        game = number - 2 if number % 20 == 19 else number
        pages.append(finished(town, seats, places, actions=f"game {game}"))
        if number % 5 == 4:
            fit(town)
            after = shown(town, strong)
            assert all(new >= old for new, old in zip(after, before, strict=True)), number
            before = after
    with town.store.reading() as session:
        won = select(SeatRow).where(SeatRow.version_id == strong)
        told = {seat.match_id: (seat.change, seat.sentence) for seat in session.scalars(won)}
    assert len(told) == len(pages) == 100
    for change, sentence in told.values():
        assert change > 0 or any(reason in sentence for reason in REASONS), sentence
    assert sum("counts once" in sentence for _, sentence in told.values()) == 5
    for match in (pages[0], pages[39], pages[99]):
        assert told[match][1] in client.get(f"/matches/{match}").text


MATCHES = 80


def self_play(seed: int) -> tuple[int, ...]:
    """Places of one real match between two players of the same, random strength."""
    rng = random.Random(seed)
    choose = lambda state: rng.choice(state["legal_actions"])  # noqa: E731
    game = registry.make("virus-war", {"size": 6})
    seats = [FunctionSeat(choose), FunctionSeat(choose)]
    outcome = play_match(game, 2, seats, str(seed), Limits()).outcome
    assert outcome is not None
    return tuple(outcome.places)


def test_what_a_seat_is_worth_is_told_with_its_interval(
    sqlite_town: Town, client: FlaskClient
) -> None:
    """Field report D7: self-play of a sample bot, and the number that site and API give of it."""
    town, won = sqlite_town, 0.0
    pair = two_versions(town)
    for seed in range(MATCHES):
        places = self_play(seed)
        won += (1 + (places[1] - places[0])) / 2
        seats = pair if seed % 2 else pair[::-1]
        finished(town, seats, places, actions=f"game {seed}", settings={"size": 6})
    for _ in range(2):  # the bots are let in, then ranked
        town.tick(60)
    told = client.get(f"/api/v1/games/{town.game}/leaderboard").json["as_of"]["biases"]
    first, second = sorted(told, key=lambda one: one["seat"])
    assert first["matches"] == MATCHES
    assert first["low"] < 100 * won / MATCHES < first["high"]
    assert first["win_percent"] == pytest.approx(100 * won / MATCHES, abs=2)
    assert first["high"] - first["low"] < 30
    assert first["win_percent"] + second["win_percent"] == pytest.approx(100, abs=0.02)
    page = client.get(f"/games/{town.game}/leaderboard").text
    assert f"{round(first['win_percent'], 1)} %" in page
    assert f"{round(first['low'], 1)} to {round(first['high'], 1)}" in page


def play(town: Town) -> None:
    for _ in range(3):
        town.show_card()
        town.tick(2)
        town.work()
        town.record()


def archived_and_open(client: FlaskClient, game: str) -> tuple[dict[str, Any], dict[str, Any]]:
    items = client.get("/api/v1/ladders").json["items"]
    (old,) = [one for one in items if one["game"] == game and one["archived"]]
    (new,) = [one for one in items if one["game"] == game and not one["archived"]]
    return old, new


def test_new_rules_archive_the_ladder_and_an_old_replay_says_why_it_does_not_verify(
    sqlite_town: Town, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    town = sqlite_town
    play(town)
    match = town.matches(status="finished")[0]
    rules = registry.game(town.game)
    old_hash = rules.rules_hash()
    replay = Replay.from_bytes(client.get(f"/matches/{match.id}/replay.json").data)
    assert verify(replay) is None

    monkeypatch.setattr(rules, "rules_hash", classmethod(lambda _: "f" * 16))
    house.seed(town.store)
    with town.store.session() as session:
        fresh = ladders.public(session, town.game)
        assert fresh is not None
        fresh.opens = town.now
    difference = verify(replay)
    assert difference is not None
    assert old_hash in difference.sentence
    assert "f" * 16 in difference.sentence
    old, new = archived_and_open(client, town.game)
    assert match.ladder_id == old["id"]
    assert client.get(f"/matches/{match.id}").status_code == 200
    assert "earlier rules" in client.get(f"/games/{town.game}/seasons/{old['id']}").text
    play(town)
    assert {one.ladder_id for one in town.matches(status="finished")} == {old["id"], new["id"]}
