"""Virus War: Five Steps as text."""

from scuffle.games.virus_war_family.text import label, marks, render, sentence

__all__ = ["label", "marks", "render", "sentence"]
