"""The typed view of Virus Roll & Write: ``from scuffle.games.virus_roll_write.kit import View``."""

from scuffle.games.virus_roll_write import sheet
from scuffle.views import GameView

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Literal

    from scuffle.contract import Action, Game
    from scuffle.games.virus_roll_write import typed
    from scuffle.games.virus_roll_write.state import State

__all__ = ["DISEASES", "View"]

DISEASES = sheet.DISEASES
"""The colours of the diseases 0 to 3."""


class View(GameView):
    """A request of Virus Roll & Write; the page State & Action says what each field means."""

    game = "virus-roll-write"

    phase: 'Literal["place", "bonus", "extra", "roll", "over"]'
    player_turn_idx: int
    player_idx: int | None
    placer_idx: int
    round: int
    rounds: int
    priority_idx: int
    dice: list[list[int]]
    cards: "typed.CardTable"
    sheets: "list[typed.ScoreSheet]"
    scores: list[int]
    icons: "typed.Icons"
    pending: "list[typed.Pending]"
    events: "list[typed.Happening]"

    @property
    def me(self) -> int:
        """This bot's player; 0 for a spectator."""
        return self.player_idx or 0

    @property
    def sheet(self) -> "typed.ScoreSheet":
        """This bot's score sheet."""
        return self.sheets[self.me]

    def free_boxes(self, disease: int, player: int | None = None) -> list[int]:
        """The boxes (1-12) of a disease that a player (this bot) has not crossed off."""
        crossed = self.sheets[self.me if player is None else player]["boxes"][disease]
        return [box for box in range(1, sheet.BOXES + 1) if box not in crossed]

    def wildcards(self, player: int | None = None) -> int:
        """How many wildcards a player (this bot) can still spend."""
        tube = self.sheets[self.me if player is None else player]["wildcards"]
        return tube["circled"] - tube["used"]

    def contaminated(self, player: int | None = None) -> int:
        """What of this round would be written into a player's (this bot's) virus tube by now.

        Dice alone on a two-slot laboratory card count, since they end there if nobody joins them.
        """
        player = self.me if player is None else player
        dice = list(self.cards["contaminated"])
        for card in self.cards["lab"]:
            lone = [die for die in card["slots"] if die is not None]
            dice += lone if len(card["slots"]) == 2 and len(lone) == 1 else []
        return sum(die["value"] for die in dice if die["player"] == player)

    def open_diseases(self) -> list[int]:
        """The diseases that nobody has cured yet."""
        cured = {disease for own in self.sheets for disease in own["cures"]}
        return [disease for disease in range(4) if disease not in cured]

    def bonuses(self, disease: int, box: int, player: int | None = None) -> list[int]:
        """The colours of the free boxes that a player (this bot) wins with a box, row first."""
        boxes = self.sheets[self.me if player is None else player]["boxes"][disease]
        lines = sheet.lines_completed(sum(1 << (crossed - 1) for crossed in boxes), box)
        return [sheet.icon(disease, line) for line in lines]

    def box(self, action: "Action") -> int | None:
        """The box that an action of ``legal_actions`` crosses off.

        Of a disease for a trial card or a ``cross``, of the laboratory row for a laboratory card;
        ``None`` for a die that is contaminated or lies alone.
        """
        params = action["params"]
        if action["action"] == "cross":
            return int(params["box"])
        if params["target"] == "trial":
            disease: int = params["disease"]
            lying = self.cards["trial"][disease]
            return int(params["value"]) + sum(die["value"] for die in lying)
        if params["target"] == "contaminated":
            return None
        from scuffle.games.virus_roll_write.reading import lab_box

        card = next(one for one in self.cards["lab"] if one["card"] == params["card"])
        return lab_box(card, params["slot"], params["value"])

    def _make(self, settings: "dict[str, Any]") -> "Game[Any]":
        from types import SimpleNamespace

        from scuffle.games.virus_roll_write.engine import RollWriteGame

        return RollWriteGame(SimpleNamespace(**settings))

    def _read(self, rules: "Game[Any]") -> "State":
        from scuffle.games.virus_roll_write.reading import state_of

        return state_of(self.wire)
