"""Words that lists are narrowed by: one that nobody knows is refused, with those that are known."""

from difflib import get_close_matches
from typing import Annotated, Any

from pydantic import AfterValidator
from pydantic_core import PydanticCustomError

from scuffle.outcome import FORFEIT
from scuffle.registry import UnknownGame, game, games
from scuffle_platform.api.shapes import Word
from scuffle_platform.problems import Problem
from scuffle_platform.reasons import REASONS

UNKNOWN = "unknown_word"
"""The type of a validation error that means: none of the known words."""

RESULTS = ("win", "draw", "loss")


def close_to(word: str, known: list[str]) -> str:
    """What may have been meant, as the end of a sentence, or ``""``."""
    close = get_close_matches(word, known, n=1)
    return f"; did you mean '{close[0]}'?" if close else ""


def check_settings(found: dict[str, Any], game_id: str | None) -> None:
    """Whether some match can have such settings: of this game, or of any.

    Raises:
        Problem: 422, no setting has one of these names.
    """
    asked = [kind for name, kind in games().items() if game_id in (None, name)]
    known = sorted({name for kind in asked for name in kind.Settings.model_fields})
    for name in found:
        if asked and name not in known:
            meant = close_to(name, known) or f"; there are {', '.join(known)}."
            hint = "Mend the name; the game's page lists its settings."
            raise Problem(422, "unknown-word", f"There is no setting '{name[:64]}'{meant}", hint)


def _game(word: str) -> str:
    try:
        game(word)
    except UnknownGame as unknown:
        raise _unknown(str(unknown)) from None
    return word


def _outcome(word: str) -> str:
    known = [*RESULTS, *REASONS, FORFEIT]
    if word in known or _has_other_games():
        return word
    wanted = ", ".join(f"'{one}'" for one in known)
    raise _unknown(f"found '{word}', wanted one of {wanted}{close_to(word, known)}")


def _has_other_games() -> bool:
    """Whether a game of another package is installed, which ends with words of its own."""
    return any(not one.__module__.startswith("scuffle.games.") for one in games().values())


def _unknown(sentence: str) -> PydanticCustomError:
    told: dict[str, Any] = {"sentence": sentence}
    return PydanticCustomError(UNKNOWN, "{sentence}", told)


GameFilter = Annotated[Word, AfterValidator(_game)]
OutcomeFilter = Annotated[Word, AfterValidator(_outcome)]
