"""``scuffle.play``: matches on this machine, with the site's own match loop."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scuffle.backends import choose
from scuffle.contract import Game
from scuffle.entrants import Bot, Entrant, Stable
from scuffle.limits import Limits
from scuffle.match import MatchRecord, OnStep, play_match
from scuffle.registry import make
from scuffle.replay import Replay, ReplayPlayer
from scuffle.seat import Seat


@dataclass(frozen=True, slots=True)
class Played:
    """A match with what only its owner sees: logs and details of every seat."""

    record: MatchRecord
    replay: Replay


_LONGEST_SEED = 128


def play(
    game: str,
    bots: Sequence[Bot],
    *,
    seed: int | str = 1,
    settings: dict[str, Any] | None = None,
    limits: Limits | None = None,
    sandbox: str = "none",
) -> Replay:
    """Play one match and return its replay.

    Args:
        game: the game's id.
        bots: who plays, by seat: a Python callable or a class of ``Bot``, a file, a folder, a zip,
            a house bot's name, or a command line. A callable gets what a process would get.
        seed: decides every chance step and every bot's own seed; 1 to 128 characters.
        settings: game settings; what is left out keeps its default.
        limits: what each bot may use; the site's by default.
        sandbox: ``none``, ``auto``, ``bubblewrap`` or ``docker``.

    Raises:
        scuffle.registry.UnknownGame: no game has this id.
        scuffle.registry.BadSettings: the settings do not fit.
        scuffle.entrants.NoSuchBot: a bot cannot be found.
        scuffle.door.Refused: a bot would be refused at the site's door.
        scuffle.seat.HostFault: this machine failed; nobody lost.
        ValueError: no replay could hold the seed.
    """
    if not 1 <= len(str(seed)) <= _LONGEST_SEED:
        raise ValueError(f"The seed has {len(str(seed))} characters, wanted 1 to {_LONGEST_SEED}.")
    made = make(game, settings or {})
    with Stable(game, choose(sandbox)) as stable:
        entrants = stable.entrants(bots)
        return play_entrants(made, entrants, str(seed), limits or Limits()).replay


def play_entrants(
    game: Game[Any],
    entrants: Sequence[Entrant],
    seed: str,
    limits: Limits,
    on_step: OnStep | None = None,
) -> Played:
    """Play one match between entrants that are ready.

    Raises:
        WrongNumber: the game takes another number of players.
        scuffle.seat.HostFault: this machine failed.
    """
    if len(entrants) not in game.players:
        wanted = " or ".join(map(str, game.players))
        raise WrongNumber(f"{game.name} is for {wanted} players, found {len(entrants)}.")
    seats = _sit(entrants, limits)
    record = play_match(game, len(seats), seats, seed, limits, on_step=on_step)
    players = [ReplayPlayer(name=one.name, hash=one.hash) for one in entrants]
    return Played(record, Replay.of(game, record, seed, limits, players))


class WrongNumber(ValueError):
    """More or fewer bots than the game takes."""


def _sit(entrants: Sequence[Entrant], limits: Limits) -> list[Seat]:
    """Every seat, or none: one that cannot be made ends those made before it."""
    seats: list[Seat] = []
    try:
        seats.extend(entrant.sit(limits) for entrant in entrants)
    except BaseException:
        for seat in seats:
            seat.end(None)
        raise
    return seats
