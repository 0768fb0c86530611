"""Settings, action and view of Virus War."""

from pydantic import Field

from scuffle.games.virus_war_family.models import VirusWarAction, VirusWarSettings, VirusWarView

__all__ = ["Action", "Settings", "View"]

Action = VirusWarAction
View = VirusWarView


class Settings(VirusWarSettings):
    """Settings of Virus War."""

    size: int = Field(10, ge=6, le=10, description="Rows and columns of the board.")
    can_pass: bool = Field(
        True, description="Whether a whole turn may be passed; two in a row, one each, draw."
    )
