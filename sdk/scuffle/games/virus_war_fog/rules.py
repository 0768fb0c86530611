"""Virus War: Fog, where each player sees only what lies beside its own viruses."""

from scuffle.contract import Format
from scuffle.games.virus_war_family.engine import VirusWarGame
from scuffle.games.virus_war_fog import models


class VirusWarFog(VirusWarGame):
    """Hidden cells; one action in the very first turn, then three; no passing."""

    id = "virus-war-fog"
    name = "Virus War: Fog"
    tagline = "Virus War in the dark: you see your own colony and the cells beside it."
    source = "The fog variant of Virus War that Botpot plays."
    difficulty = "hard"
    rules_version = 1
    ladder_formats = (Format(2, {}),)
    Settings = models.Settings
    ActionModel = models.Action
    ViewModel = models.View


GAME = VirusWarFog
