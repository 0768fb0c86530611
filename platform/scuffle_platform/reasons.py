"""Why matches end, in words."""

REASONS = {
    "destroyed": "every virus was killed",
    "shut-in": "the loser was shut in",
    "stuck": "the loser had nowhere to go",
    "double-pass": "both passed a whole turn",
    "final-score": "by points",
}
"""The reasons of the games that come along; another game's word stands for itself."""
