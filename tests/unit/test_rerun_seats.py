"""Playing a record again: the same requests to the byte, and the first answer that differs."""

import random

import pytest

from scuffle.contract import Verdict
from scuffle.entrants import Entrant
from scuffle.function_seat import FunctionSeat
from scuffle.limits import Limits
from scuffle.match import play_match
from scuffle.playing import play_entrants
from scuffle.registry import make
from scuffle.replay import Replay
from scuffle.rerun import CannotRerun, RecordedSeat, rerun, seat_at_hand
from scuffle.seat import BotFault


def entrant(function, name="bot", digest=None):
    return Entrant(name, digest, lambda _: FunctionSeat(function))


def seeded(state, api):
    return api.random.choice(state["legal_actions"])


def last(state, api):
    return state["legal_actions"][-1]


def slips(state, api):
    return {"action": "slip", "params": {}} if state["turn"] > 4 else state["legal_actions"][0]


class Listening:
    """Passes on to a seat and keeps the lines."""

    def __init__(self, seat):
        self.seat = seat
        self.lines = []

    def ask(self, line, budget):
        self.lines.append(line)
        return self.seat.ask(line, budget)

    def end(self, line):
        self.lines.append(line)
        return self.seat.end(line)


def played(*functions, game="virus-war-fog"):
    bots = [entrant(function, f"bot{n}") for n, function in enumerate(functions)]
    replay = play_entrants(make(game, {}), bots, "7", Limits()).replay
    return Replay.from_bytes(replay.to_bytes())


@pytest.mark.parametrize("game", ["virus-war", "virus-war-fog", "virus-war-steps"])
def test_same_bots_are_identical(game):
    replay = played(seeded, last, game=game)
    assert rerun(replay, {0: entrant(seeded), 1: entrant(last)}) is None
    assert rerun(replay, {}) is None


def test_another_bot_differs_and_both_answers_are_told():
    replay = played(seeded, last)
    found = rerun(replay, {1: entrant(seeded)})
    assert (found.player, found.recorded != found.found) == (1, True)
    assert '"action"' in found.recorded


@pytest.mark.parametrize("game", ["virus-war", "virus-war-fog"])
def test_requests_are_the_same_to_the_byte(game):
    made, limits = make(game, {}), Limits()
    seats = [Listening(FunctionSeat(seeded)), Listening(FunctionSeat(seeded))]
    first = play_match(made, 2, seats, "7", limits)
    replay = Replay.of(made, first, "7", limits, [{"name": "a"}, {"name": "b"}])
    replay = Replay.from_bytes(replay.to_bytes())
    again = [Listening(RecordedSeat(replay, player)) for player in range(2)]
    play_match(made, 2, again, "7", limits)
    assert [seat.lines for seat in again] == [seat.lines for seat in seats]


def test_a_recorded_failure_is_played_again():
    replay = played(slips, last)
    assert replay.verdicts[0].verdict == "malformed"
    assert rerun(replay, {0: entrant(slips)}) is None
    found = rerun(replay, {0: entrant(lambda s, api: s["legal_actions"][0])})
    assert found.recorded == "malformed"


@pytest.mark.parametrize("verdict", [Verdict.CRASH, Verdict.TIMEOUT])
@pytest.mark.parametrize("seats", [(0, 1), (0, 2), (0, 1, 2)])
def test_bots_that_do_not_start_are_played_again(verdict, seats):
    class Absent:
        def ask(self, line, budget):
            raise BotFault(verdict, "It ended.")

        def end(self, line):
            return ""

    bots = [entrant(last, f"bot{seat}") for seat in range(4)]
    for seat in seats:
        bots[seat] = Entrant(f"bot{seat}", None, lambda _: Absent())
    replay = play_entrants(make("virus-roll-write", {}), bots, "7", Limits()).replay
    assert rerun(replay, dict(enumerate(bots))) is None
    found = rerun(replay, {0: entrant(last)})
    assert (found.request, found.found) == (0, "ready")


def test_random_answers_differ_from_run_to_run():
    replay = played(seeded, last)
    wild = random.SystemRandom()
    bot = entrant(lambda state, api: wild.choice(state["legal_actions"]))
    assert rerun(replay, {0: bot}) is not None


def test_a_withheld_seed_is_said():
    with pytest.raises(CannotRerun, match="withholds"):
        rerun(played(last, last).model_copy(update={"seed": ""}), {})


def test_seats_are_found_by_place_hash_or_name():
    replay = played(last, last)
    one, other = entrant(last, "bot1"), entrant(last, "else")
    assert seat_at_hand(replay, [None, other]) == {1: other}
    assert seat_at_hand(replay, [one]) == {1: one}
    with pytest.raises(CannotRerun, match=r"else fits no seat of this match \(bot0, bot1\)"):
        seat_at_hand(replay, [other])


def test_one_stranger_takes_the_only_seat_of_ones_own():
    replay = played(seeded, last)
    newer = entrant(seeded, "newer")
    assert seat_at_hand(replay, [newer], lambda: [1]) == {1: newer}
    for own in ([], [0, 1]):
        with pytest.raises(CannotRerun, match="fits no seat"):
            seat_at_hand(replay, [newer], lambda own=own: own)
    named = entrant(seeded, "bot0")
    assert seat_at_hand(replay, [named], lambda: [1]) == {0: named}
