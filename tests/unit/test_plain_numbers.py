"""Which texts are whole numbers to the site: one to nine plain digits, whatever ``int`` takes."""

import click
import pytest
from click.testing import CliRunner
from flask import Flask

from scuffle.cli import main
from scuffle_platform.hand_play import _entry
from scuffle_platform.numbers import PlainNumber, whole_number
from scuffle_platform.problems import Problem

NONSENSE = ("", " 1", "-1", "+1", "1_0", "٣", "²", "1.0", "0000019999999", "0" * 5000 + "1")


@pytest.mark.parametrize("text", NONSENSE, ids=range(len(NONSENSE)))
def test_nonsense_is_no_number(text):
    assert whole_number(text) is None
    with pytest.raises(Problem) as refused:
        _entry([{"kind": "pass"}], text)
    assert refused.value.status == 422


def test_a_number_is_one():
    assert [whole_number(text) for text in ("0", "007", "9" * 9)] == [0, 7, 999_999_999]


def test_a_route_finds_nothing_under_nonsense():
    app = Flask("routes")
    app.url_map.converters["int"] = PlainNumber
    app.add_url_rule("/versions/<int(min=1):number>", "one", lambda number: str(number))
    client = app.test_client()
    assert client.get("/versions/3").text == "3"
    for text in NONSENSE[:-2]:
        assert client.get(f"/versions/{text}").status_code == 404, text[:20]
    assert client.get("/versions/0000019999999").text == "19999999"
    assert client.get("/versions/" + "9" * 5000).text == "9" * 9, "which no page has, and says so"
    assert client.get("/versions/" + "0" * 5000).status_code == 404, "below the least"


def test_the_command_line_takes_no_digits_of_other_scripts():
    for word in ("race@٣", "race@" + "9" * 5000):
        found = CliRunner().invoke(main, ["admin", "bot", "disable", word])
        assert found.exit_code == click.UsageError.exit_code
        assert "wanted a version's number" in found.output
