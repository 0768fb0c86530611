"""Who may read and do what: checked where the bytes are served, for every kind of asker."""

import pytest

from scuffle_platform.store.models import MatchKind

BOT = b"def get_action(state, api):\n    return state['legal_actions'][0]\n"


@pytest.fixture
def askers(anna, ben, admin, person, stranger, app):
    """Everybody who may ask, by what they are to anna's bot."""
    deaf = person("dora", scopes=("submit",))
    return {
        "owner": anna.get,
        "opponent": ben.get,
        "outsider": person("clara").get,
        "admin": admin.get,
        "anonymous": lambda path: stranger.get(f"/api/v1/{path}"),
        "token without read": deaf.get,
        "forged token": lambda path: stranger.get(
            f"/api/v1/{path}", headers={"Authorization": "Bearer scf_forged"}
        ),
    }


@pytest.fixture
def match(anna, ben, played):
    """A finished match of anna (seat 0) against ben (seat 1)."""
    return played(anna.bot("one", "virus-war-fog"), ben.bot("two", "virus-war-fog"))


OWNERS_ONLY = {
    "owner": 200,
    "admin": 200,
    "opponent": 403,
    "outsider": 403,
    "anonymous": 401,
    "token without read": 403,
    "forged token": 401,
}


@pytest.mark.parametrize("asker", OWNERS_ONLY)
def test_a_log_is_for_the_owner_of_the_seat(askers, match, asker):
    answer = askers[asker](f"matches/{match}/log?seat=0")
    assert answer.status_code == OWNERS_ONLY[asker]
    assert ("log of seat 0" in answer.text) == (answer.status_code == 200)


def test_the_opponent_reads_its_own_seat_alone(askers, match):
    answer = askers["opponent"](f"matches/{match}/log?seat=1")
    assert answer.json == {"request": 1, "stderr": "log of seat 1\u2028"} or "seat 1" in answer.text
    assert answer.headers["X-Requests"] == "1"
    assert askers["owner"](f"matches/{match}/log?seat=1").status_code == 403
    assert askers["owner"](f"matches/{match}/log?seat=9").status_code == 403


@pytest.mark.parametrize("asker", OWNERS_ONLY)
def test_a_source_is_for_its_owner(askers, anna, ready, asker):
    bot = anna.bot("one")
    ready(bot)
    answer = askers[asker](f"bots/{bot}/versions/1/source")
    assert answer.status_code == OWNERS_ONLY[asker]
    assert (answer.data == BOT) == (answer.status_code == 200)


@pytest.mark.parametrize("asker", ["opponent", "outsider", "anonymous"])
def test_private_detail_of_a_match_is_cut(askers, match, asker):
    answer = askers[asker](f"matches/{match}")
    assert answer.status_code == 200
    assert "secret of seat 0" not in answer.text


def test_an_owner_reads_the_detail_of_its_own_seat(askers, match):
    found = askers["owner"](f"matches/{match}").json
    assert [seat["detail"] for seat in found["own"]] == ["secret of seat 0"]
    assert found["logs"] == [0]


def test_the_check_of_a_version_is_told_in_full_to_its_owner_only(askers, anna, ready):
    bot = anna.bot("one")
    ready(bot)
    path = f"bots/{bot}/versions/1"
    assert askers["owner"](path).json["biggest"] == [["bot.py", len(BOT)]]
    for asker in ("opponent", "anonymous"):
        found = askers[asker](path).json
        assert found["status"] == "ready"
        private = ("reason", "warnings", "biggest", "steps", "start_ms", "check_match")
        assert [found[name] for name in private] == [None] * len(private)


def test_a_check_match_is_its_owners_business(askers, anna, played):
    bot = anna.bot("one", "virus-war-fog")
    match = played(bot, bot, kind=MatchKind.CHECK)
    for asker, status in {"owner": 200, "admin": 200, "opponent": 404, "anonymous": 404}.items():
        assert askers[asker](f"matches/{match}").status_code == status, asker
        listed = askers[asker]("matches").json["items"]
        assert bool(listed) == (status == 200), asker
        for part in ("replay", "frames"):
            assert askers[asker](f"matches/{match}/{part}").status_code == status, asker


def test_tokens_are_listed_and_ended_by_their_owner_only(anna, ben, stranger):
    assert stranger.get("/api/v1/tokens").status_code == 401
    mine = anna.get("tokens").json["items"]
    assert [token["name"] for token in mine] == ["test"]
    assert "token" not in mine[0]
    assert ben.call("DELETE", f"tokens/{mine[0]['id']}").status_code == 404
    assert anna.call("DELETE", f"tokens/{mine[0]['id']}").status_code == 200
    assert anna.get("tokens").status_code == 401


def test_a_token_gives_away_no_more_than_it_has(person):
    clerk = person("clerk", scopes=("submit",))
    answer = clerk.post("tokens", json={"name": "more", "scopes": ["read"]})
    assert answer.status_code == 403
    answer = clerk.post("tokens", json={"name": "same", "scopes": ["submit"]})
    assert answer.status_code == 201
    assert answer.json["token"].startswith("scf_")


def test_an_admin_scope_needs_an_administrators_account(person, match):
    fraud = person("fraud", scopes=("read", "submit", "admin"))
    assert fraud.get(f"matches/{match}/log?seat=0").status_code == 403
    assert fraud.get("accounts/me").json["scopes"] == ["read", "submit"]


def test_a_reader_uploads_nothing(person, anna):
    reader = person("reader", scopes=("read",))
    assert reader.post("bots", json={"name": "one", "game": "virus-war"}).status_code == 403


@pytest.mark.parametrize("act", ["activate", "retire"])
def test_another_accounts_versions_are_out_of_reach(anna, ben, ready, act):
    bot = anna.bot("one")
    ready(bot)
    assert ben.post(f"bots/{bot}/versions/1/{act}").status_code == 403
    assert ben.upload(bot).status_code == 403
    assert anna.post(f"bots/{bot}/versions/1/{act}").status_code == 200


def test_a_browser_writes_only_with_its_csrf_token(anna, csrf):
    browser = anna.browser()
    body = {"json": {"name": "one", "game": "virus-war"}}
    assert browser.post("/api/v1/bots", **body).status_code == 400
    token = {"X-CSRF-Token": csrf(browser, "/account")}
    assert browser.post("/api/v1/bots", headers=token, **body).status_code == 201
    assert browser.get("/api/v1/accounts/me").json["name"] == "anna"


def test_a_seed_is_told_when_its_set_has_ended(anna, ben, played, stranger):
    bots = anna.bot("one", "virus-war-fog"), ben.bot("two", "virus-war-fog")
    for over, seed in ((False, None), (True, "fog")):
        match = played(*bots, over=over)
        assert stranger.get(f"/api/v1/matches/{match}").json["seed"] == seed
        replay = stranger.get(f"/api/v1/matches/{match}/replay").json
        assert replay["seed"] == (seed or "")
        assert "fog" not in stranger.get(f"/api/v1/matches/{match}").json["settings"].values()


def test_a_disabled_account_is_out(anna, store):
    from scuffle_platform.store.models import Account, now

    browser = anna.browser()
    with store.session() as session:
        session.get_one(Account, anna.id).disabled = now()
    assert anna.get("accounts/me").status_code == 401
    assert browser.get("/api/v1/accounts/me").status_code == 401
