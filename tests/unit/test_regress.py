"""The loss lab: every recorded request asked again."""

import pytest

from scuffle.entrants import Entrant
from scuffle.function_seat import FunctionSeat
from scuffle.limits import Limits
from scuffle.playing import play_entrants
from scuffle.registry import make
from scuffle.regress import Case, ask_again, lost_by, lost_seats
from scuffle.rerun import CannotRerun


def entrant(function, name="bot", digest=None):
    return Entrant(name, digest, lambda _: FunctionSeat(function))


def first(state, api):
    return state["legal_actions"][0]


def seeded(state, api):
    return api.random.choice(state["legal_actions"])


def last(state, api):
    return state["legal_actions"][-1]


@pytest.fixture(scope="module")
def replay():
    bots = [entrant(last, "one", "a1"), entrant(seeded, "two", "b2")]
    return play_entrants(make("virus-war", {"size": 6}), bots, "7", Limits()).replay


@pytest.fixture
def case(replay):
    return Case("x", replay, 0)


def test_the_same_program_answers_the_same(case):
    assert ask_again(case, entrant(last)) == []


def test_every_request_that_is_answered_otherwise_is_told(case):
    wanted = [number for number, step in enumerate(case.replay.steps) if step.player == 0]
    found = ask_again(case, entrant(first))
    assert 1 < len(found) <= len(wanted)
    assert [one.request for one in found] == sorted({one.request for one in found})
    assert all(case.step_of(one.request) in wanted for one in found)
    assert all(one.recorded != one.found for one in found)


def test_a_bot_that_fails_is_asked_no_more(case):
    asked = []

    def slips(state, api):
        asked.append(state)
        if len(asked) == 3:
            raise ValueError("oh no")
        return last(state, api)

    (fault,) = ask_again(case, entrant(slips))
    assert (fault.request, fault.found, len(asked)) == (3, "crash", 3)


def test_the_failure_that_lost_a_match_is_a_request_too():
    def slips(state, api):
        return {"action": "slip", "params": {}} if state["turn"] > 3 else last(state, api)

    bots = [entrant(slips, "one"), entrant(seeded, "two")]
    replay = play_entrants(make("virus-war", {"size": 6}), bots, "7", Limits()).replay
    case = Case("x", replay, 0)
    assert lost_by(replay, 0)
    assert ask_again(case, entrant(slips)) == []
    (mended,) = ask_again(case, entrant(last))
    assert mended.recorded == "malformed"
    assert case.step_of(mended.request) == len(replay.steps)
    assert case.step_of(0) == 0


def test_who_lost_and_where_it_sat(replay):
    places = replay.outcome["places"]
    assert [lost_by(replay, seat) for seat in (0, 1)] == [place > 1 for place in places]
    assert [lost_seats(replay, name) for name in ("one", "two", "x")] == [
        [seat] if places[seat] > 1 else [] for seat in (0, 1)
    ] + [[]]


def test_a_bot_that_met_itself_lost_on_every_seat_but_the_winners():
    bots = [entrant(last, name) for name in ("one", "two", "two", "one")]
    replay = play_entrants(make("virus-roll-write", {}), bots, "3", Limits()).replay
    places = replay.outcome["places"]
    behind = [seat for seat, place in enumerate(places) if place > 1]
    assert lost_seats(replay, "one") == [seat for seat in behind if seat in (0, 3)]
    assert sorted(lost_seats(replay, "one") + lost_seats(replay, "two")) == behind


def test_a_match_without_its_seed_cannot_be_asked(replay):
    hidden = replay.model_copy(update={"seed": ""})
    with pytest.raises(CannotRerun, match="its set has not ended"):
        ask_again(Case("x", hidden, 0), entrant(first))
