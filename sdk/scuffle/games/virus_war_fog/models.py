"""Settings, action and view of Virus War: Fog."""

from typing import Literal

from pydantic import Field

from scuffle.games.virus_war_family.models import VirusWarAction, VirusWarSettings, VirusWarView

__all__ = ["Action", "Settings", "View"]

Action = VirusWarAction
View = VirusWarView


class Settings(VirusWarSettings):
    """Settings of Virus War: Fog."""

    size: int = Field(10, ge=6, le=12, description="Rows and columns of the board.")
    first_turn_actions: int | None = Field(
        1,
        ge=1,
        le=5,
        description="Actions in the game's very first turn; null for as many as in any other.",
    )
    vision: Literal["all", "adjacent"] = Field(
        "adjacent",
        description="`adjacent`: fog; a player sees its own viruses, live or zombie, and the cells"
        " beside them. `all`: everybody sees the board.",
    )
