"""Virus War: Fog as numbers, for learning."""

from scuffle.games.virus_war_family.encoding import PLANES, actions, observe, shape

__all__ = ["PLANES", "actions", "observe", "shape"]
