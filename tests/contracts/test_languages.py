"""What every language promises, whichever there are, in the strongest cage of this host."""

import time
from collections.abc import Iterator
from contextlib import closing

import pytest
from language_workshop import LIMITS, Workshop

from scuffle.contract import Verdict
from scuffle.languages import Language, language_of, languages
from scuffle.launch import toolchain_launches
from scuffle.local_sandbox import LocalSandbox
from scuffle.match import MatchRecord
from scuffle.registry import games
from scuffle_sandbox.bubblewrap import Bubblewrap
from scuffle_sandbox.places import scratch_folder
from scuffle_sandbox.rehearsal import rehearsed


@pytest.fixture(scope="module", params=list(languages()))  # so each is built once
def language(request: pytest.FixtureRequest) -> Language:
    return languages()[request.param]


@pytest.fixture(scope="module")
def workshop() -> Iterator[Workshop]:
    """A control group holds every language; a host without one plays most of them uncaged."""
    caged = Bubblewrap()
    with scratch_folder() as folder:
        strong = caged.check().ladder_layer == "cgroup"
        yield Workshop(caged if strong else LocalSandbox(), folder)


@pytest.fixture(scope="module")
def containers(bot_images: None) -> Iterator[Workshop]:
    """The image of each language, made from this checkout, after its echo came back.

    That is remembered by what the image holds, as workers do.
    """
    from scuffle_sandbox.docker import Docker

    with closing(Docker()) as sandbox, scratch_folder() as folder:
        report = rehearsed(sandbox, sandbox.check(), 0)
        assert set(report.languages) == set(languages()), report.notes
        yield Workshop(sandbox, folder)


def test_names_and_suffixes_are_its_own(language: Language) -> None:
    assert language.id.isalnum()
    assert language.id.islower()
    assert language.name
    assert language.image == f"scuffle-bot-{language.id}"
    for suffix in language.suffixes:
        assert language_of(f"x{suffix}") is language
    for name in language.entry_names:
        assert language_of(name) is language
    assert language.entry_names[0].lower().startswith("main.") or language.scripts
    assert language.toolchain
    assert language.packages


def test_its_name_for_the_record_is_the_same_in_every_process(language: Language) -> None:
    assert " at 0x" not in repr(language)


def test_placeholders_are_known(language: Language) -> None:
    words = [*language.run, *language.run_function]
    for word in words:
        rest = word
        for known in ("{bot}", "{sdk}", "{entry}", "{stem}", "{python}"):
            rest = rest.replace(known, "")
        assert "{" not in rest, word
    assert language.has_functions == (language.recognise is not None)


def test_echo_writes_back_every_line(language: Language, workshop: Workshop) -> None:
    session = workshop.sandbox.prepare(workshop.echo(language), LIMITS, 0)
    lines = [b'{"a":1}', "{ä}".encode(), b"x" * 60_000]
    for line in lines:
        session.send(line + b"\n", time.monotonic() + 30)
        assert session.recv(time.monotonic() + 30) == line
    end = session.close(grace_s=10)
    assert (end.code, end.signal) == (0, None)


def played_well(record: MatchRecord) -> None:
    assert [found.detail for found in record.seats] == ["", ""]
    assert {found.verdict for found in record.verdicts} == {Verdict.OK}
    assert record.outcome is not None
    assert not any(step.action["action"] == "pass" for step in record.steps)


@pytest.mark.parametrize("game_id", sorted(games()))
def test_starter_plays_a_whole_match(language: Language, workshop: Workshop, game_id: str) -> None:
    record = workshop.match(workshop.starter(language), game_id)
    played_well(record)


def test_starter_is_built_and_plays_in_the_languages_image(
    language: Language, containers: Workshop
) -> None:
    played_well(containers.match(containers.starter(language), "virus-war"))


def test_starter_plays_the_same_again_from_the_same_seed(
    language: Language, workshop: Workshop
) -> None:
    launch = workshop.starter(language)
    first, second = (workshop.match(launch, "virus-war") for _ in range(2))
    assert [step.action for step in first.steps] == [step.action for step in second.steps]


def test_toolchain_commands_print_a_version(language: Language, workshop: Workshop) -> None:
    if language.id not in workshop.sandbox.check().languages:
        pytest.skip(f"the tools of {language.name} are not installed")
    for launch in toolchain_launches(language, workshop.folder):
        session = workshop.sandbox.prepare(launch, LIMITS, 0)
        assert session.recv(time.monotonic() + 30)
        session.close(grace_s=10)
