"""What Virus Roll & Write says on the wire: settings, actions, view."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictInt, field_validator

Face = Annotated[StrictInt, Field(ge=1, le=6)]
Box = Annotated[StrictInt, Field(ge=1, le=12)]
LabBox = Annotated[StrictInt, Field(ge=2, le=12)]
Disease = Annotated[StrictInt, Field(ge=0, le=3)]
Player = Annotated[StrictInt, Field(ge=0, le=3)]

COLOURS = "0 blue, 1 red, 2 green, 3 yellow"
CARD = "^[ABCD][23]$"


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Settings(_Frozen):
    """Settings of Virus Roll & Write."""

    lab_cards: str | None = Field(
        None,
        description='The two laboratory cards: two different letters of A-D such as "BC" (the side'
        ' follows from the number of players), "draw" for a pair drawn by chance, or null for the'
        " first game: BC, with three players AB.",
        examples=["BC", "draw"],
    )
    wildcard_on_contaminated: bool = Field(
        True, description="Whether a wildcard may change a die that is contaminated."
    )

    @field_validator("lab_cards")
    @classmethod
    def _two_letters(cls, value: str | None) -> str | None:
        if value is None or value == "draw":
            return value
        if len(value) != 2 or not set(value) <= set("ABCD") or value[0] == value[1]:
            raise ValueError(f"{value!r} is neither two different letters of A-D nor 'draw'")
        return "".join(sorted(value))


class _Placed(_Frozen):
    die: Face = Field(description="The face rolled.", examples=[4])
    value: Face = Field(
        description="The face placed; another one than rolled spends a wildcard.", examples=[4]
    )


class OnContaminated(_Placed):
    """The die goes to the contaminated-samples card."""

    target: Literal["contaminated"] = Field(description="The contaminated-samples card.")


class OnTrial(_Placed):
    """The die goes to a disease's trial card."""

    target: Literal["trial"] = Field(description="A trial card.")
    disease: Disease = Field(description=f"Which one: {COLOURS}.", examples=[2])


class OnLab(_Placed):
    """The die goes to a laboratory card."""

    target: Literal["lab"] = Field(description="A laboratory card.")
    card: str = Field(pattern=CARD, description="The card's name.", examples=["C2"])
    slot: StrictInt = Field(
        ge=0,
        le=1,
        description="0 left, 1 right. Only C2 leaves a choice; other cards fill from the left.",
        examples=[0],
    )


class Place(_Frozen):
    """Place one of your dice, turned by a wildcard or as rolled."""

    action: Literal["place"] = Field(description="The action's name.")
    params: Annotated[OnContaminated | OnTrial | OnLab, Field(discriminator="target")] = Field(
        description="Which die goes where.",
        examples=[{"die": 4, "value": 4, "target": "trial", "disease": 2}],
    )


class BoxOfDisease(_Frozen):
    """One box of one disease."""

    disease: Disease = Field(description=f"The disease: {COLOURS}.", examples=[1])
    box: Box = Field(description="The box's number.", examples=[7])


class Cross(_Frozen):
    """Cross off the box that a line's bonus or an extra cross-off gives you."""

    action: Literal["cross"] = Field(description="The action's name.")
    params: BoxOfDisease = Field(description="The box.", examples=[{"disease": 1, "box": 7}])


class RolledFace(_Frozen):
    """What a die shows."""

    value: Face = Field(description="The face.", examples=[4])


class Roll(_Frozen):
    """Chance rolls one die; never asked of a player."""

    action: Literal["roll"] = Field(description="The action's name.")
    params: RolledFace = Field(description="The die.", examples=[{"value": 4}])


class DrawnPair(_Frozen):
    """Two laboratory cards."""

    pair: Literal["AB", "AC", "AD", "BC", "BD", "CD"] = Field(
        description="Their letters.", examples=["BC"]
    )


class Cards(_Frozen):
    """Chance draws the two laboratory cards; never asked of a player."""

    action: Literal["cards"] = Field(description="The action's name.")
    params: DrawnPair = Field(description="The cards.", examples=[{"pair": "BC"}])


Action = Annotated[Place | Cross | Roll | Cards, Field(discriminator="action")]


class DieOnCard(_Frozen):
    """A die that lies on a card."""

    player: Player = Field(description="Whose die it is.", examples=[0])
    value: Face = Field(description="What it shows.", examples=[5])


class LabCard(_Frozen):
    """A laboratory card with one or two slots."""

    card: str = Field(
        pattern=CARD,
        description="Its letter, then 2 for the two-slot side or 3 for the one-slot side that"
        " three players use.",
        examples=["C2"],
    )
    slots: list[DieOnCard | None] = Field(
        min_length=1,
        max_length=2,
        description="The dice on it, from the left; null for an empty slot.",
        examples=[[{"player": 0, "value": 5}, None]],
    )


class CardTable(_Frozen):
    """The cards in the middle and the dice on them."""

    trial: list[list[DieOnCard]] = Field(
        min_length=4,
        max_length=4,
        description="`trial[disease]`: the dice on that trial card, at most two, in the order"
        " placed.",
        examples=[[[{"player": 1, "value": 4}], [], [], []]],
    )
    lab: list[LabCard] = Field(
        max_length=2, description="The two laboratory cards in letter order; empty before the draw."
    )
    contaminated: list[DieOnCard] = Field(
        description="The dice on the contaminated-samples card, in the order placed.",
        examples=[[{"player": 0, "value": 2}]],
    )


class Wildcards(_Frozen):
    """The wildcard tube."""

    circled: StrictInt = Field(
        ge=1, le=6, description="Wildcards gained, the one at the start included.", examples=[2]
    )
    used: StrictInt = Field(ge=0, le=6, description="How many of them are spent.", examples=[1])


class ScoreSheet(_Frozen):
    """One player's sheet; all of it is public."""

    boxes: list[list[Box]] = Field(
        min_length=4,
        max_length=4,
        description="`boxes[disease]`: the numbers crossed off, ascending.",
        examples=[[[1, 4], [], [2, 6, 10], []]],
    )
    lab: list[LabBox] = Field(
        description="Laboratory boxes crossed off, ascending.", examples=[[5]]
    )
    wildcards: Wildcards = Field(description="Wildcards gained and spent.")
    virus: list[StrictInt] = Field(
        max_length=8,
        description="The virus tube: what was contaminated in each finished round.",
        examples=[[4, 0]],
    )
    cures: list[Disease] = Field(
        description=f"Diseases that this player has cured first, alone or shared: {COLOURS}.",
        examples=[[2]],
    )


class Icons(_Frozen):
    """What a finished line gives: a free box of this colour."""

    rows: list[list[Disease]] = Field(
        description=f"`rows[disease][row]`: {COLOURS}; row 0 holds the boxes 1 to 4.",
        examples=[[[1, 2, 3], [2, 3, 0], [3, 0, 1], [0, 1, 2]]],
    )
    columns: list[list[Disease]] = Field(
        description="`columns[disease][column]`, likewise; column 0 holds the boxes 1, 5 and 9.",
        examples=[[[2, 3, 1, 2], [3, 0, 2, 3], [0, 1, 3, 0], [1, 2, 0, 1]]],
    )


class Pending(_Frozen):
    """A choice that waits."""

    player: Player = Field(description="Who chooses.", examples=[1])
    kind: Literal["bonus", "extra"] = Field(
        description="`bonus`: a free box of one colour. `extra`: a free box of any."
    )
    disease: Disease | None = Field(
        description=f"The colour of a bonus: {COLOURS}; null for an extra cross-off.", examples=[1]
    )


class Happening(_Frozen):
    """Something that was written on a sheet or changed hands; it has the fields that it needs."""

    event: Literal["priority", "laboratory", "wildcard", "box", "line", "cure", "virus"] = Field(
        description="`priority`: took the priority card. `laboratory`: crossed off the laboratory"
        " box `box`. `wildcard`: circled one. `box`: crossed off `box` of `disease`. `line`:"
        " completed `line` of `disease`, which gives a box of the colour `bonus`. `cure`: cured"
        " `disease` first. `virus`: wrote `value` into the virus tube."
    )
    player: Player = Field(description="To whom it happened.", examples=[0])
    disease: Disease | None = Field(None, description=f"The disease: {COLOURS}.", examples=[2])
    box: Box | None = Field(None, description="The box's number.", examples=[10])
    line: str | None = Field(
        None,
        description="`row 1` to `row 3` or `column 1` to `column 4`.",
        examples=["column 2"],
    )
    bonus: Disease | None = Field(
        None, description=f"The colour that the line gives: {COLOURS}.", examples=[1]
    )
    value: StrictInt | None = Field(None, ge=0, description="Points lost.", examples=[4])


class View(_Frozen):
    """What a player sees: everything on the table; `legal_actions` is added when it is asked."""

    phase: Literal["place", "bonus", "extra", "roll", "over"] = Field(
        description="What is asked: `place` a die, a box of one colour (`bonus`), or any box"
        " (`extra`). Replays also hold `roll`, while chance rolls or draws, and `over`."
    )
    player_turn_idx: StrictInt = Field(
        ge=-1, le=3, description="Who is asked; -1 in `roll` and `over`.", examples=[1]
    )
    player_idx: Player | None = Field(
        description="The player whose view this is; null for a spectator.", examples=[1]
    )
    placer_idx: Player = Field(
        description="Whose die is being resolved, or comes next.", examples=[1]
    )
    round: StrictInt = Field(ge=1, le=8, description="The round, from 1.", examples=[2])
    rounds: StrictInt = Field(
        ge=5, le=8, description="Rounds of a game: 5, 7 or 8 with 2, 3 or 4 players.", examples=[5]
    )
    priority_idx: Player = Field(
        description="Who holds the priority card and starts the next round.", examples=[0]
    )
    dice: list[list[Face]] = Field(
        min_length=2,
        max_length=4,
        description="`dice[player]`: the faces not yet placed, in rolled order.",
        examples=[[[4, 2, 2], [6, 1]]],
    )
    cards: CardTable = Field(description="The cards and the dice on them.")
    sheets: list[ScoreSheet] = Field(
        min_length=2, max_length=4, description="`sheets[player]`: the score sheets."
    )
    scores: list[StrictInt] = Field(
        description="`scores[player]`: the final evaluation of the sheets as they are written;"
        " dice contaminated in this round do not count yet.",
        examples=[[14, 3]],
    )
    icons: Icons = Field(description="What finished lines give, the same for everybody.")
    pending: list[Pending] = Field(
        description="Choices that wait, in the order asked. The first is the one awaited; a later"
        " one is dropped if no box is free for it when it comes first.",
        examples=[[{"player": 1, "kind": "bonus", "disease": 1}]],
    )
    events: list[Happening] = Field(
        description="What happened since this player was last asked, the own action included,"
        " oldest first. For a spectator what the last action did. Rolls add none.",
        examples=[[{"event": "box", "player": 1, "disease": 2, "box": 10}]],
    )
