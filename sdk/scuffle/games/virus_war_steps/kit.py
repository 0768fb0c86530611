"""The typed view of Five Steps: ``from scuffle.games.virus_war_steps.kit import View``."""

from scuffle.games.virus_war_family.kit import FREE, HIDDEN, VirusWarView

__all__ = ["FREE", "HIDDEN", "View"]


class View(VirusWarView):
    """A request of Virus War: Five Steps."""

    game = "virus-war-steps"
