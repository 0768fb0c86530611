"""Virus War: Five Steps, on bigger boards that start empty."""

from scuffle.contract import Format
from scuffle.games.virus_war_family.engine import VirusWarGame
from scuffle.games.virus_war_steps import models


class VirusWarSteps(VirusWarGame):
    """Five actions a turn; the first mark goes anywhere on one's own edge; no passing."""

    id = "virus-war-steps"
    name = "Virus War: Five Steps"
    tagline = "Five steps a turn on an empty board: choose where on your edge to break out."
    source = "The variant “Война вирусов” of igGameCenter."
    difficulty = "medium"
    rules_version = 1
    ladder_formats = tuple(Format(2, {"size": size}) for size in (11, 13, 15))
    Settings = models.Settings
    ActionModel = models.Action
    ViewModel = models.View


GAME = VirusWarSteps
