"""Lists of matches: every filter, pages, cursors; frames and replays."""

from datetime import UTC, datetime, timedelta
from itertools import combinations

import pytest

from scuffle.registry import game
from scuffle.replay import Replay, verify
from scuffle_platform.store import ladders
from scuffle_platform.store.models import Fit, Match, MatchStatus, RatingPoint, SeatRow

GAME = "virus-war-fog"
START = datetime(2026, 3, 1, tzinfo=UTC)


@pytest.fixture
def bots(anna, ben):
    """A bot of anna's and one of ben's."""
    return anna.bot("one", GAME), ben.bot("two", GAME)


@pytest.fixture
def three(bots, played):
    """Three matches, the newest last; anna sits in seat 0, 1, 0."""
    one, two = bots
    return [played(one, two), played(two, one), played(one, two)]


def ids(answer):
    assert answer.status_code == 200, answer.text
    return [item["id"] for item in answer.json["items"]]


def test_the_newest_match_comes_first(three, stranger):
    assert ids(stranger.get("/api/v1/matches")) == three[::-1]


def test_pages_hold_every_match_once(three, stranger):
    seen, cursor = [], None
    for _ in range(3):
        query = {"limit": 1} | ({"cursor": cursor} if cursor else {})
        page = stranger.get("/api/v1/matches", query_string=query)
        seen += ids(page)
        cursor = page.json["next"]
    assert seen == three[::-1]
    assert cursor is None


def test_a_page_that_is_just_full_has_no_next(three, stranger):
    page = stranger.get("/api/v1/matches?limit=3")
    assert len(ids(page)) == 3
    assert page.json["next"] is None


FILTERS = {
    "game": ("virus-war-fog", "virus-war"),
    "kind": ("ladder", "challenge"),
    "status": ("finished", "queued"),
    "bot": ("one", None),
    "opponent": ("two", None),
    "settings": ('{"size":6}', '{"size":7}'),
    "verdict": ("ok", "crash"),
    "tag": ("opening", "open"),
    "since": ("2020-01-01T00:00:00Z", "2120-01-01T00:00:00Z"),
    "seat": ("0", "3"),
}
"""By filter: a value that every match has, and one that none has."""


def test_each_filter_alone(three, stranger):
    for name, (hit, miss) in FILTERS.items():
        if hit:
            found = ids(stranger.get("/api/v1/matches", query_string={name: hit}))
            assert len(found) == 3, name
        if miss:
            page = stranger.get("/api/v1/matches", query_string={name: miss})
            assert (ids(page), page.json["next"]) == ([], None), name


def test_filters_in_pairs(three, stranger):
    for pair in combinations([name for name, (hit, _) in FILTERS.items() if hit], 2):
        query = {name: FILTERS[name][0] for name in pair}
        first = stranger.get("/api/v1/matches", query_string=query | {"limit": 1})
        rest = query | {"limit": 2, "cursor": first.json["next"]}
        last = stranger.get("/api/v1/matches", query_string=rest)
        # anna's bot sits in seat 0 in two of the three; no other pair excludes anything.
        left = 1 if set(pair) == {"bot", "seat"} else 2
        assert (len(ids(first)), len(ids(last))) == (1, left), pair
        assert last.json["next"] is None


def test_a_filter_without_hits_next_to_one_with(three, stranger):
    for name, (_, miss) in FILTERS.items():
        query = {"game": GAME, name: miss or "nobody"}
        answer = stranger.get("/api/v1/matches", query_string=query)
        if name in ("bot", "opponent"):
            assert answer.status_code == 404, name
        else:
            assert ids(answer) == [], name


def test_seat_verdict_and_result_speak_of_the_same_seat(three, stranger, store):
    with store.session() as session:
        match = session.get_one(Match, three[0])
        winner = next(seat.player for seat in match.seats if seat.place == 1)
        session.get_one(SeatRow, (three[0], 1 - winner)).verdict = "crash"
    bots = {0: "one", 1: "two"}
    crashed, fine = bots[1 - winner], bots[winner]

    def found(**query):
        return ids(stranger.get("/api/v1/matches", query_string=query))

    assert found(bot=crashed, verdict="crash") == [three[0]]
    assert found(bot=fine, verdict="crash") == []
    assert three[0] in found(bot=fine, outcome="win", seat=winner)
    assert three[0] in found(bot=crashed, outcome="loss")
    assert found(bot=crashed, outcome="draw") == []


def test_a_reason_is_an_outcome_too(three, stranger, fog_replay):
    reason = fog_replay.outcome["reason"]
    assert len(ids(stranger.get(f"/api/v1/matches?outcome={reason}"))) == 3
    assert ids(stranger.get("/api/v1/matches?outcome=double-pass")) == []


def test_a_version_filter_needs_its_bot(three, stranger):
    assert stranger.get("/api/v1/matches?version=1").status_code == 422
    assert len(ids(stranger.get("/api/v1/matches?bot=one&version=1"))) == 1


@pytest.mark.parametrize(
    "query",
    [
        {"kind": "friendly"},
        {"status": "lost"},
        {"verdict": "nonsense"},
        {"seat": "first"},
        {"seat": "16"},
        {"bot": "one", "version": "0"},
        {"version": "1"},
        {"outcome": "win"},
        {"settings": "size=6"},
        {"settings": '{"size":[6]}'},
        {"since": "yesterday"},
        {"mine": "perhaps"},
        {"tag": "x" * 25},
        {"game": ""},
        {"limit": "0"},
        {"limit": "101"},
        {"colour": "red"},
    ],
    ids=lambda query: "&".join(f"{name}={value[:20]}" for name, value in query.items()),
)
def test_a_filter_that_means_nothing_is_refused_by_name(three, stranger, query):
    """Never an empty list, which would look like an answer."""
    name = list(query)[-1]
    for path in ("matches", "matches.ndjson") if name != "limit" else ("matches",):
        answer = stranger.get(f"/api/v1/{path}", query_string=query)
        assert (answer.status_code, answer.mimetype) == (422, "application/problem+json")
        told = [answer.json["detail"], *(answer.json["errors"] or [])]
        assert any(name in sentence for sentence in told), told
        assert answer.json["hint"]


def test_mine_is_for_the_signed_in(three, anna, person, stranger):
    assert stranger.get("/api/v1/matches?mine=true").status_code == 401
    assert ids(anna.get("matches?mine=true")) == three[::-1]
    assert ids(person("clara").get("matches?mine=true")) == []


def test_an_unknown_bot_is_told(stranger):
    answer = stranger.get("/api/v1/matches?bot=nobody")
    assert answer.status_code == 404
    assert "nobody" in answer.json["detail"]


@pytest.mark.parametrize("name", ["ladder", "series", "tournament"])
def test_an_id_that_nothing_has_is_told(stranger, name):
    answer = stranger.get(f"/api/v1/matches?{name}=k3v9q2m7x1ab")
    assert (answer.status_code, answer.json["detail"]) == (404, f"There is no such {name}.")


def test_a_name_of_two_games_is_ambiguous_until_the_game_is_said(anna, stranger):
    anna.bot("same", "virus-war")
    anna.bot("same", "virus-war-fog")
    answer = stranger.get("/api/v1/bots/same")
    assert answer.status_code == 409
    assert "virus-war-fog" in answer.json["detail"]
    assert ids(stranger.get("/api/v1/matches?bot=same&game=virus-war")) == []


def test_one_order_of_seats_everywhere(three, stranger):
    for match in three:
        shown = stranger.get(f"/api/v1/matches/{match}").json
        replay = stranger.get(f"/api/v1/matches/{match}/replay").json
        assert [seat["player"] for seat in shown["seats"]] == [0, 1]
        places = [seat["place"] for seat in shown["seats"]]
        assert places == replay["outcome"]["places"] == shown["outcome"]["places"]


def test_a_replay_verifies(three, stranger):
    data = stranger.get(f"/api/v1/matches/{three[0]}/replay").data
    assert verify(Replay.from_bytes(data)) is None


def test_a_withheld_seed_leaves_the_replay_whole(bots, played, stranger):
    data = stranger.get(f"/api/v1/matches/{played(*bots, over=False)}/replay").data
    replay = Replay.from_bytes(data)
    assert replay.seed == ""
    assert verify(replay) is None


def test_frames_are_cut_for_each_perspective(three, stranger):
    path = f"/api/v1/matches/{three[0]}/frames"
    everything, zero, one = (
        stranger.get(f"{path}?as={word}").json["items"] for word in ("all", "0", "1")
    )
    assert len(everything) == len(zero) == len(one)
    assert everything[0]["step"] == 0
    assert {frame["view"]["player_idx"] for frame in everything} == {None}
    assert {frame["view"]["player_idx"] for frame in one} == {1}
    hidden = [cell for frame in zero for row in frame["view"]["board"] for cell in row]
    assert -2 in hidden
    assert stranger.get(f"{path}?as=2").status_code == 422
    assert stranger.get(f"{path}?as=x").status_code == 422


@pytest.mark.parametrize("status", [MatchStatus.QUEUED, MatchStatus.PLAYING])
def test_an_unfinished_match_has_no_replay_yet(status, three, stranger, store):
    """Of one that is being played frames are told as far as they go: here only the start."""
    with store.session() as session:
        session.get_one(Match, three[0]).status = status
    answer = stranger.get(f"/api/v1/matches/{three[0]}/replay")
    assert answer.status_code == 409
    assert status in answer.json["detail"]
    frames = stranger.get(f"/api/v1/matches/{three[0]}/frames")
    if status is MatchStatus.QUEUED:
        assert frames.status_code == 409
    else:
        assert [frame["step"] for frame in frames.json["items"]] == [0]


def test_two_bots_against_each_other(three, stranger, store):
    with store.session() as session:
        for match in three:
            session.get_one(Match, match).ranked = True
    found = stranger.get("/api/v1/bots/one/against/two").json
    rows = found["by_version"]
    assert sum(row["wins"] + row["draws"] + row["losses"] for row in rows) == 3


def test_ratings_come_in_pages_the_newest_first(bots, ready, stranger, store):
    """Also where fits of two ladders, or versions in one fit, share their moment."""
    bot = bots[0]
    versions = [ready(bot), ready(bot)]
    with store.session() as session:
        session.add_all(_fits(session, bot, versions))
    seen, cursor = [], None
    while cursor or not seen:
        query = {"limit": 2} | ({"cursor": cursor} if cursor else {})
        page = stranger.get(f"/api/v1/bots/{bot}/ratings", query_string=query).json
        seen += [(item["fit"], item["version"]) for item in page["items"]]
        cursor = page["next"]
    assert len(seen) == len(set(seen)) == 7
    assert [fit for fit, _ in seen[:1] + seen[-1:]] == [4, 1]
    assert stranger.get(f"/api/v1/bots/{bot}/ratings?cursor=x").status_code == 422


def _fits(session, bot, versions):
    """Four fits; two share a moment, and all but the first hold both versions."""
    ladder = ladders.open_public(session, game(GAME), START)
    for number, minutes in ((1, 0), (2, 1), (3, 1), (4, 2)):
        fit = Fit(ladder_id=ladder.id, number=number, matches=number, biases=[])
        fit.created = START + timedelta(minutes=minutes)
        session.add(fit)
        session.flush()
        for version in versions[: 1 if number == 1 else 2]:
            yield RatingPoint(
                fit_id=fit.id,
                version_id=version,
                ladder_id=ladder.id,
                bot_id=bot,
                at=fit.created,
                rating=1000.0,
                plus_minus=100.0,
                games=number,
            )
