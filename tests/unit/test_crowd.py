"""How much of one core others took: tables, without any host."""

import pytest

from scuffle_sandbox.crowd import Crowd, Look, crowded_out_s, idle_s

TWO = frozenset((0, 1))
STAT = """\
cpu  9 9 9 500 70 0 0 0 0 0
cpu0 4 4 4 300 50 0 0 0 0 0
cpu1 5 5 5 200 20 0 0 0 0 0
intr 1
"""


@pytest.mark.parametrize(
    ("what", "used", "free", "rested", "lost"),
    [
        ("computes, a tenth of a core, two others full", 1.0, 0.0, 0.0, 9.0),
        ("computes alone on two", 10.0, 10.0, 0.0, 0.0),
        ("computes, one other takes the other processor", 10.0, 0.0, 0.0, 0.0),
        ("computes, three share two processors", 6.7, 0.0, 0.0, 3.3),
        ("sleeps alone on one", 0.0, 10.0, 10.0, 0.0),
        ("sleeps alone on two", 0.0, 20.0, 10.0, 0.0),
        ("sleeps beside a full host", 0.0, 0.0, 10.0, 0.0),
        ("sleeps half the time beside a full host, then starves", 0.5, 0.0, 5.0, 4.5),
        ("60 threads wake together on two", 0.7, 19.0, 2.0, 0.0),
        ("60 threads wake together beside a full host", 0.7, 0.0, 2.0, 7.3),
        ("floods its runner, which counts as free", 5.0, 5.0, 0.0, 0.0),
        ("its CPU is read a moment after the time", 10.1, 0.0, 0.0, 0.0),
    ],
)
def test_what_others_took(what: str, used: float, free: float, rested: float, lost: float) -> None:
    assert crowded_out_s(10.0, used, free, rested) == pytest.approx(lost), what


def test_idle_time_is_that_of_our_own_processors() -> None:
    assert idle_s(STAT, TWO) == pytest.approx(5.7)
    assert idle_s(STAT, frozenset((1,))) == pytest.approx(2.2)


@pytest.mark.parametrize(
    ("stat", "processors"),
    [
        ("", TWO),
        (STAT, frozenset()),
        (STAT, frozenset((1, 2))),
        ("cpu  0 0 0 0 0\ncpu0 0 0 0 0 0\ncpu1 0 0 0 0 0\n", TWO),
    ],
    ids=["unreadable", "not said which are ours", "others than there are", "zeros"],
)
def test_a_host_that_tells_nothing_is_not_taken_for_a_full_one(
    stat: str, processors: frozenset[int]
) -> None:
    assert idle_s(stat, processors) is None
    blind = Crowd(processors)
    assert blind.free_share(0.0) is None


@pytest.mark.parametrize(
    ("since", "share"),
    [(1.0, 1.5), (10.0, 1.5), (10.1, 1.5), (10.2, 1.0), (10.3, 1.0), (10.4, 1.0), (99.0, 1.0)],
)
def test_the_looks_around_a_request_count(since: float, share: float) -> None:
    crowd = Crowd(TWO)
    for look in (Look(10.0, 5.0), Look(10.2, 5.4), Look(10.4, 5.6)):
        crowd.note(look)
    assert crowd.free_share(since) == pytest.approx(share)


def test_one_look_says_nothing_yet_and_old_ones_go() -> None:
    crowd = Crowd(TWO)
    crowd.note(Look(10.0, 5.0))
    assert crowd.free_share(9.0) is None
    crowd.note(Look(11.0, 6.0))
    crowd.note(Look(130.5, 6.0))
    assert crowd.free_share(0.0) == 0.0  # since 11.0: the look before is forgotten
