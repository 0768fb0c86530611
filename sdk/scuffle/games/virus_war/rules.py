"""Virus War, the pencil-and-paper game for two."""

from scuffle.contract import Format
from scuffle.games.virus_war import models
from scuffle.games.virus_war_family.engine import VirusWarGame


class VirusWar(VirusWarGame):
    """Both see the whole board; three actions a turn; a turn may be passed."""

    id = "virus-war"
    name = "Virus War"
    tagline = "Grow three cells a turn, kill what you touch, and shut the other colony in."
    source = "The pencil-and-paper game, as printed in collections of games on squared paper."
    difficulty = "easy"
    rules_version = 1
    ladder_formats = (Format(2, {}),)
    Settings = models.Settings
    ActionModel = models.Action
    ViewModel = models.View


GAME = VirusWar
