"""Settings, action and view of Virus War: Five Steps."""

from typing import Literal

from pydantic import Field

from scuffle.games.virus_war_family.models import VirusWarAction, VirusWarSettings, VirusWarView

__all__ = ["Action", "Settings", "View"]

Action = VirusWarAction
View = VirusWarView


class Settings(VirusWarSettings):
    """Settings of Virus War: Five Steps."""

    size: Literal[11, 13, 15] = Field(11, description="Rows and columns of the board.")
    actions_per_turn: int = Field(5, ge=1, le=5, description="Actions in a turn.")
    opening: Literal["corners", "edges"] = Field(
        "edges",
        description="`edges`: the board is empty; a player's first mark goes on any free cell of"
        " its own edge, the first column for player 0 and the last for player 1. `corners`: each"
        " player starts with a mark in its corner.",
    )
