"""The API does what its document says, whatever it is sent."""

import re
from datetime import timedelta

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.core.failures import Failure, FailureGroup
from schemathesis.specs.openapi.checks import positive_data_acceptance

from scuffle_platform.app import create_app
from scuffle_platform.store.models import now

BOUNDED = settings(
    max_examples=12,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


@pytest.fixture
def free_app(settings):
    """The application without rate limits, which would answer most of the examples."""
    made = create_app(settings, TESTING=True, RATELIMIT_ENABLED=False)
    yield made
    made.extensions["scuffle.store"].close()


@pytest.fixture
def document(free_app):
    """The document, as schemathesis reads it."""
    return schemathesis.openapi.from_wsgi("/api/v1/openapi.json", free_app)


def conforms(document, known=None, headers=None, bounded=BOUNDED):
    """Send examples to every operation; tell all that does not conform together.

    ``known`` holds values for parameters of paths, so that the examples reach what exists.
    """
    failures = []
    for found in document.get_all_operations():
        operation = found.ok()

        @bounded
        @given(case=operation.as_strategy())
        def send(case):
            for name in set(known or {}) & set(case.path_parameters):
                case.path_parameters[name] = known[name]
            # A cursor is what a list gave out and a bot one that exists: no schema can say so.
            case.call_and_validate(excluded_checks=[positive_data_acceptance], headers=headers)

        try:
            send()
        except (FailureGroup, Failure) as failure:
            failures.append(failure)
    if failures:
        pytest.fail("\n\n".join(_told(failure) for failure in failures), pytrace=False)


def _told(failure):
    parts = getattr(failure, "exceptions", [failure])
    return "\n".join(f"{part.operation}: {part}" for part in parts)


def test_anonymous_requests_conform(document):
    # Most of them are refused before anything else is looked at.
    conforms(document, bounded=settings(BOUNDED, max_examples=5))


def test_a_competitors_requests_conform(document, person, played):
    anna = person("anna", scopes=("read", "submit"))
    bot = anna.bot("one", "virus-war-fog")
    known = {"bot": bot, "other": bot, "game": "virus-war-fog", "name": "anna", "number": 1}
    known["match"] = played(bot, bot)
    asked = {"game": "virus-war-fog", "new": bot, "old": bot}
    known["series_id"] = anna.post("series", json=asked).json["id"]
    cup = {"game": "virus-war-fog", "name": "Cup", "kind": "elimination"}
    cup["entry_until"] = (now() + timedelta(hours=1)).isoformat()
    known["tournament"] = anna.post("tournaments", json=cup).json["id"]
    league = {"game": "virus-war-fog", "name": "7 b", "closes": cup["entry_until"]}
    known["league"] = anna.post("leagues", json=league).json["id"]
    known["day"] = str(now().date() - timedelta(days=1))
    known["ladder"] = anna.get("ladders").json["items"][0]["id"]
    known["token"] = anna.post("tokens", json={"name": "x", "scopes": ["read"]}).json["id"]
    assert set(known) == _named_in_paths(document), "what else may be named must exist, too"
    conforms(document, known, {"Authorization": f"Bearer {anna.token}"})


def _named_in_paths(document):
    return {
        name
        for found in document.get_all_operations()
        for name in re.findall(r"{(\w+)}", found.ok().path)
    }


def test_the_document_is_openapi_3_1(stranger):
    found = stranger.get("/api/v1/openapi.json").json
    assert found["openapi"].startswith("3.1")
    assert {"token", "browser"} == set(found["components"]["securitySchemes"])


def test_every_operation_has_a_summary_an_id_and_a_tag(stranger):
    ids = []
    for path, operations in stranger.get("/api/v1/openapi.json").json["paths"].items():
        for operation in operations.values():
            assert operation["summary"].endswith("."), path
            assert operation["tags"], path
            ids.append(operation["operationId"])
    assert len(ids) == len(set(ids))


def test_every_route_is_in_the_document(app, stranger):
    rules = {
        re.sub(r"<(?:[^:>]+:)?([^>]+)>", r"{\1}", rule.rule)
        for rule in app.url_map.iter_rules()
        if rule.endpoint.startswith("api.")
    }
    assert rules == set(stranger.get("/api/v1/openapi.json").json["paths"])


def test_no_page_of_the_document_comes_from_elsewhere(stranger):
    for path in ("/unserved-openapi/swagger/", "/apidoc/redoc/", "/apidoc/swagger/"):
        assert stranger.get(path).status_code == 404
