"""Finding games: folders here, entry points elsewhere."""

import pytest

from scuffle import registry


@pytest.fixture
def foreign_game(tmp_path, monkeypatch):
    """An installed package of somebody else with a game of its own."""
    package = tmp_path / "their_games" / "tiny"
    package.mkdir(parents=True)
    (tmp_path / "their_games" / "__init__.py").write_text("")
    (package / "__init__.py").write_text("")
    (package / "rules.py").write_text(
        "from scuffle.games.virus_war.rules import VirusWar\n"
        "class Tiny(VirusWar):\n"
        "    id, name = 'tiny-war', 'Tiny War'\n"
        "GAME = Tiny\n"
    )
    (package / "RULES.md").write_text("# Tiny War\n")
    (package / "web.js").write_text("export function draw(svg, view) {}\n")
    info = tmp_path / "their_games-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: their-games\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[scuffle.games]\ntiny-war = their_games.tiny\n")
    monkeypatch.syspath_prepend(tmp_path)
    registry._packages.cache_clear()
    yield package
    registry._packages.cache_clear()
    registry.game.cache_clear()


def test_a_game_of_another_package_is_found_by_its_entry_point(foreign_game):
    assert registry.games()["tiny-war"].name == "Tiny War"
    assert registry.folder("tiny-war") == foreign_game
    assert registry.rules_markdown("tiny-war") == "# Tiny War\n"
    assert registry.web_module("tiny-war") == foreign_game / "web.js"
    assert registry.notation("tiny-war") is None
    assert registry.house_bots("tiny-war") == {}
    game = registry.make("tiny-war", {"size": 6})
    assert len(game.legal_actions(game.setup(2), 0)) == 4


def test_a_game_without_encoding_says_so(foreign_game):
    with pytest.raises(registry.NoEncoding, match=r"Tiny War has no encoding\.py"):
        registry.encoding("tiny-war")


def test_the_games_here_are_found_by_folder():
    assert {"virus-war", "virus-war-fog", "virus-war-steps"} <= set(registry.games())


def test_a_shared_renderer_is_followed():
    path = registry.web_module("virus-war-steps")
    assert path.parts[-2:] == ("virus_war_family", "web.js")


def test_house_bots_are_named_by_their_files():
    assert list(registry.house_bots("virus-war")) == ["greedy", "planner", "random"]


def test_an_unknown_game_is_told_what_there_is():
    with pytest.raises(registry.UnknownGame, match="There is no game 'chess'; choose one of virus"):
        registry.house_bots("chess")


@pytest.mark.parametrize("found", ["BB", "ab", "ABC", ""])
def test_a_bad_setting_is_told_as_it_was_written(found):
    with pytest.raises(registry.BadSettings) as refused:
        registry.make("virus-roll-write", {"lab_cards": found})
    told = str(refused.value)
    assert f"({found!r} is neither two different letters of A-D nor 'draw')" in told
    assert "alue error" not in told
