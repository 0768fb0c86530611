"""A caged (or plain) process as a seat: it runs while it is asked, and is frozen while it waits."""

from time import monotonic, sleep

from scuffle.cage import Session
from scuffle.evidence import Evidence, SeatUse
from scuffle.request import GRACE_S, Request
from scuffle.seat import Answer, BotFault, Budget, HostFault

_FURTHER_LINE_S, _LOOK_S = 0.1, 0.005
"""How long a further line is waited for, and how often that is looked at."""


class SessionSeat:
    """Plays with one session; thaws it for a request and freezes it after the answer."""

    def __init__(self, session: Session, *, spent: bool = False) -> None:
        """Take a session that was prepared and not spoken to.

        Where its grace is ``spent``, a busy host excuses no stall of its bot.
        """
        self._session = session
        self._spent = spent
        self._charged_ns = 0
        self._asked = 0
        self._told = ""
        self.metering = session.metering
        self._use = SeatUse(session.metering)

    def ask(self, line: bytes, budget: Budget) -> Answer:
        """Send one line and wait for one answer line.

        Raises:
            BotFault: the bot did not answer as it should.
            HostFault: we could not ask, or the host was too busy to judge.
        """
        self._end_waiting()
        request = Request(self._session, budget, self._charged_ns, self._asked, self._spent)
        try:
            answer = self._answer(request, line)
        except BotFault as fault:
            self._told = fault.log
            self._use.note_request(fault.wall_ns, fault.lost_ns)
            raise
        self._use.note_request(answer.wall_ns, answer.lost_ns)
        self._charged_ns += answer.cpu_ns
        self._asked += 1
        return answer

    def _answer(self, request: Request, line: bytes) -> Answer:
        try:
            found = request.answer(line)
        finally:
            self._session.freeze()
        used_ns = self._session.cpu_ns() - self._charged_ns
        request.judge(used_ns)
        log = self._session.take_stderr()
        return Answer(found, used_ns, request.wall_ns, log, request.lost_ns, self._goes_on)

    def _goes_on(self) -> bool:
        self._session.thaw()
        until = monotonic() + _FURTHER_LINE_S
        while not (goes_on := self._session.pending()) and monotonic() < until:
            sleep(_LOOK_S)
        self._session.freeze()
        return goes_on

    def end(self, line: bytes | None) -> str:
        """Send the ``end`` line, give half a second to exit, leave nothing behind."""
        words = ""
        try:
            if line is None:
                self._session.thaw()
            else:
                self._end_waiting()
                words = self._use.watch_waiting(self._session)
                self._session.send(line, monotonic() + GRACE_S)
        except (OSError, HostFault):
            line = None
        taken = self._session.take_stderr()
        how = self._session.close(GRACE_S if line is not None else 0.0)
        self._use.note_exit(how)
        return taken + ("" if self._told.endswith(how.stderr) else how.stderr) + words

    def _end_waiting(self) -> None:
        self._use.note_waiting(self._session.cpu_ns() - self._charged_ns)
        self._session.thaw()

    def evidence(self) -> Evidence:
        """What it used and how it ended, in figures; complete after ``end``."""
        return self._use.figures()
