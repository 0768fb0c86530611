"""Virus War as text."""

from scuffle.games.virus_war_family.text import render, sentence

__all__ = ["render", "sentence"]
