"""The typed view of Virus War: Fog: ``from scuffle.games.virus_war_fog.kit import View``."""

from scuffle.games.virus_war_family.kit import FREE, HIDDEN, VirusWarView

__all__ = ["FREE", "HIDDEN", "View"]


class View(VirusWarView):
    """A request of Virus War: Fog."""

    game = "virus-war-fog"
