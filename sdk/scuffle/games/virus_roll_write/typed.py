"""The types of what stands on the wire in Virus Roll & Write, for whoever checks types.

A test holds them against the models. Nothing loads this module when a bot runs.
"""

from typing import Literal, NotRequired, TypedDict


class OnContaminated(TypedDict):
    """The die goes to the contaminated-samples card."""

    die: int
    value: int
    target: Literal["contaminated"]


class OnTrial(TypedDict):
    """The die goes to a disease's trial card."""

    die: int
    value: int
    target: Literal["trial"]
    disease: int


class OnLab(TypedDict):
    """The die goes to a laboratory card."""

    die: int
    value: int
    target: Literal["lab"]
    card: str
    slot: int


class Place(TypedDict):
    """Place one of your dice."""

    action: Literal["place"]
    params: OnContaminated | OnTrial | OnLab


class BoxOfDisease(TypedDict):
    """One box of one disease."""

    disease: int
    box: int


class Cross(TypedDict):
    """Cross off the box of a bonus or an extra cross-off."""

    action: Literal["cross"]
    params: BoxOfDisease


class RolledFace(TypedDict):
    """What a die shows."""

    value: int


class Roll(TypedDict):
    """Chance rolls one die; seen in looks ahead."""

    action: Literal["roll"]
    params: RolledFace


class DrawnPair(TypedDict):
    """Two laboratory cards."""

    pair: Literal["AB", "AC", "AD", "BC", "BD", "CD"]


class Cards(TypedDict):
    """Chance draws the laboratory cards."""

    action: Literal["cards"]
    params: DrawnPair


Action = Place | Cross | Roll | Cards


class DieOnCard(TypedDict):
    """A die that lies on a card."""

    player: int
    value: int


class LabCard(TypedDict):
    """A laboratory card; ``None`` for an empty slot."""

    card: str
    slots: list[DieOnCard | None]


class CardTable(TypedDict):
    """The cards in the middle and the dice on them; ``trial[disease]``."""

    trial: list[list[DieOnCard]]
    lab: list[LabCard]
    contaminated: list[DieOnCard]


class Wildcards(TypedDict):
    """The wildcard tube."""

    circled: int
    used: int


class ScoreSheet(TypedDict):
    """One player's sheet; ``boxes[disease]`` and ``lab`` hold the numbers crossed off."""

    boxes: list[list[int]]
    lab: list[int]
    wildcards: Wildcards
    virus: list[int]
    cures: list[int]


class Icons(TypedDict):
    """The colour of the free box that a finished line gives."""

    rows: list[list[int]]
    columns: list[list[int]]


class Pending(TypedDict):
    """A choice that waits."""

    player: int
    kind: Literal["bonus", "extra"]
    disease: int | None


class Happening(TypedDict):
    """Something that was written on a sheet or changed hands; it has the fields that it needs."""

    event: Literal["priority", "laboratory", "wildcard", "box", "line", "cure", "virus"]
    player: int
    disease: NotRequired[int | None]
    box: NotRequired[int | None]
    line: NotRequired[str | None]
    bonus: NotRequired[int | None]
    value: NotRequired[int | None]
