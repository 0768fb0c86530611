"""What is secret stays so: fog in the bytes, which names exist, ids, addresses behind proxies."""

import re

import pytest
from argon2 import PasswordHasher
from e2e.town import PASSWORD
from flask.testing import FlaskClient
from integration.site.conftest import Site, csrf
from oracles.virus_war import HIDDEN, SetOracle

from scuffle import registry
from scuffle_platform.app import create_app
from scuffle_platform.auth import COOKIE
from scuffle_platform.passwords import hash_password
from scuffle_platform.settings import Settings
from scuffle_platform.store import accounts
from scuffle_platform.store.identifiers import ALPHABET, new_id
from scuffle_platform.store.models import Account, now


@pytest.mark.parametrize("player", [0, 1])
def test_fog_is_in_the_bytes_as_in_the_rules(
    player: int, site: Site, stranger: FlaskClient
) -> None:
    """Each cell of each frame, against the naive oracle; and no word names a move unseen."""
    match = f"/matches/{site.town.matches['virus-war-fog'][0]}"
    replay = stranger.get(f"{match}/replay.json").json
    frames = stranger.get(f"{match}/frames/{player}.json").json
    game = registry.make(replay["game"], replay["settings"])
    oracle = SetOracle(game.settings.model_dump())
    unseen = 0
    for before, step, frame in zip(frames[:-1], replay["steps"], frames[1:], strict=True):
        assert before["view"]["board"] == oracle.board(player)
        params = step["action"]["params"]
        cell = (params["row"], params["col"]) if params else ()
        seen = oracle.visible(player)
        oracle.play(step["action"]["action"], *cell)
        if step["player"] == 1 - player and cell and cell not in seen | oracle.visible(player):
            unseen += 1
            assert frame["view"]["board"][cell[0]][cell[1]] == HIDDEN
            named = f"{chr(ord('a') + cell[1])}{cell[0] + 1}"
            assert not re.search(rf"\b{named}\b", f"{frame['sentence']} {frame['label']}", re.I)
            assert "last_turn" not in frame["view"]
    assert unseen > 3


def test_whoever_logs_in_hears_and_costs_the_same_whether_the_name_exists(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    with site.store.session() as session:
        for name in ("ada", "iris"):
            kept = accounts.by_name(session, name)
            assert kept is not None
            kept.password_hash = hash_password(PASSWORD)
        kept.disabled = now()
    verified: list[str] = []
    verify = PasswordHasher.verify

    def count(hasher: PasswordHasher, kept: str, password: str) -> bool:
        verified.append(kept.rpartition("$")[0].rpartition("$")[0])
        return verify(hasher, kept, password)

    monkeypatch.setattr(PasswordHasher, "verify", count)
    told = {heard(site, name) for name in ("ada", "nobody-here", "iris", "house", "x" * 3000, "")}
    assert len(told) == 1
    assert len(verified) == 6
    assert len(set(verified)) == 1, "all of the same cost"


def heard(site: Site, name: str) -> tuple[int, str]:
    """What a log-in with a wrong password is told, without what was typed and what is drawn."""
    client = site.app.test_client()
    sent = {"csrf_token": csrf(client, "/log-in"), "name": name, "password": "not the password"}
    answer = client.post("/log-in", data=sent)
    text = re.sub(r'value="[^"]*"|now \d\d:\d\d', "", answer.text)
    return answer.status_code, text


def test_a_used_an_old_and_an_invented_link_hear_the_same(site: Site) -> None:
    client = site.app.test_client()
    token = csrf(client, "/log-in")
    answers = [client.post(f"/log-in/{one}", data={"csrf_token": token}) for one in ("a", "b" * 43)]
    assert {answer.status_code for answer in answers} == {404}
    assert all("used, too old or unknown" in answer.text for answer in answers)


def test_every_id_is_drawn_from_sixty_random_bits() -> None:
    assert len(set(ALPHABET)) == 32
    assert len({new_id() for _ in range(2000)}) == 2000
    assert all(re.fullmatch(f"[{ALPHABET}]{{12}}", new_id()) for _ in range(100))
    for table in Account.metadata.sorted_tables:
        for column in table.primary_key:
            counted = column.name in ("player", "round", "number")  # within a match or tournament
            assert counted or str(column.type).startswith("VARCHAR"), table
            if column.name == "id" and not column.foreign_keys:
                assert column.default is not None, table
                assert column.default.arg({}) != column.default.arg({}), table


@pytest.mark.parametrize(("trusted", "secure"), [(0, False), (1, True)])
def test_a_proxy_tells_of_https_only_where_it_is_declared(
    trusted: int, secure: bool, site: Site
) -> None:
    kept: Settings = site.app.extensions["scuffle.settings"]
    app = create_app(kept.model_copy(update={"trusted_proxies": trusted}), TESTING=True)
    client, behind = app.test_client(), {"X-Forwarded-Proto": "https"}
    sent = {"csrf_token": csrf(client, "/log-in", headers=behind), "name": "ada"}
    sent["password"] = PASSWORD
    from_here = behind | {"Referer": "https://localhost/log-in"}
    answer = client.post("/log-in", data=sent, headers=from_here)
    app.extensions["scuffle.store"].close()
    assert answer.status_code == 303
    [line] = [one for one in answer.headers.getlist("Set-Cookie") if one.startswith(COOKIE + "=")]
    assert ("Secure" in line) == secure
    assert ("Strict-Transport-Security" in answer.headers) == secure
