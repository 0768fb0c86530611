"""Virus Roll & Write, the dice game for two to four."""

from typing import ClassVar

from scuffle.contract import Format
from scuffle.games.virus_roll_write import models
from scuffle.games.virus_roll_write.engine import DICE, ROUNDS, RollWriteGame

__all__ = ["DICE", "GAME", "ROUNDS", "VirusRollWrite"]


class VirusRollWrite(RollWriteGame):
    """The dice game. Players hold no secrets; the dice of later rounds are nobody's yet."""

    id = "virus-roll-write"
    name = "Virus Roll & Write"
    tagline = "Roll, place, infect a score sheet: a dice game of shared cards for two to four."
    source = "The rulebook of Virus!: Roll & Write; the score sheet is a reconstruction."
    difficulty = "medium"
    rules_version = 1
    ladder_formats: ClassVar[tuple[Format, ...]] = tuple(
        Format(n, {"lab_cards": "draw"}) for n in (2, 3, 4)
    )
    Settings = models.Settings
    ActionModel = models.Action
    ViewModel = models.View


GAME = VirusRollWrite
