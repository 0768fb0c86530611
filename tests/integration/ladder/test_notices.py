"""What people are told: in the transaction of what happened, once, and never without end."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from itertools import count
from threading import Barrier
from typing import Any

import pytest
from sqlalchemy import select

from scuffle import registry
from scuffle.jobs import check_job_id, match_job_id
from scuffle_platform import moderation
from scuffle_platform.operations import Hand
from scuffle_platform.store import accounts, inbox, ladders, leagues, overtaking, series
from scuffle_platform.store.inbox import News
from scuffle_platform.store.leagues import Plan
from scuffle_platform.store.models import (
    Fit,
    Notice,
    NoticeKind,
    Replays,
    Series,
    Version,
    Visibility,
)
from scuffle_platform.store.series import Question


def told(town: Any, account: str) -> list[tuple[str, dict[str, Any]]]:
    """Kinds and what they are about, the oldest first."""
    with town.store.reading() as session:
        query = select(Notice).where(Notice.account_id == account)
        rows = session.scalars(query.order_by(Notice.created, Notice.id)).all()
        return [(one.kind.value, one.about) for one in rows]


def kinds(town: Any, account: str) -> list[str]:
    return [kind for kind, _ in told(town, account)]


def test_a_check_is_told_once_however_often_it_is_recorded(town: Any) -> None:
    ann = town.person("ann")
    bot = town.bot("mine", ann, ready=False)
    town.tick()
    (version,) = town.versions(bot)
    job_id = check_job_id(version, 1)
    town.report(job_id, town.checked(town.check_job(job_id)).model_dump(mode="json"))
    town.record()
    town.record()
    assert told(town, ann) == [("ready", {"bot": bot, "version": 1, "plays": True})]


def test_a_rejection_says_why(sqlite_town: Any) -> None:
    town = sqlite_town
    ann = town.person("ann")
    bot = town.bot("mine", ann, ready=False)
    town.player = town.crash
    town.tick()
    town.work()
    town.record()
    [(kind, about)] = told(town, ann)
    assert (kind, about["bot"]) == ("rejected", bot)
    assert about["why"] == "crash after 0 steps: it raised."


def test_the_first_fault_of_a_version_is_told_and_then_that_it_is_benched(quiet: Any) -> None:
    town, ann = quiet, quiet.person("ann")
    bot = town.bot("mine", ann)
    town.player = town.crash
    for _ in range(5):
        match = town.match_of(bot)
        job = town.start(match)
        crashed = town.played(job, town.crash, town.any_action)
        town.report(match_job_id(match, 1), crashed.model_dump(mode="json"))
        town.record()
        town.later(5)
    assert kinds(town, ann) == ["fault", "benched"]
    (_, fault), (_, benched) = told(town, ann)
    assert (fault["verdict"], fault["version"]) == ("crash", 1)
    assert fault["match"] != match
    assert "last 5 ladder matches" in benched["why"]
    town.version(bot)
    match = town.match_of(bot)
    crashed = town.played(town.start(match), town.crash, town.any_action)
    town.report(match_job_id(match, 1), crashed.model_dump(mode="json"))
    town.record()
    assert kinds(town, ann).count("fault") == 2, "the next version has a first fault of its own"


def test_what_is_rolled_back_was_not_told(quiet: Any) -> None:
    ann = quiet.person("ann")
    bot = quiet.bot("mine", ann)
    quiet.version(bot)
    with quiet.store.session() as session:
        new, old = (session.get_one(Version, one) for one in reversed(quiet.versions(bot)))
        new.source_hash, old.source_hash = old.upload_hash, old.source_hash
        asked = series.begin(session, ann, Question(new, old), quiet.now).id
        session.get_one(Series, asked).gains = [0.5] * 60

    def step_and_fall() -> None:
        with quiet.store.session() as session:
            series.step(session, asked, 2000, quiet.now)
            raise RuntimeError("the power went")

    with pytest.raises(RuntimeError):
        step_and_fall()
    assert kinds(quiet, ann) == []
    for _ in range(2):
        with quiet.store.session() as session:
            series.step(session, asked, 2000, quiet.now)
    assert told(quiet, ann) == [("series", {"series": asked})]


def overtake(town: Any, number: int, before: list[str], after: list[str]) -> None:
    """A fit that finds the active versions of these bots in another order."""
    with town.store.session() as session:
        ladder = ladders.public(session, town.game)
        assert ladder is not None
        versions = {bot.id: bot.active_version_id for bot in ladders.entrants(session, ladder)}
        fit = Fit(ladder_id=ladder.id, number=number, created=town.now, matches=1)
        session.add(fit)
        session.flush()
        places = [
            {versions[bot]: place for place, bot in enumerate(order, 1)}
            for order in (before, after)
        ]
        overtaking.tell(session, ladder, fit, *places)


def test_who_is_overtaken_hears_of_it_once_a_day(quiet: Any) -> None:
    numbers = count(1)
    ann, ben = quiet.person("ann"), quiet.person("ben")
    mine, also, theirs = quiet.bot("mine", ann), quiet.bot("also", ann), quiet.bot("theirs", ben)
    with quiet.store.session() as session:
        ladder = ladders.public(session, quiet.game)
        assert ladder is not None
        ladders.reconcile(session, ladder, quiet.now)
    overtake(quiet, next(numbers), [mine, also, theirs], [also, mine, theirs])
    assert kinds(quiet, ann) == [], "by a bot of one's own nobody is overtaken"
    overtake(quiet, next(numbers), [mine, also, theirs], [theirs, mine, also])
    assert {about["bot"]: (about["other"], about["was"], about["place"]) for _, about in
            told(quiet, ann)} == {mine: (theirs, 1, 2), also: (theirs, 2, 3)}  # fmt: skip
    quiet.later(3600)
    overtake(quiet, next(numbers), [mine, also, theirs], [theirs, mine, also])
    quiet.later(86_400)
    overtake(quiet, next(numbers), [mine, also, theirs], [theirs, mine, also])
    assert len(told(quiet, ann)) == 2, "not again while the last is unread"
    with quiet.store.session() as session:
        inbox.read_until(session, ann, quiet.now, quiet.now)
    overtake(quiet, next(numbers), [mine, also, theirs], [theirs, also, mine])
    assert len(told(quiet, ann)) == 3


def test_a_member_hears_of_the_close_and_of_a_removal(quiet: Any) -> None:
    owner, ann = quiet.person("owner"), quiet.person("ann")
    plan = Plan("7 b", Visibility.PRIVATE, Replays.AT_ONCE, quiet.now + timedelta(days=9))
    with quiet.store.session() as session:
        league = leagues.create(session, registry.game(quiet.game), owner, plan, quiet.now)
        leagues.join(session, league, ann, quiet.now)
        leagues.set_close(session, league, quiet.now + timedelta(days=2), quiet.now)
        leagues.remind(session, quiet.now)
        for _ in range(2):
            leagues.remind(session, quiet.now + timedelta(days=1, hours=2))
        member = leagues.member(session, league.ladder_id, ann)
        assert member is not None
        leagues.leave(session, member, quiet.now, removed=True)
    assert sorted(about["event"] for _, about in told(quiet, ann)) == ["closes", "removed", "soon"]
    assert told(quiet, owner) == []


def test_an_owner_hears_what_an_administrator_did(quiet: Any) -> None:
    ann = quiet.person("ann")
    bot = quiet.bot("mine", ann)
    with quiet.store.session() as session:
        moderation.disable_bot(Hand(session, None, quiet.now), bot, "It was rude.")
        moderation.disable_bot(Hand(session, None, quiet.later(5)), bot, off=False)
        moderation.disable_version(Hand(session, None, quiet.later(5)), bot, 1)
    assert [about.get("why") for _, about in told(quiet, ann)] == [
        "It was rude.",
        "",
        "Disabled by an administrator.",
    ]


def test_an_inbox_is_bounded_and_goes_with_its_account(quiet: Any) -> None:
    ann, at = quiet.person("ann"), quiet.now
    with quiet.store.session() as session:
        for number in range(inbox.MOST + 50):
            moment = at - timedelta(minutes=number)
            news = News(ann, NoticeKind.LEAGUE, f"closes/{number}", {"number": number})
            inbox.tell(session, [news], moment)
        inbox.read_until(session, ann, at - timedelta(minutes=100), at - timedelta(days=31))
        inbox.sweep(session, at)
    assert sorted(about["number"] for _, about in told(quiet, ann)) == list(range(100))
    with quiet.store.session() as session:
        accounts.erase(session, ann)
    assert told(quiet, ann) == []


def test_two_that_tell_the_same_at_once_tell_it_once(town: Any) -> None:
    """Two recorders may hold two faults of one version: the later one waits, and is not torn."""
    ann, start = town.person("ann"), Barrier(3)

    def tell(number: int) -> None:
        start.wait(30)
        with town.store.session() as session:
            same = News(ann, NoticeKind.FAULT, "fault/x")
            own = News(ann, NoticeKind.FAULT, f"fault/{number}")
            inbox.tell(session, [same, own], town.now)

    with ThreadPoolExecutor(3) as pool:
        list(pool.map(tell, range(3)))
    assert len(told(town, ann)) == 4
