"""The checks that every game must pass, for the games here and for yours.

from scuffle import registry
from scuffle.testing import ContractCheck, check_golden_matches

def test_my_game():
    check = ContractCheck(registry.make("my-game", {}), num_players=2)
    for seed in range(100):
        check.play(str(seed))
    check_golden_matches("my-game")
"""

from scuffle.testing.contract_check import ContractCheck
from scuffle.testing.golden import GoldenMatch, check_golden_matches, golden_matches, record
from scuffle.testing.playthrough import Moment, playthrough

__all__ = [
    "ContractCheck",
    "GoldenMatch",
    "Moment",
    "check_golden_matches",
    "golden_matches",
    "playthrough",
    "record",
]
