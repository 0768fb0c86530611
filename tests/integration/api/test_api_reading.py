"""What everybody may read."""

import pytest

ANYBODY = (
    "games",
    "games/virus-war",
    "games/virus-war/schema",
    "games/virus-war/leaderboard",
    "ladders",
    "languages",
    "bots",
    "matches",
    "matches.ndjson",
    "openapi.json",
)


@pytest.mark.parametrize("path", ANYBODY)
def test_everybody_may_read(stranger, path):
    answer = stranger.get(f"/api/v1/{path}")
    assert answer.status_code == 200, answer.text


def test_a_game_comes_with_settings_and_limits(stranger):
    game = stranger.get("/api/v1/games/virus-war").json
    assert game["settings"]["size"] == 10
    assert game["limits"]["bank_ms"] == 10_000
    assert game["settings_schema"]["type"] == "object"
    assert game["ladder_formats"]


def test_the_document_names_a_games_schemas_as_they_are(stranger):
    shapes = stranger.get("/api/v1/openapi.json").json["components"]["schemas"]
    told = shapes["GameSchemas"]["properties"]["schemas"]["description"]
    names = told.removeprefix("By name: ").split(", and ")[0].split(", ")
    assert set(names) <= set(stranger.get("/api/v1/games/virus-war/schema").json["schemas"])


def test_an_unknown_game_is_told_with_the_names_that_come_close(stranger):
    answer = stranger.get("/api/v1/games/virus-wars")
    assert answer.status_code == 404
    assert answer.mimetype == "application/problem+json"
    assert "virus-war" in answer.json["detail"]
    assert answer.json["hint"]


def test_an_unknown_address_is_a_problem_too(stranger):
    answer = stranger.get("/api/v1/nothing/here")
    assert answer.status_code == 404
    assert answer.json["status"] == 404


def test_a_wrong_method_names_the_right_ones(stranger):
    answer = stranger.open("/api/v1/games", method="DELETE")
    assert answer.status_code == 405
    assert "GET" in answer.headers["Allow"]


def test_an_unknown_filter_is_refused_by_name(stranger):
    answer = stranger.get("/api/v1/matches?colour=red")
    assert answer.status_code == 422
    assert answer.json["errors"] == ["colour: Extra inputs are not permitted"]


def test_a_cursor_that_nobody_gave_out(stranger):
    for cursor in ("x", "AAAA", "🦠", "MjAyNi0wMS0wMSA="):
        assert stranger.get(f"/api/v1/matches?cursor={cursor}").status_code == 422


def test_a_nul_in_the_address(stranger):
    assert stranger.get("/api/v1/games/%00").status_code == 400
    assert stranger.get("/api/v1/bots?name=%00").status_code == 400


def test_llms_txt_names_every_route(stranger):
    text = stranger.get("/llms.txt").text
    assert "GET /api/v1/games/{game}/schema" in text
    assert "POST /api/v1/bots/{bot}/versions" in text


def test_health(stranger):
    assert stranger.get("/healthz").json == {"status": "ok"}
    assert stranger.get("/readyz").json.items() >= {"database": "ok", "queue": "ok"}.items()


def test_figures_are_for_this_machine_alone(stranger):
    answer = stranger.get("/metrics")
    assert "scuffle_accounts 0.0" in answer.text
    assert stranger.get("/metrics", environ_base={"REMOTE_ADDR": "10.0.0.9"}).status_code == 403
    assert stranger.get("/metrics", headers={"X-Forwarded-For": "1.2.3.4"}).status_code == 403


def test_a_problem_leads_to_the_line_of_its_code(stranger, anna):
    """Where waiting helps nothing, nobody is told to wait."""
    page = stranger.get("/docs/api").text
    answers = [
        stranger.get("/api/v1/bots?name=%00"),
        stranger.get("/api/v1/accounts/me"),
        stranger.get("/api/v1/nothing/here"),
        stranger.open("/api/v1/games", method="DELETE"),
        anna.post("bots", data="x", content_type="text/plain"),
        anna.get("matches?colour=red"),
        anna.upload(anna.bot("one"), b""),
    ]
    for answer in answers:
        where, _, code = answer.json["type"].partition("#")
        assert (where, code) == ("/docs/api", answer.json["code"])
        assert f'<tr id="{code}">' in page
        assert "Retry-After" not in answer.headers
        assert "RateLimit-Remaining" in answer.headers or answer.status_code in (400, 404, 405)
    assert [answer.status_code for answer in answers] == [400, 401, 404, 405, 415, 422, 422]
