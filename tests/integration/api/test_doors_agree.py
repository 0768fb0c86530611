"""``scuffle check`` and the site say the same of the same uploads, sentence for sentence."""

import json

import pytest
from door_corpus import HONEST, MISTAKES, REFUSED

from scuffle.cli import main
from scuffle.languages import languages
from scuffle_platform.store.models import Worker, WorkerState, now

CORPUS = {kind: (name, data) for kind, (name, data, *_) in (MISTAKES | HONEST | REFUSED).items()}


@pytest.fixture
def checked(tmp_path, capsys):
    """What ``scuffle check`` says of a file: its steps."""

    def check(name, data):
        path = tmp_path / "checked" / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(data)
        words = ["check", str(path), "--game", "virus-war", "--sandbox", "none", "--json"]
        with pytest.raises(SystemExit):
            main.main(words, prog_name="scuffle")
        return json.loads(capsys.readouterr().out)["steps"]

    return check


@pytest.fixture
def able(store):
    """A worker that has every language: elsewhere the door would refuse more."""
    with store.session() as session:
        about = {"queues": ["checks"], "languages": list(languages()), "seen": now()}
        session.add(Worker(name="w1", state=WorkerState.IDLE, **about))


@pytest.mark.usefixtures("able")
@pytest.mark.parametrize("kind", CORPUS)
def test_check_and_site_say_the_same(anna, checked, kind):
    name, data = CORPUS[kind]
    door = checked(name, data)[0]
    answer = anna.upload(anna.bot("one"), data, name)
    assert door["passed"] is (answer.status_code == 201), answer.text
    assert door["name"] == "door"
    if not door["passed"]:
        assert (answer.status_code, answer.json["detail"]) == (422, door["sentence"])
        assert "\u202e" not in door["sentence"]
