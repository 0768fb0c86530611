"""What users ran into elsewhere on pages and in replays: rows E1 to E25, and where each is tried.

``ROWS`` names a test for each; those that were missing are here.
"""

import json
import re
from collections.abc import Callable, Iterator
from html import unescape
from pathlib import Path

import pytest
from e2e.town_copies import copy_town
from flask.testing import FlaskClient
from integration.site.conftest import Site
from sqlalchemy import select, text

from scuffle.contract import Outcome
from scuffle.match import play_match
from scuffle.protocol import end_message
from scuffle.registry import make
from scuffle.replay import Replay
from scuffle.rerun import RecordedSeat
from scuffle_platform.app import create_app
from scuffle_platform.reasons import REASONS
from scuffle_platform.settings import Settings
from scuffle_platform.store import accounts
from scuffle_platform.store import bots as write
from scuffle_platform.store.models import Bot, Ladder, Match, MatchSet, MatchStatus

TESTS = Path(__file__).parents[2]
HERE = "integration/site/test_reports_of_pages.py"
ROWS = {
    "E1": [
        "integration/site/test_site_privacy.py::test_only_the_owner_reads",
        "integration/api/test_api_permissions.py::test_a_log_is_for_the_owner_of_the_seat",
        "integration/api/test_league_sight.py::test_its_logs_are_for_the_seats_owner_and_the_leagues",
        "integration/api/test_league_sight.py::test_reading_ends_when_a_member_leaves",
        f"{HERE}::test_no_log_is_found_by_guessing",
    ],
    "E3": [
        "integration/api/test_api_matches.py::test_one_order_of_seats_everywhere",
        f"{HERE}::test_one_order_of_seats_on_page_list_api_and_in_the_replay",
    ],
    "E5": [
        "integration/site/test_match_filters.py::test_my_matches_are_mine_and_told_from_my_side",
        "integration/site/test_match_filters.py"
        "::test_each_pair_of_filters_finds_what_satisfies_both",
    ],
    "E7": [
        f"{HERE}::test_a_long_log_says_first_how_long_it_is",
        f"{HERE}::test_a_log_read_bit_by_bit_tells_its_whole_length",
    ],
    "E9": [
        "contracts/test_every_seat.py::test_what_each_seat_is_asked_fits_the_public_schema",
        "contracts/test_games_contract.py::test_views_and_actions_fit_their_json_schema",
        "contracts/test_protocol_schemas.py::test_every_line_of_a_match_fits",
    ],
    "E11": [
        f"{HERE}::test_what_the_site_sent_is_what_a_rerun_at_home_sends",
        "unit/test_rerun_seats.py::test_requests_are_the_same_to_the_byte",
    ],
    "E13": ["integration/test_release.py::test_"],
    "E15": [f"{HERE}::test_old_pages_open_when_account_bot_and_game_are_gone"],
    "E17": [
        f"{HERE}::test_a_replay_is_saved_from_the_list",
        "e2e/test_player.py::test_links_name_step_and_eyes_and_are_copied_over_plain_http",
        "e2e/test_player.py::test_a_hidden_tab_pauses_and_marks_have_shapes",
    ],
    "E19": [f"{HERE}::test_two_bots_head_to_head_by_version_and_seat"],
    "E21": [
        f"{HERE}::test_each_reason_is_in_stream_api_and_page",
        "integration/test_cli_local.py::test_play_prints_one_object_and_nothing_else",
    ],
    "E23": ["e2e/test_player.py::test_one_s_own_bot_is_always_in_the_same_colour"],
    "E25": [
        "unit/test_match_loop.py::test_every_seat_is_told_its_own_seed_and_never_the_matchs",
        "contracts/test_games_contract.py::test_golden_matches_refold",
        "contracts/test_another_python.py::test_matches_are_the_same_on_another_python",
        "unit/test_replay.py::test_a_replay_of_a_match_verifies",
        "unit/test_replay.py::test_matches_with_failures_fold",
    ],
}


@pytest.mark.parametrize("row", ROWS)
def test_each_row_is_tried_somewhere(row: str) -> None:
    for place in ROWS[row]:
        path, _, name = place.partition("::")
        assert f"def {name}" in (TESTS / path).read_text(encoding="utf-8"), place


def test_no_log_is_found_by_guessing(site: Site, enter: Callable[[str], FlaskClient]) -> None:
    """E1: of a match that is not there, and of a seat that is not there, nothing is told."""
    client = enter("ada")
    crashed = site.town.crashed
    for match, seat in (("a" * 12, 0), (crashed[:-1], 0), (crashed, 9), (crashed, 2**40)):
        for path in (f"/matches/{match}/log/{seat}", f"/matches/{match}/log/{seat}.jsonl"):
            assert client.get(path).status_code in (403, 404), path
        assert client.get(f"/api/v1/matches/{match}/log?seat={seat}").status_code >= 400


def test_one_order_of_seats_on_page_list_api_and_in_the_replay(
    site: Site, stranger: FlaskClient
) -> None:
    """E3: of a match that one side won, every place names the same winner in the same seat."""
    for match in site.town.matches["virus-war"][:6]:
        told = stranger.get(f"/api/v1/matches/{match}").json
        names = [seat["name"] for seat in told["seats"]]
        winner = next(seat["player"] for seat in told["seats"] if seat["place"] == 1)
        replay = stranger.get(f"/matches/{match}/replay.json").json
        assert [one["name"] for one in replay["players"]] == names
        assert replay["outcome"]["places"][winner] == 1
        page = stranger.get(f"/matches/{match}").text
        assert f"<h1>{names[winner]} won" in page.replace("\n", "")
        pair = f"bot={names[winner]}&opponent={names[1 - winner]}"
        listed = stranger.get(f"/games/virus-war/matches?{pair}").text
        row = next(row for row in listed.split("<li>") if f"/matches/{match}" in row)
        assert re.findall(r'class="sits p(\d)', row) == ["0", "1"]
        assert re.search(rf'class="sits p{winner} won"', row)
        assert ">won, " in row


def test_a_long_log_says_first_how_long_it_is(
    site: Site, enter: Callable[[str], FlaskClient]
) -> None:
    """E7: the count comes before the requests, a page holds some, and the last is one step away."""
    client = enter("ada")
    address = "/matches/{crashed}/log/{crashed_seat}".format(**site.town.places)
    lines = client.get(f"{address}.jsonl").text.splitlines()
    page = client.get(address).text
    assert page.index(f"{len(lines)} requests") < page.index("<h2>Start</h2>")
    assert page.count("<details>") <= 25
    last = client.get(f"{address}?page=last").text
    assert f"<h2>Request {json.loads(lines[-1])['request']}</h2>" in last


def test_a_log_read_bit_by_bit_tells_its_whole_length(
    site: Site, enter: Callable[[str], FlaskClient]
) -> None:
    """E7: each part comes with the count and the bytes of the whole; the parts are the whole."""
    client = enter("ada")
    address = "/api/v1/matches/{crashed}/log?seat={crashed_seat}".format(**site.town.places)
    whole = client.get(address)
    total, parts = int(whole.headers["X-Requests"]), b""
    assert total == whole.data.count(b"\n") > 4
    for offset in range(0, total + 3, 3):
        part = client.get(f"{address}&offset={offset}&limit=3")
        assert part.headers["X-Requests"] == str(total)
        assert part.headers["X-Log-Bytes"] == str(len(whole.data))
        parts += part.data
    assert parts == whole.data
    for wrong in ("offset=-1", "limit=0", "limit=many"):
        assert client.get(f"{address}&{wrong}").status_code == 422


def test_what_the_site_sent_is_what_a_rerun_at_home_sends(
    site: Site, enter: Callable[[str], FlaskClient]
) -> None:
    """E11: one code builds the messages; the lines in the log are those of a replay at home."""
    client = enter("ada")
    match, seat = site.town.crashed, site.town.crashed_seat
    log = client.get(f"/matches/{match}/log/{seat}.jsonl").text.splitlines()
    sent = [json.loads(line)["sent"] for line in log]
    replay = Replay.from_bytes(client.get(f"/matches/{match}/replay.json").data)
    heard: list[str] = []

    class Listening:
        def __init__(self, player: int) -> None:
            self.inner, self.mine = RecordedSeat(replay, player), player == seat

        def ask(self, line: bytes, budget: object) -> object:
            if self.mine:
                heard.append(line.decode().rstrip("\n"))
            return self.inner.ask(line, budget)

        def end(self, line: object) -> object:
            return self.inner.end(line)

    game = make(replay.game, replay.settings)
    play_match(game, 2, [Listening(0), Listening(1)], replay.seed, replay.limits)
    assert heard == [line.rstrip("\n") for line in sent]


def test_two_bots_head_to_head_by_version_and_seat(site: Site, stranger: FlaskClient) -> None:
    """E19: counts with interval by settings, seat and version, and the matches themselves."""
    needle, hammer = site.town.bots["needle"], site.town.bots["hammer"]
    page = stranger.get(f"/bots/{needle}/against/{hammer}").text
    with site.store.reading() as session:
        query = select(Match).where(Match.ranked, Match.status == MatchStatus.FINISHED)
        both = [
            {seat.bot_id: seat for seat in match.seats}
            for match in session.scalars(query.where(Match.league_id.is_(None)))
        ]
        met = [seats for seats in both if needle in seats and hammer in seats]
        won = sum(seats[needle].place < seats[hammer].place for seats in met)
    assert len(met) >= 4
    assert f"In all {won}–0–{len(met) - won}" in re.sub(r"\s+", " ", page)
    tables = re.findall(r"<table>.*?</table>", page, re.S)
    counted = [sum(map(int, re.findall(r'<td class="num">(\d+)</td>', one))) for one in tables]
    assert counted == [len(met)] * len(tables)
    assert len(tables) == 2
    assert re.search(r"\d+ % \(\d+–\d+\)", tables[0])
    assert page.count('class="what"') >= len(met)  # challenges and the like stand there too


@pytest.mark.parametrize("reason", [*REASONS, "forfeit"])
def test_each_reason_is_in_stream_api_and_page(
    reason: str, site: Site, stranger: FlaskClient
) -> None:
    """E21: why it ended is told to the bot, to programs and to people."""
    assert end_message(Outcome((1, 2), (1.0, 0.0), reason), [])["outcome"]["reason"] == reason
    match = site.town.crashed if reason == "forfeit" else site.town.matches["virus-war"][0]
    with site.store.session() as session:
        found = session.get_one(Match, match)
        found.outcome = {**(found.outcome or {}), "reason": reason}
        pair = "bot={}&opponent={}".format(*(seat.bot.name for seat in found.seats))
    assert stranger.get(f"/api/v1/matches/{match}").json["outcome"]["reason"] == reason
    words = REASONS.get(reason, "crashed")
    assert words in unescape(stranger.get(f"/matches/{match}").text)
    listed = stranger.get(f"/games/virus-war/matches?outcome={reason}&{pair}").text
    assert f'href="/matches/{match}"' in listed


@pytest.fixture
def old(tmp_path: Path, kept_town: Path, valkey: str) -> Iterator[Site]:
    """A town in which ada has left, a bot has retired, and a game is no longer installed."""
    settings = Settings(data=tmp_path, redis_url=valkey)
    town = copy_town(kept_town, settings.data)
    app = create_app(settings, TESTING=True)
    site = Site(app, town)
    with site.store.session() as session:
        write.retire(session.get_one(Bot, town.bots["hammer"]))
        for row in (Bot, Match, MatchSet, Ladder):
            table = row.__table__.name
            session.execute(text(f"UPDATE {table} SET game='chess' WHERE game='virus-roll-write'"))
        accounts.erase(session, accounts.by_name(session, "ada").id)
    yield site
    app.extensions["scuffle.store"].close()


def test_old_pages_open_when_account_bot_and_game_are_gone(old: Site) -> None:
    """E15: matches and replays stay under a neutral name; nothing personal does."""
    town = old.town
    client = old.app.test_client()
    pages = [f"/bots/{town.bots[name]}" for name in ("needle", "glass", "hammer", "roller")]
    pages += [f"{page}/versions/1" for page in pages]
    pages += [f"/bots/{town.bots['needle']}/against/{town.bots['hammer']}"]
    matches = [town.crashed, town.queued, *(played[-1] for played in town.matches.values())]
    pages += [f"/matches/{match}" for match in matches]
    pages += [f"/series/{town.series}", f"/series/{town.table_series}", "/", "/queue", "/games"]
    pages += [f"/tournaments/{cup}" for cup in town.cups]
    pages += [
        "/games/virus-war/leaderboard",
        "/games/virus-war/matches",
        "/matches",
        "/tournaments",
    ]
    pages += [f"/games/virus-war-steps/seasons/{town.season}", "/leagues", "/community"]
    pages += [
        page.replace("/matches/", "/api/v1/matches/") for page in pages if "/matches/" in page
    ]
    pages += [
        f"/api/v1{page}" for page in pages if page.startswith("/bots/") and "against" not in page
    ]
    for page in pages:
        answer = client.get(page)
        assert answer.status_code == 200, f"{page} gives {answer.status_code}"
        assert not re.search(r"\bada\b", answer.text), page
    replay = client.get(f"/matches/{town.matches['virus-war'][0]}/replay.json")
    assert replay.status_code == 200


def test_a_replay_is_saved_from_the_list(site: Site, stranger: FlaskClient) -> None:
    """E17: each row of what has ended leads to the file, without a player being opened."""
    page = stranger.get("/games/virus-war/matches").text
    rows = re.findall(r"<li>(.*?)</li>", page, re.DOTALL)
    saves = [re.search(r'href="([^"]+/replay\.json)"', row) for row in rows if "<time" in row]
    assert any(saves)
    for row, save in zip([row for row in rows if "<time" in row], saves, strict=True):
        waits = ">queued<" in row or ">playing<" in row
        assert waits == (save is None)
    found = next(save for save in saves if save)[1]
    answer = stranger.get(found)
    assert answer.headers["Content-Disposition"].startswith("attachment; filename=")
    assert Replay.from_bytes(answer.data).game == "virus-war"
