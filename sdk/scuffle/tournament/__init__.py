"""Tournaments as pure functions: who meets whom, who goes on, who stands where.

Entrants are draw numbers from 0. Nothing here plays, waits or remembers.
"""

from scuffle.tournament.bracket import feeders, first_tables, rounds_of, top_down
from scuffle.tournament.ring import rings
from scuffle.tournament.size import Kind, most_matches, names_no_table
from scuffle.tournament.standing import Line, Score, forfeited, is_tied, rank

__all__ = [
    "Kind",
    "Line",
    "Score",
    "feeders",
    "first_tables",
    "forfeited",
    "is_tied",
    "most_matches",
    "names_no_table",
    "rank",
    "rings",
    "rounds_of",
    "top_down",
]
