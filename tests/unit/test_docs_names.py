"""The documentation names what there is: settings, commands, verdicts, games, languages."""

import re
import subprocess
from pathlib import Path

import click
import pytest

from scuffle import registry
from scuffle.cli import main
from scuffle.contract import Verdict
from scuffle.languages import languages
from scuffle_platform.settings import Settings

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "platform" / "scuffle_platform" / "web" / "docs"
PACKAGES = ("sdk/scuffle", "sandbox/scuffle_sandbox", "platform/scuffle_platform")
README = (ROOT / "README.md").read_text(encoding="utf-8")
DEPLOY = (ROOT / "deploy" / "README.md").read_text(encoding="utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def _settings() -> set[str]:
    """Every variable that the settings or a line of source reads."""
    names = {f"SCUFFLE_{field.upper()}" for field in Settings.model_fields}
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            names |= set(re.findall(r'"(SCUFFLE_[A-Z_]+)"', path.read_text(encoding="utf-8")))
    return names


@pytest.mark.parametrize("name", sorted(_settings()))
def test_a_setting_is_named_where_sites_are_run(name: str) -> None:
    assert f"`{name}`" in DEPLOY


def test_the_documentation_names_no_setting_that_is_gone() -> None:
    named = set(re.findall(r"`(SCUFFLE_[A-Z_]+)", DEPLOY))
    # What only the compose file reads.
    assert named - _settings() <= {"SCUFFLE_SITE"}


@pytest.mark.parametrize("name", main.list_commands(click.Context(main)))
def test_a_command_is_named_where_people_look(name: str) -> None:
    texts = (DOCS / "cli.md", DOCS / "run-a-site.md", ROOT / "sdk" / "README.md")
    assert any(re.search(rf"scuffle {name}\b|`{name}\b", file.read_text("utf-8")) for file in texts)


@pytest.mark.parametrize("verdict", Verdict)
def test_a_verdict_is_explained(verdict: Verdict) -> None:
    from scuffle_platform.web.words import VERDICTS

    assert VERDICTS[verdict]


@pytest.mark.parametrize("game_id", registry.games())
def test_a_game_is_on_the_first_page(game_id: str) -> None:
    assert f"`{game_id}`" in README
    assert registry.game(game_id).name in README


@pytest.mark.parametrize("language", languages().values(), ids=lambda language: language.id)
def test_a_language_is_on_the_first_page_and_has_an_image(language: object) -> None:
    assert language.name in README
    assert all(f"`{package}`" in README for package in language.packages)
    images = ROOT / "deploy" / "images"
    assert language.id in (images / "build").read_text("utf-8")
    of_another = {"cpp": "c", "own": "c"}
    recipe = (images / of_another.get(language.id, language.id) / "Dockerfile").read_text("utf-8")
    assert set(language.packages) <= set(recipe.split())


@pytest.mark.parametrize("word", ["test", "lint", "bench", "soak", "scuffle"])
def test_each_word_of_run_is_in_its_help(word: str) -> None:
    said = subprocess.run(
        (ROOT / "run", "--help"), capture_output=True, check=True, text=True
    ).stdout
    assert f"./run {word}" in said


def _links(text: str) -> list[str]:
    found = re.findall(r"\]\(([^)#]+)\)", text)
    return [link for link in found if not link.startswith(("http", "/"))]


@pytest.mark.parametrize(
    "path",
    ["README.md", "CONTRIBUTING.md", "deploy/README.md", "tests/README.md", "sdk/README.md"],
)
def test_no_link_leads_nowhere(path: str) -> None:
    file = ROOT / path
    text = file.read_text(encoding="utf-8")
    assert [link for link in _links(text) if not (file.parent / link).exists()] == []


@pytest.mark.parametrize("what", ["game", "language", "sandbox backend", "page"])
def test_there_is_a_recipe(what: str) -> None:
    assert f"## Add a {what}" in CONTRIBUTING


def test_every_path_in_the_recipes_exists() -> None:
    named = re.findall(r"`((?:sdk|sandbox|platform|deploy|tests)/[\w./]+)`", CONTRIBUTING)
    assert named
    assert [path for path in named if "my_game" not in path and not (ROOT / path).exists()] == []
