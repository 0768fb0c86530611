"""``scuffle.Client`` and the commands of contests, against the real application over HTTP."""

import json
import re
from datetime import timedelta
from urllib.request import urlopen

import pytest

from scuffle import Client, Replay
from scuffle.client import ApiError, NotAllowed, NotFound
from scuffle_platform.api import exports
from scuffle_platform.store import lifecycle, versions
from scuffle_platform.store.models import Match, MatchStatus, Version, now
from scuffle_platform.store.models import Replay as ReplayRow

GAME = "virus-war-fog"


@pytest.fixture
def match(anna, ben, played):
    """A finished match of anna's bot and ben's."""
    return played(anna.bot("one", GAME), ben.bot("two", GAME))


@pytest.fixture
def site(address, anna):
    """Anna's client."""
    return Client(address, anna.token, wait=lambda _: None)


def test_lists_are_iterators_and_refusals_are_typed(site, address, match):
    assert [one["id"] for one in site.matches(game=GAME, bot="one")] == [match]
    assert site.match(match)["logs"] == [0]
    with pytest.raises(NotFound, match="There is no such match"):
        site.match("nosuchmatch1")
    with pytest.raises(NotAllowed):
        Client(address).enter_tournament("x", "one")
    with pytest.raises(ApiError) as refused:
        list(site.matches(kind="friendly"))
    assert refused.value.status == 422


def test_every_limit_of_the_limits_page_is_told_with_its_figures(site, address):
    with urlopen(f"{address}/docs/limits.md") as page:
        text = page.read().decode()
    found = site.limits()
    assert found["match"]["bank_ms"] == 10_000
    known = {one["name"]: one for one in found["site"]}
    assert known["upload"]["figures"] == {"packed_mb": 20, "unpacked_mb": 100, "files": 2000}
    assert known["API"]["figures"] == {"requests": 120, "seconds": 60}
    assert known["challenges"]["setting"] == "SCUFFLE_CHALLENGES_AN_HOUR"
    rows = text.partition("## On the site")[2].count("\n| ") - 2
    assert rows == len(known)
    for name, one in known.items():
        assert f"| {name} | {one['words']}" in text


def test_the_listing_of_the_documentation_runs(address, match, capsys):
    with urlopen(f"{address}/docs/api.md") as page:
        (listing,) = re.findall(r"```python\n(.*?)```", page.read().decode(), re.DOTALL)
    exec(compile(listing, "listing", "exec"), {})
    assert f"{match} {GAME} finished" in capsys.readouterr().out


def test_an_export_goes_on_by_itself(site, match, anna, ben, played, monkeypatch):
    monkeypatch.setattr(exports, "MOST_LINES", 2)
    monkeypatch.setattr(exports, "_CHUNK", 1)
    monkeypatch.setattr("scuffle.client._LINES", 2)
    bots = [bot["id"] for bot in site.items("bots")]
    three = [match, played(*bots), played(*bots)]
    assert [one["id"] for one in site.export(game=GAME)] == three


def test_a_days_replays(site, match, store):
    yesterday = now() - timedelta(days=1)
    with store.session() as session:
        session.get_one(Match, match).finished = yesterday
        session.get_one(ReplayRow, match).created = yesterday
    ((name, packed),) = site.replays(yesterday.date(), game=GAME)
    assert name == match
    assert packed.startswith(b"\x1f\x8b")


def test_waiting_ends_with_what_is_waited_for(address, anna, store, match):
    bot = anna.bot("three", GAME)
    anna.upload(bot)
    with store.session() as session:
        session.get_one(Match, match).status = MatchStatus.PLAYING
    told = []

    def end(_seconds):
        with store.session() as session:
            session.get_one(Match, match).status = MatchStatus.FINISHED
            version = versions.by_number(session, bot, 1)
            lifecycle.make_ready(session, session.get_one(Version, version.id), now())

    site = Client(address, anna.token, wait=end)
    assert site.wait_match(match, told.append)["status"] == "finished"
    assert [one["status"] for one in told] == ["playing"]
    assert site.wait_version(bot, 1)["status"] == "ready"


def test_a_replay_saved_by_match_is_one(site, match, tmp_path):
    (tmp_path / "r.json").write_text(site.text(f"matches/{match}/replay"))
    assert Replay.load(tmp_path / "r.json").game == GAME


@pytest.fixture
def cup(ben):
    """An open tournament that ben holds."""
    body = {"game": GAME, "name": "Cup", "kind": "elimination"}
    body["entry_until"] = (now() + timedelta(hours=1)).isoformat()
    return ben.post("tournaments", json=body).json["id"]


def test_tournaments_of_the_site(scuffle, anna, cup, ready):
    ready(anna.bot("one", GAME))
    token = {"SCUFFLE_TOKEN": anna.token}
    assert cup in scuffle("tournaments", "list", "--game", GAME)
    assert "Nothing found." in scuffle("tournaments", "list", "--status", "ended")
    assert "Nobody is entered yet." in scuffle("tournaments", "show", cup)
    assert "one" in scuffle("tournaments", "enter", cup, "one", **token)
    found = json.loads(scuffle("tournaments", "leave", cup, "one", "--json", **token))
    assert [one["left"] is not None for one in found["entrants"]] in ([], [True])
    assert scuffle("tournaments", "enter", cup, "one", code=5)


def test_leagues_of_the_site(scuffle, anna, ben, ready, store):
    ready(anna.bot("one", GAME))
    closes = (now() + timedelta(days=3)).isoformat()
    made = ben.post("leagues", json={"game": GAME, "name": "7 b", "closes": closes}).json
    token = {"SCUFFLE_TOKEN": anna.token}
    assert "Nothing found." in scuffle("leagues", "list", **token)
    told = scuffle("leagues", "join", made["code"], "--bot", "one", **token)
    assert "The bot one plays for you." in told
    assert made["id"] in scuffle("leagues", "list", **token)
    assert json.loads(scuffle("leagues", "play", made["id"], "--json", **token))["bot"] is None
    scuffle("leagues", "leave", made["id"], **token)
    assert scuffle("leagues", "show", made["id"], code=1, **token)
