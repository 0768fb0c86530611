"""What this site limits: in matches, and outside them."""

from pydantic import Field

from scuffle.limits import Limits
from scuffle_platform.api.endpoint import endpoint
from scuffle_platform.api.shapes import Shape
from scuffle_platform.context import settings
from scuffle_platform.site_limits import site_limits


class LimitItem(Shape):
    """Something that is limited."""

    name: str = Field(description="What is limited, as on the Limits page.")
    words: str = Field(description="How, in words.")
    figures: dict[str, int] = Field(description="The figures in them; each name tells the unit.")
    setting: str | None = Field(description="The variable that sets it; null: nothing does.")


class SiteLimits(Shape):
    """All limits in force."""

    match: Limits = Field(description="What a bot may use in one match, in every game.")
    site: list[LimitItem]


@endpoint("/limits", tag="limits")
def get_limits() -> SiteLimits:
    """What a bot may use in a match, and an account on this site."""
    found = site_limits(settings())
    return SiteLimits(
        match=Limits(),
        site=[
            LimitItem(name=one.name, words=one.words, figures=one.figures, setting=one.setting)
            for one in found
        ],
    )
