"""Who can do what: the languages that programs need, and the workers that have them."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from scuffle.jobs import CHECKS, MATCHES, PYTHON, kind_queue, worker_queue
from scuffle.languages import languages
from scuffle_platform.store import sets, workers
from scuffle_platform.store.models import (
    Attempt,
    AttemptStatus,
    Bot,
    Match,
    SeatRow,
    Version,
    VersionStatus,
    Worker,
)

Need = frozenset[str]
"""Ids of languages, without Python, which every worker has."""

NOTHING: Need = frozenset()
LACK = "No worker at present has "
"""How the sentence begins that tells why something waits."""


@dataclass(frozen=True, slots=True)
class Crew:
    """The workers that take jobs of one sort now.

    Attributes:
        queue: ``matches`` or ``checks``.
        has: by worker's name, the languages that it has.
        stands_in: whether they are kept for checks, and play only since nobody else does.
    """

    queue: str
    has: Mapping[str, frozenset[str]]
    stands_in: bool = False

    def able(self, need: Need) -> frozenset[str]:
        """Those that have all of these languages."""
        return frozenset(name for name, has in self.has.items() if need <= has)

    def queues(self, need: Need) -> dict[str, int]:
        """The queues that such a job may lie in, and how many workers take from each.

        Python's own is always one, for workers that are yet to come; but whoever stands in takes
        matches from its own queue alone.
        """
        if self.stands_in:
            return {worker_queue(name): 1 for name in self.able(need)}
        if not need:
            return {self.queue: len(self.has)}
        return Counter(kind_queue(self.queue, self.has[name]) for name in self.able(need))

    def share(self, each: int) -> int:
        """How many matches each may have, of ``each`` that others have.

        One who stands in gets the next when it has played one: a check never waits for two.
        """
        return 1 if self.stands_in else each

    def takes_from(self, name: str) -> bool:
        """Whether anybody takes from the queue ``name``, or will once there is a worker."""
        if self.stands_in:
            return name in {worker_queue(one) for one in self.has}
        kinds = (kind_queue(self.queue, has) for has in self.has.values())
        return name in {self.queue, *kinds}

    def lack(self, need: Need) -> str:
        """Why nobody can do it, in one sentence; empty if somebody can, or nobody is there."""
        if not self.has or self.able(need):
            return ""
        missing = [one for one in sorted(need) if not self.able(frozenset({one}))]
        names = [language_name(one) for one in missing or need]
        return f"{LACK}{' or '.join(names)}." if missing else f"{LACK}{_all_of(sorted(names))}."


def language_name(language: str) -> str:
    """What people call a language; one that is known no more keeps its id."""
    return languages()[language].name if language in languages() else language


def _all_of(names: list[str]) -> str:
    return f"{'both ' if len(names) == 2 else ''}{', '.join(names[:-1])} and {names[-1]}"


def crew(session: Session, queue: str = MATCHES) -> Crew:
    """The workers that take jobs from ``queue`` now, or stand in for those who would."""
    kept = workers.standing_in(session) if queue == MATCHES else []
    at_work = kept or workers.able(session, queue)
    return Crew(queue, {one.name: _has(one, queue) for one in at_work}, bool(kept))


def _has(worker: Worker, queue: str) -> frozenset[str]:
    """One that does not say what it plays is older, and takes from no queue of its kind."""
    return frozenset(worker.languages if queue == CHECKS else worker.plays) & {*worker.plays}


def unmanned(crew: Crew) -> str:
    """That nobody whose work it is takes matches, in one sentence; empty if somebody does."""
    if crew.stands_in:
        names = ", ".join(sorted(crew.has))
        return f"Only who is kept for checks plays matches at present, one at a time: {names}."
    return "" if crew.has else "No worker takes matches at present: what waits keeps its place."


def lacking(sentence: str) -> str:
    """What is said of something that waits, if it is that no worker has its languages."""
    return sentence if sentence.startswith(LACK) else ""


def need(languages: Iterable[str]) -> Need:
    """What programs in these languages need."""
    return frozenset(languages) - {PYTHON}


def is_left(session: Session, name: str) -> bool:
    """Whether ``name`` is a queue from which nobody takes at present."""
    if name == CHECKS:
        return False
    queue = re.split("[+@]", name)[0]
    return queue in (MATCHES, CHECKS) and not crew(session, queue).takes_from(name)


def needs(session: Session) -> dict[str, Need]:
    """By id of a match that waits or is played, what it needs; ``NOTHING`` is left out."""
    query = (
        select(SeatRow.match_id, Version.language)
        .join(Version, Version.id == SeatRow.version_id)
        .join(Match, Match.id == SeatRow.match_id)
        .where(Match.status.in_(sets.OPEN), Version.language != PYTHON)
    )
    found: dict[str, Need] = {}
    for match_id, language in session.execute(query):
        found[match_id] = found.get(match_id, NOTHING) | {language}
    return found


def away(session: Session, game: str) -> set[str]:
    """The active versions of a game that no worker can play at present, if there are workers."""
    at_work = crew(session)
    if not at_work.has:
        return set()
    known = frozenset({PYTHON}).union(*at_work.has.values())
    query = select(Version.id).join(Bot, Bot.active_version_id == Version.id)
    return set(session.scalars(query.where(Bot.game == game, Version.language.not_in(known))))


def stuck(session: Session) -> set[str]:
    """The matches that wait until there is a worker that can play them."""
    at_work = crew(session)
    return {match for match, need in needs(session).items() if not at_work.able(need)}


def wanting(session: Session) -> Counter[str]:
    """By language that no worker has, how many matches and checks wait for one that has it."""
    players, builders = crew(session), crew(session, CHECKS)
    checked = select(Version.language).where(Version.status == VersionStatus.CHECKING)
    wanted = [(players, one) for need in needs(session).values() for one in need]
    wanted += [(builders, one) for one in session.scalars(checked) if one != PYTHON]
    return Counter(one for crew, one in wanted if crew.lack(frozenset({one})))


class Places:
    """How many matches may be under way at a time: so many for each worker that can play them."""

    def __init__(self, crew: Crew, needs: Mapping[str, Need], each: int) -> None:
        """Nothing is under way yet; ``each`` matches may be for each who does not stand in."""
        self._crew, self._needs, self._each = crew, needs, crew.share(each)
        self.total = self._each * max(1, len(crew.has))
        self._taken: Counter[Need] = Counter()

    def may_go(self, match: Match) -> bool:
        """Whether somebody takes from a queue that this match may lie in."""
        return bool(self._crew.queues(self._need(match)))

    def has_one_for(self, match: Match) -> bool:
        """Whether so few are under way for those who can play this match that it may go, too."""
        need = self._need(match)
        if not need:
            return self._taken.total() < self.total
        able = self._crew.able(need)
        before = sum(count for one, count in self._taken.items() if self._crew.able(one) <= able)
        return before < self._each * len(able)

    def take(self, match: Match) -> None:
        """This match is under way."""
        self._taken[self._need(match)] += 1

    def _need(self, match: Match) -> Need:
        return self._needs.get(match.id, NOTHING)


def tell_matches(waiting: Iterable[Match], needs: Mapping[str, Need], crew: Crew) -> None:
    """Say of each match that waits why nobody can play it, or that somebody can again."""
    for match in waiting:
        why = crew.lack(needs.get(match.id, NOTHING))
        if why or match.sentence.startswith(LACK):
            match.sentence = f"{why} It waits." if why else sets.QUEUED_SENTENCE


def tell_checks(session: Session, crew: Crew) -> None:
    """The same of each version whose check waits."""
    running = select(Attempt.version_id).where(
        Attempt.version_id.is_not(None), Attempt.status == AttemptStatus.RUNNING
    )
    query = select(Version).where(
        Version.status == VersionStatus.CHECKING,
        Version.language != PYTHON,
        Version.id.not_in(running),
    )
    for version in session.scalars(query):
        why = crew.lack(need([version.language]))
        if why or version.reason.startswith(LACK):
            version.reason = f"{why} Its check waits." if why else ""
