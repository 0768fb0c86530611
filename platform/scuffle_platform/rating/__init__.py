"""Ratings: one fit over all ranked matches of a ladder, a pure function of their list."""

from scuffle_platform.rating.fit import Estimate, Fitted, SeatBias, chance, fit
from scuffle_platform.rating.results import Contestant, Result, Tally, tally
from scuffle_platform.rating.sentences import Change, change_sentence, changes

__all__ = [
    "Change",
    "Contestant",
    "Estimate",
    "Fitted",
    "Result",
    "SeatBias",
    "Tally",
    "chance",
    "change_sentence",
    "changes",
    "fit",
    "tally",
]
