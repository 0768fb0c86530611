"""The written record of Virus War."""

from scuffle.games.virus_war_family.notation import BadNotation, read, write

__all__ = ["BadNotation", "read", "write"]
