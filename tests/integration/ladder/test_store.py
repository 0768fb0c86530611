"""The store on both databases: tables, transactions, the house, what is kept how long."""

import threading
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

from scuffle import registry
from scuffle_platform import house
from scuffle_platform.store import Store, heartbeats, ladders, lifecycle, retention
from scuffle_platform.store.check import faults
from scuffle_platform.store.completeness import gaps
from scuffle_platform.store.formats import format_key
from scuffle_platform.store.integrity import violations
from scuffle_platform.store.migrate import differences, migrate, newest, revision
from scuffle_platform.store.models import (
    Account,
    Attempt,
    AttemptStatus,
    Bot,
    BotState,
    Entrant,
    Ladder,
    Log,
    Match,
    MatchSet,
    MatchStatus,
    Rating,
    Replay,
    SeatRow,
    Version,
    VersionStatus,
    now,
)


def test_the_migrations_make_the_tables_of_the_models(database_url: str) -> None:
    assert migrate(database_url) == newest()
    assert migrate(database_url) == newest()
    with Store(database_url) as store:
        assert revision(store) == newest()
        assert differences(store) == []


def test_a_transaction_that_raises_leaves_nothing(store: Store) -> None:
    with pytest.raises(ZeroDivisionError):
        _add_and_fail(store)
    with store.reading() as session:
        assert session.scalars(select(Account)).all() == []


def _add_and_fail(store: Store) -> None:
    with store.session() as session:
        session.add(Account(name="Ann", name_key="ann"))
        session.flush()
        raise ZeroDivisionError


def test_reading_waits_for_no_writer_and_sees_only_what_was_committed(store: Store) -> None:
    with store.session() as session:
        session.add(Account(name="Ann", name_key="ann"))
        session.flush()
        with store.reading() as reader:
            assert reader.scalars(select(Account)).all() == []
    with store.reading() as reader:
        account = reader.scalars(select(Account)).one()
        assert account.created.tzinfo is not None
        assert len(account.id) == 12


def test_two_names_may_not_differ_in_case_alone(store: Store) -> None:
    with pytest.raises(IntegrityError), store.session() as session:
        session.add_all([Account(name="Ann", name_key="ann"), Account(name="ANN", name_key="ann")])


def test_many_writers_lose_nothing(store: Store) -> None:
    """Each thread reads a counter and writes it back, one up, in one transaction."""
    house.seed(store)

    def count_up() -> None:
        for _ in range(5):
            with store.session() as session:
                ladder = session.scalars(
                    select(Ladder).where(Ladder.game == "virus-war").with_for_update()
                ).one()
                ladder.stale += 1

    threads = [threading.Thread(target=count_up) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with store.reading() as session:
        ladder = ladders.public(session, "virus-war")
        assert ladder is not None
        assert ladder.stale == 20


def test_a_moment_without_a_zone_is_refused(store: Store) -> None:
    with pytest.raises(Exception, match="no time zone"), store.session() as session:
        session.add(Account(name="a", name_key="a", created=now().replace(tzinfo=None)))


def test_the_house_has_a_ladder_and_ready_bots_for_every_game(store: Store) -> None:
    house.seed(store)
    house.seed(store)
    with store.reading() as session:
        for game in registry.games():
            ladder = ladders.public(session, game)
            assert ladder is not None
            assert ladder.rules_hash == registry.game(game).rules_hash()
            bots = session.scalars(select(Bot).where(Bot.game == game)).all()
            assert {bot.name for bot in bots} == set(registry.house_bots(game))
            assert {bot.state for bot in bots} == {BotState.ACTIVE}
            assert all(bot.account.is_house and bot.active_version for bot in bots)
        versions = session.scalars(select(Version)).all()
        assert {version.number for version in versions} == {1}
        assert {version.status for version in versions} == {VersionStatus.READY}


def test_a_changed_house_bot_gets_a_new_version(
    sqlite_store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    changed = tmp_path / "greedy_bot.py"
    source = registry.house_bots("virus-war")["greedy"].read_text(encoding="utf-8")
    changed.write_text(f"{source}\nNEWS = True\n", encoding="utf-8")
    bots = registry.house_bots("virus-war")
    monkeypatch.setattr(
        house, "house_bots", lambda game: {**bots, "greedy": changed} if game == "virus-war" else {}
    )
    house.seed(sqlite_store)
    with sqlite_store.reading() as session:
        query = select(Bot).where(Bot.game == "virus-war", Bot.name == "greedy")
        active = session.scalars(query).one().active_version
        assert active is not None
        assert active.number == 2


def test_changed_rules_open_a_new_epoch(
    sqlite_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry.game("virus-war"), "rules_version", 99)
    house.seed(sqlite_store)
    with sqlite_store.session() as session:
        query = select(Ladder).where(Ladder.game == "virus-war").order_by(Ladder.epoch)
        old, new = session.scalars(query)
        assert old.archived is not None
        assert (new.epoch, new.archived) == (2, None)
        assert new.secret != old.secret
        ladders.reconcile(session, new, now())
        bots = session.scalars(select(Bot).where(Bot.game == "virus-war")).all()
        assert len(ladders.entrants(session, new)) == len(bots)


def test_at_most_three_bots_of_an_account_play_in_a_ladder(sqlite_town: Any) -> None:
    town = sqlite_town
    ann = town.person("ann")
    for k in range(5):
        town.bot(f"bot{k}", ann)
        town.later(1)
        town.scheduler.make_sets(town.now)
    with town.store.session() as session:
        ladder = ladders.public(session, "virus-war")
        assert ladder is not None
        mine = [bot for bot in ladders.entrants(session, ladder) if bot.account_id == ann]
        assert [bot.name for bot in mine] == ["bot0", "bot1", "bot2"]
        session.get_one(Bot, mine[0].id).state = BotState.BENCHED
        session.flush()
        mine = [bot for bot in ladders.entrants(session, ladder) if bot.account_id == ann]
        assert [bot.name for bot in mine] == ["bot1", "bot2", "bot3"]
        assert len(session.scalars(select(Entrant).where(Entrant.left.is_(None))).all()) >= 5


def test_a_new_version_takes_over_unless_one_is_pinned(sqlite_town: Any) -> None:
    town = sqlite_town
    bot_id = town.bot("mine", town.person("ann"))
    for pinned in (False, True):
        version_id = town.version(bot_id, ready=False)
        with town.store.session() as session:
            session.get_one(Bot, bot_id).pinned = pinned
            lifecycle.make_ready(session, session.get_one(Version, version_id), town.now)
        assert (town.read(Bot, bot_id).active_version_id == version_id) is not pinned


def test_an_older_version_that_gets_ready_late_takes_nothing_over(sqlite_town: Any) -> None:
    town = sqlite_town
    bot_id = town.bot("mine", town.person("ann"))
    older = town.version(bot_id, ready=False)
    newer = town.version(bot_id)
    with town.store.session() as session:
        lifecycle.make_ready(session, session.get_one(Version, older), town.now)
    assert town.read(Bot, bot_id).active_version_id == newer


def test_a_new_version_brings_a_benched_bot_back(sqlite_town: Any) -> None:
    town = sqlite_town
    bot_id = town.bot("mine", town.person("ann"))
    version_id = town.version(bot_id, ready=False)
    with town.store.session() as session:
        lifecycle.bench(session.get_one(Bot, bot_id), "It failed.")
        lifecycle.make_ready(session, session.get_one(Version, version_id), town.now)
    bot = town.read(Bot, bot_id)
    assert (bot.state, bot.why) == (BotState.ACTIVE, "")


def test_old_logs_and_replays_go_but_not_a_bots_last(
    sqlite_town: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    town = sqlite_town
    monkeypatch.setattr(retention, "KEPT_MATCHES", 1)
    ids = []
    for _ in range(3):
        ids.append(town.match())
        town.report_match(ids[-1])
        town.later(60)
    town.later(timedelta(days=15).total_seconds())
    with town.store.session() as session:
        retention.sweep(session, town.now)
        assert {log.match_id for log in session.scalars(select(Log))} == {ids[2]}
        assert all(one.data for one in session.scalars(select(Replay)))
    town.later(timedelta(days=166).total_seconds())
    with town.store.session() as session:
        retention.sweep(session, town.now)
    with town.store.reading() as session:
        kept = {one.match_id: one.data is not None for one in session.scalars(select(Replay))}
        assert kept == {ids[0]: False, ids[1]: False, ids[2]: True}
        assert all(one.hash for one in session.scalars(select(Replay)))


def test_a_sound_database_has_no_faults(town: Any) -> None:
    for _ in range(2):
        town.show_card()
        town.tick(3)
        town.work()
        town.record()
    town.tick()
    assert faults(town.store.engine.url.render_as_string(hide_password=False)) == []


CONTRADICTIONS = {
    "has no replay": lambda s: s.delete(s.scalars(select(Replay)).first()),
    "another number of seats": lambda s: setattr(
        s.scalars(select(Match)).first(), "num_players", 3
    ),
    "has a replay and is not finished": lambda s: setattr(
        s.scalars(select(Match)).first(), "status", MatchStatus.QUEUED
    ),
    "has a wrong end": lambda s: setattr(s.scalars(select(MatchSet)).first(), "ended", None),
    "a rebuild says": lambda s: setattr(s.scalars(select(Rating)).first(), "rating", 1.5),
    "neither over nor open": lambda s: setattr(s.scalars(select(Match)).first(), "finished", None),
    "another number of attempts than one": lambda s: setattr(
        s.scalars(select(Attempt)).first(), "status", AttemptStatus.LOST
    ),
    "another number of attempts than it counts": lambda s: setattr(
        s.scalars(select(Match)).first(), "attempts", 2
    ),
    "other bytes": lambda s: setattr(s.scalars(select(Replay)).first(), "hash", "0" * 64),
    "ends in another way": lambda s: setattr(
        s.scalars(select(Match)).first(), "outcome", {"places": [1, 1]}
    ),
    "other places at its seats": lambda s: setattr(
        s.scalars(select(SeatRow)).first(), "place", None
    ),
    "in no fit": lambda s: setattr(s.scalars(select(Match)).first(), "fit_id", None),
    "rates 0 games and has the results of 2": lambda s: [
        setattr(one, "games", 0) for one in s.scalars(select(Rating))
    ],
    "without a ready version": lambda s: setattr(
        s.scalars(select(Bot)).first(), "active_version_id", None
    ),
}


@pytest.mark.parametrize("word", CONTRADICTIONS)
def test_a_contradiction_is_found(sqlite_town: Any, word: str) -> None:
    town = sqlite_town
    town.report_match(town.match())
    town.tick()
    town.tick(60)
    with town.store.session() as session:
        CONTRADICTIONS[word](session)
    with town.store.reading() as session:
        found = [*violations(session), *gaps(session, now())]
    assert any(word in sentence for sentence in found), found


def test_what_is_stuck_is_found_while_the_scheduler_works(sqlite_town: Any) -> None:
    """The clock of this town stands in the past, so nothing here would still be on time."""
    town = sqlite_town
    waiting = town.match()
    town.bot("mine", town.person("ann"), ready=False)
    with town.store.session() as session:
        attempt = Attempt(match_id=waiting, number=1, job_id="match-x-1", lease=town.now)
        attempt.status = AttemptStatus.RUNNING
        session.add(attempt)
        session.get_one(Match, waiting).attempts = 1
        heartbeats.beat(session, heartbeats.SCHEDULER, now())
    assert [sentence.split(maxsplit=2)[2] for sentence in faults(town.store.url)] == [
        "is past its deadline",
        "holds a worker's slot and its worker was not seen for a minute",
        "waits and nobody was to check it",
    ]
    with town.store.session() as session:
        heartbeats.beat(session, heartbeats.SCHEDULER, now() - timedelta(minutes=1))
    assert faults(town.store.url) == []


def test_a_format_is_a_short_text() -> None:
    assert format_key(2, {"b": 1, "a": [2]}) == '2:{"a":[2],"b":1}'
    long = format_key(3, {"cells": list(range(200))})
    assert len(long) == 200
    assert long != format_key(3, {"cells": list(range(201))})


def test_settings_that_the_game_does_not_take_make_no_set(sqlite_town: Any) -> None:
    town = sqlite_town
    with pytest.raises(registry.BadSettings):
        town.match(settings={"size": 99})
    assert town.matches() == []
