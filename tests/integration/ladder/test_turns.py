"""Whose turn it is at the workers: what was asked for beside the ladder, account by account."""

from collections import Counter
from typing import Any

from scuffle_platform.store.models import MatchKind, MatchStatus


def play_on(town: Any, most: int) -> list[tuple[str, str | None]]:
    """Kind and account of the first matches that were played, in their order."""
    while len(found := _played(town)) < most:
        town.show_card()
        town.tick(3)
        town.work()
        town.record()
    return found[:most]


def _played(town: Any) -> list[tuple[str, str | None]]:
    done = {match.id: match for match in town.matches(status=MatchStatus.FINISHED)}
    order = [done[job.match_id] for job in town.jobs]
    return [(match.kind.value, match.asked_by) for match in order]


def test_whoever_asked_for_much_first_does_not_hold_up_the_others(quiet: Any) -> None:
    greedy, modest = quiet.person("greedy-one"), quiet.person("modest")
    for _ in range(10):
        quiet.match(MatchKind.CHALLENGE, asked_by=greedy)
    for _ in range(2):
        quiet.match(MatchKind.CHALLENGE, asked_by=modest)
    assert Counter(account for _, account in play_on(quiet, 4)) == {greedy: 2, modest: 2}


def test_turns_are_taken_with_a_single_place_too(quiet: Any) -> None:
    people = [quiet.person(name) for name in ("one", "two", "three")]
    for person in people:
        for kind in (MatchKind.SERIES, MatchKind.CHALLENGE, MatchKind.TOURNAMENT):
            quiet.match(kind, asked_by=person)
    for _ in range(9):
        quiet.match(MatchKind.LADDER)
    asked = [account for kind, account in play_on(quiet, 12) if kind != "ladder"]
    assert [Counter(asked[at : at + 3]) for at in (0, 3)] == [Counter(people)] * 2


def test_what_was_asked_for_takes_half_while_the_ladder_waits_and_all_when_not(
    quiet: Any,
) -> None:
    person = quiet.person("one")
    for _ in range(8):
        quiet.match(MatchKind.SERIES, asked_by=person)
    for _ in range(4):
        quiet.match(MatchKind.LADDER)
    kinds = [kind for kind, _ in play_on(quiet, 12)]
    assert Counter(kinds[:8]) == {"ladder": 4, "series": 4}
    assert Counter(kinds[8:]) == {"series": 4}
