"""Playing by hand: a person asks for a board, and what they do there is handed on."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from scuffle.contract import Action
from scuffle.hand import Move
from scuffle.moves import NoSuchMove, find_move, split_moves
from scuffle.registry import BadSettings
from scuffle_platform import quotas
from scuffle_platform.boards import Shown, boards
from scuffle_platform.context import store
from scuffle_platform.numbers import whole_number
from scuffle_platform.problems import Problem, invalid
from scuffle_platform.seating import check_size, seat
from scuffle_platform.store import Session, hands, pauses
from scuffle_platform.store.hands import HandOrder
from scuffle_platform.store.identifiers import new_secret
from scuffle_platform.store.models import Account, Match, Version, now
from scuffle_platform.store.origins import Origin


@dataclass(frozen=True, slots=True)
class Wish:
    """What a person wants to play.

    Attributes:
        game: the game's id.
        seats: by seat a bot's id; ``None`` is the person.
        settings: what is left out keeps the game's default.
        seed: of the match; ``""``: one is drawn.
        origin: the step of another match that it is played on from, or ``None``.
    """

    game: str
    seats: Sequence[str | None]
    settings: dict[str, Any] = field(default_factory=dict)
    seed: str = ""
    origin: Origin | None = None


def begin(account: Account, wish: Wish) -> Match:
    """Queue a match of one person against bots; it counts for no ladder.

    Raises:
        Problem: game, bots and settings do not go together, a bot cannot play, or not at a board,
            the game rests, no board is free, or nobody plays boards now.
    """
    check_size(wish.game, len(wish.seats))
    with store().session() as session:
        _check_rest(session, wish.game)
        quotas.check_boards(session, account.id)
        seated = [
            seat(session, wish.game, bot, None) if bot is not None else None for bot in wish.seats
        ]
        _check_languages(session, seated)
        seed = wish.seed or new_secret()[:32]
        order = HandOrder(account.id, wish.game, wish.settings, seated, seed, wish.origin)
        try:
            return hands.create(session, order, now())
        except BadSettings as error:
            raise invalid(str(error), "Mend the settings; the game's page lists them.") from None


def _check_rest(session: Session, game: str) -> None:
    if pauses.subjects(session, now()) & {game, pauses.ALL}:
        raise Problem(
            503,
            "game-rests",
            "This game rests just now, and nothing of it is started.",
            "The queue page says why, and until when.",
            headers={"Retry-After": "60"},
        )


def _check_languages(session: Session, seated: Sequence[Version | None]) -> None:
    if lack := hands.lack(session, seated):
        raise Problem(
            409,
            "cannot-play",
            lack,
            "Choose another opponent: those that come with the games can always be played. An "
            "operator sees under Operations what each process has.",
        )


def play(match: Match, shown: Shown, request: int, *, typed: str = "", chosen: str = "") -> None:
    """Hand on what the person does at a request.

    Args:
        match: what they play.
        shown: what they see now.
        request: the request that their page showed.
        typed: moves in the game's words; comes before ``chosen``.
        chosen: the number of an entry of the list.

    Raises:
        Problem: 409, that request is over; 422, it is no move that may be played now.
    """
    if request != shown.position.request or not shown.position.legal:
        raise _stale()
    if not boards().play(match.id, request, _move(match.game, shown, typed.strip(), chosen)):
        raise _stale()


def _move(game: str, shown: Shown, typed: str, chosen: str) -> Move:
    legal = shown.position.legal
    if not typed:
        return Move(action=_entry(legal, chosen))
    try:
        first, *rest = split_moves(typed)
        return Move(action=find_move(game, first, legal), then=tuple(rest))
    except NoSuchMove as error:
        raise invalid(str(error), "Take one of the list, or type it as it stands there.") from None


def _entry(legal: Sequence[Action], number: str) -> Action:
    place = whole_number(number)
    if place is not None and place < len(legal):
        return legal[place]
    raise invalid("No move was chosen.", "Choose one of the list, or type one.")


def _stale() -> Problem:
    return Problem(
        409,
        "stale-move",
        "That move came too late: the match has gone on, perhaps in another tab.",
        "Look at the board as it stands now; nothing was played twice.",
    )
