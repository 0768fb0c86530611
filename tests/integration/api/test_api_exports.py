"""In bulk: matches line by line, gzipped and resumable; the replays of a day; Markdown."""

import gzip
import io
import json
import tarfile
from datetime import timedelta

import pytest

from scuffle.replay import Replay, verify
from scuffle_platform.api import exports
from scuffle_platform.api.matches import MatchItem
from scuffle_platform.store.models import Match, MatchKind, MatchSet, MatchStatus, SeatRow, now
from scuffle_platform.store.models import Replay as ReplayRow
from scuffle_platform.web.docs import PAGES

GAME = "virus-war-fog"


@pytest.fixture
def bots(anna, ben):
    """A bot of anna's and one of ben's."""
    return anna.bot("one", GAME), ben.bot("two", GAME)


@pytest.fixture
def by_hand(bots, played, store, anna):
    """A match that anna played herself; as she sat there, so it was recorded."""
    match = played(*bots, kind=MatchKind.HAND)
    with store.session() as session:
        seat = session.get_one(SeatRow, (match, 0))
        seat.bot_id, seat.version_id, seat.account_id = None, None, anna.id
        session.get_one(Match, match).set_id = None
        row = session.get_one(ReplayRow, match)
        replay = Replay.from_bytes(gzip.decompress(row.data))
        players = (replay.players[0].model_copy(update={"name": "anna"}), *replay.players[1:])
        row.data = gzip.compress(replay.model_copy(update={"players": players}).to_bytes())
    return match


@pytest.fixture
def three(bots, played):
    """Three matches, the newest last."""
    one, two = bots
    return [played(one, two), played(two, one), played(one, two)]


def lines(client, **query):
    answer = client.get("/api/v1/matches.ndjson", query_string=query)
    assert answer.status_code == 200, answer.text
    return [json.loads(line) for line in answer.text.splitlines()]


def test_a_line_says_what_the_list_says_the_oldest_first(three, by_hand, bots, played, stranger):
    played(*bots, over=False)  # its seed is a secret still
    listed = stranger.get("/api/v1/matches").json["items"]
    found = lines(stranger)
    assert [MatchItem.model_validate(one) for one in found] == [
        MatchItem.model_validate(one) for one in listed[::-1]
    ]
    assert found == listed[::-1]
    assert [one["seed"] for one in found] == ["fog"] * 4 + [None]


def test_who_goes_on_later_asks_since_the_last_line(three, stranger, monkeypatch):
    monkeypatch.setattr(exports, "MOST_LINES", 2)
    monkeypatch.setattr(exports, "_CHUNK", 1)
    first = lines(stranger)
    rest = lines(stranger, since=first[-1]["created"])
    assert [one["id"] for one in first] == three[:2]
    assert [one["id"] for one in rest] == three[1:]


def test_filters_of_contests_and_gzip(three, anna, stranger, store):
    packed = stranger.get("/api/v1/matches.ndjson", headers={"Accept-Encoding": "gzip"})
    assert packed.headers["Content-Encoding"] == "gzip"
    plain = stranger.get("/api/v1/matches.ndjson", headers={"Accept-Encoding": "gzip;q=0"})
    assert "Content-Encoding" not in plain.headers
    assert gzip.decompress(packed.data) == plain.data
    assert "Accept-Encoding" in plain.headers["Vary"]
    cup = {"game": GAME, "name": "Cup", "kind": "round-robin"}
    cup["entry_until"] = (now() + timedelta(hours=1)).isoformat()
    question = {"game": GAME, "new": "one", "old": "two"}
    for name, path, body in (("series", "series", question), ("tournament", "tournaments", cup)):
        contest = anna.post(path, json=body).json["id"]
        assert lines(stranger, **{name: contest}) == []
        with store.session() as session:
            group = session.get_one(MatchSet, session.get_one(Match, three[0]).set_id)
            group.kind, group.contest_id = MatchKind(name), contest
        assert [one["id"] for one in lines(stranger, **{name: contest})] == three[:1]
    both = stranger.get("/api/v1/matches?series=a&tournament=b")
    assert both.status_code == 422


@pytest.fixture
def yesterday(three, bots, played, store):
    """Four matches of yesterday, the last with a seed that is withheld; its day."""
    day = now() - timedelta(days=1)
    with store.session() as session:
        for match in (*three, played(*bots, over=False)):
            session.get_one(Match, match).finished = day
            session.get_one(ReplayRow, match).created = day
    return day.date()


def files(client, day, **query):
    answer = client.get(f"/api/v1/replays/{day}.tar", query_string=query)
    assert answer.status_code == 200, answer.text
    with tarfile.open(fileobj=io.BytesIO(answer.data)) as archive:
        return {
            entry.name.removesuffix(".json.gz"): gzip.decompress(archive.extractfile(entry).read())
            for entry in archive
        }


def test_a_day_of_replays_in_one_file(yesterday, three, stranger, monkeypatch):
    monkeypatch.setattr(exports, "_REPLAYS", 2)
    days = stranger.get("/api/v1/replays").json["items"]
    assert days == [{"day": str(yesterday)}]
    found = files(stranger, yesterday)
    assert set(three) < set(found)
    replays = {match: Replay.from_bytes(data) for match, data in found.items()}
    assert all(verify(replay) is None for replay in replays.values())
    assert sorted(replay.seed for replay in replays.values()) == ["", "fog", "fog", "fog"]
    assert len(files(stranger, yesterday, bot="one", game=GAME)) == 4
    assert files(stranger, yesterday, game="virus-war") == {}
    assert files(stranger, yesterday - timedelta(days=1)) == {}


def test_a_name_is_in_no_archive_once_its_account_is_gone(yesterday, by_hand, stranger, store):
    with store.session() as session:
        session.get_one(Match, by_hand).finished = now() - timedelta(days=1)

    def name():
        return Replay.from_bytes(files(stranger, yesterday)[by_hand]).players[0].name

    assert name() == "anna"
    with store.session() as session:
        session.get_one(SeatRow, (by_hand, 0)).account.name = "gone-1"
    assert name() == "gone-1"


def test_what_is_private_is_in_no_archive(yesterday, three, stranger, store):
    with store.session() as session:
        session.get_one(Match, three[0]).league_id = "abcdefghijkl"
        session.get_one(Match, three[1]).kind = MatchKind.CHECK
        session.get_one(Match, three[2]).status = MatchStatus.VOID
    assert not set(files(stranger, yesterday)) & set(three)


def test_a_day_that_is_none_or_not_over(stranger):
    for day, status in (("today", 422), ("2026-13-01", 422), ("", 404), (now().date(), 409)):
        assert stranger.get(f"/api/v1/replays/{day}.tar").status_code == status


def test_documentation_and_rules_are_there_as_markdown(stranger):
    listed = stranger.get("/llms.txt").text
    for name in PAGES:
        answer = stranger.get(f"/docs/{name}.md")
        assert (answer.status_code, answer.mimetype) == (200, "text/markdown")
        assert answer.text.startswith("# ")
        assert "{% " not in answer.text
        assert f"/docs/{name}.md" in listed
    assert 'href="/docs/api.md">This page as Markdown' in stranger.get("/docs/api").text
    assert stranger.get("/docs/nothing.md").status_code == 404
    assert stranger.get("/games/virus-war/rules.md").text.startswith("# ")
    assert stranger.get("/games/nothing/rules.md").status_code == 404
    assert "/games/virus-war/rules.md" in listed
