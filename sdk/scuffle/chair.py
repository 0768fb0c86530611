"""One seat at the table of one match: what the match loop keeps of it and asks of it."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from scuffle.clock import Clock, start_budget, whole_us
from scuffle.contract import Action, Game, Verdict, View
from scuffle.jobs import RequestLog, SeatReport, StepRecord, VerdictRecord
from scuffle.limits import Limits
from scuffle.match_log import SeatLog
from scuffle.protocol import (
    TAG_LENGTH,
    TAGS_PER_MATCH,
    TWO_ANSWERS,
    act_message,
    check_action,
    check_ready,
    plain_answer,
    split_answer,
)
from scuffle.seat import Answer, BotFault, Budget, HostFault, Seat
from scuffle.wire import Malformed, dump_line, parse_line

T = TypeVar("T")

_SHORT = 200
"""Answers up to this many bytes are worth remembering."""

_AT_START = {Verdict.TIMEOUT: Verdict.START_TIMEOUT, Verdict.CRASH: Verdict.NO_START}


def start_verdict(verdict: Verdict) -> Verdict:
    """What a failure is called when it is the start that fails."""
    return _AT_START.get(verdict, verdict)


class Chair:
    """Holds a seat with its clock, log and verdict."""

    def __init__(self, seat: Seat, game: Game[Any], limits: Limits) -> None:
        """Take a seat that was not asked anything yet."""
        self._seat = seat
        self._game = game
        self._limits = limits
        self._clock = Clock(limits)
        self._log = SeatLog(limits.log_kb)
        self._requests = 0
        self._tags_left = TAGS_PER_MATCH
        self._fault: BotFault | None = None
        self._ended = False
        self.verdict = VerdictRecord(verdict=Verdict.OK)

    @property
    def lives(self) -> bool:
        """Whether it has not failed."""
        return self._fault is None

    def start(self, line: bytes) -> None:
        """Send ``start`` and wait for ``ready``; a failure becomes the seat's verdict."""
        try:
            answer = self._ask(line, start_budget(self._limits), self._limits.start_ms, 0)
            _judge(answer, lambda: check_ready(parse_line(answer.line, first=True)))
        except BotFault as fault:
            self.fail(replace(fault, verdict=start_verdict(fault.verdict)), 0)

    def act(self, player: int, view: View, legal: Sequence[Action], step: int) -> StepRecord:
        """Ask for one action and judge it.

        Raises:
            BotFault: the answer is missing, malformed or illegal.
            HostFault: we could not ask.
        """
        self._requests += 1
        bank_ms = self._clock.bank_ms
        line = dump_line(act_message(self._requests, view, legal, bank_ms))
        answer = self._ask(line, self._clock.budget(), bank_ms, step)
        cpu_us, wall_us = whole_us(answer.cpu_ns), whole_us(answer.wall_ns)
        self._clock.charge(cpu_us, wall_us, whole_us(answer.lost_ns))
        action, tags = _judge(answer, lambda: self._read(answer.line))
        try:
            # The game's own entry goes on: the order of an answer's keys reaches nobody else.
            action = legal[legal.index(action)]
        except ValueError:
            if answer.goes_on():  # then this was another answer to the request before
                raise _fault(answer, Verdict.MALFORMED, TWO_ANSWERS) from None
            raise _fault(answer, Verdict.ILLEGAL, _illegal(action, legal)) from None
        return StepRecord(
            player=player,
            action=action,
            cpu_ms=cpu_us / 1000,
            wall_ms=wall_us / 1000,
            tags=tags,
        )

    def _ask(self, line: bytes, budget: Budget, bank_ms: int, step: int) -> Answer:
        try:
            answer = self._seat.ask(line, budget)
        except BotFault as fault:
            self._note(line, fault, bank_ms, step)
            raise
        except HostFault as fault:
            self._note(line, _unanswered(fault), bank_ms, step)
            raise
        self._note(line, answer, bank_ms, step)
        return answer

    def _note(self, line: bytes, answer: Answer | BotFault, bank_ms: int, step: int) -> None:
        entry = RequestLog(
            request=self._requests,
            step=step,
            sent=line.decode().rstrip("\n"),
            received=answer.line.decode(errors="backslashreplace"),
            cpu_us=whole_us(answer.cpu_ns),
            wall_us=whole_us(answer.wall_ns),
            lost_us=whole_us(answer.lost_ns),
            bank_ms=bank_ms,
            stderr=answer.log,
        )
        self._log.add(entry)

    def _read(self, line: bytes) -> tuple[Action, tuple[str, ...]]:
        if len(line) <= _SHORT and (plain := plain_answer(type(self._game), line)) is not None:
            return plain, ()
        action, extras = split_answer(parse_line(line), self._requests)
        self._log.append_text(extras.log and extras.log.rstrip("\n") + "\n")
        check_action(type(self._game), action)
        return action, self._keep_tags(extras.tags)

    def _keep_tags(self, tags: Sequence[str]) -> tuple[str, ...]:
        kept = tuple(_printable(tag)[:TAG_LENGTH] for tag in tags[: self._tags_left])
        self._tags_left -= len(kept)
        if len(kept) < len(tags):
            self._log.append_text(f"[a tag was dropped: a match keeps {TAGS_PER_MATCH}]\n")
        return kept

    def fail(self, fault: BotFault, step: int) -> None:
        """Remove the seat: it is never spoken to again."""
        self._fault = fault
        self.verdict = VerdictRecord(verdict=fault.verdict, step=step)
        self.end(None)

    def end(self, line: bytes | None) -> None:
        """End the seat once; later calls do nothing."""
        if not self._ended:
            self._ended = True
            self._log.append_text(self._seat.end(line))

    def report(self) -> SeatReport:
        """What the seat's owner may see."""
        fault = self._fault
        return SeatReport(
            verdict=self.verdict,
            detail=fault.detail if fault else "",
            exit_code=fault.exit_code if fault else None,
            signal=fault.signal if fault else None,
            log=self._log.entries(),
        )


def _unanswered(fault: HostFault) -> Answer:
    """A request that came to nothing by our fault, for the log."""
    names = ("cpu_ms", "wall_ms", "lost_ms")
    cpu_ns, wall_ns, lost_ns = (round(float(fault.evidence.get(name, 0)) * 1e6) for name in names)
    return Answer(b"", cpu_ns, wall_ns, lost_ns=lost_ns)


def _judge(answer: Answer, read: Callable[[], T]) -> T:
    try:
        return read()
    except Malformed as malformed:
        raise _fault(answer, Verdict.MALFORMED, str(malformed)) from None


def _fault(answer: Answer, verdict: Verdict, detail: str) -> BotFault:
    return BotFault(verdict, detail, line=answer.line, cpu_ns=answer.cpu_ns, wall_ns=answer.wall_ns)


def _illegal(action: Action, legal: Sequence[Action]) -> str:
    """Tells no more than the view does: the legal list follows from it."""
    found = dump_line(action).decode().strip()
    first = dump_line(legal[0]).decode().strip()
    return (
        f"Found {found}, which is not one of the {len(legal)} entries of legal_actions; "
        f"send one of them back as it is, such as {first}."
    )


def _printable(text: str) -> str:
    return "".join(character for character in text if character.isprintable())
