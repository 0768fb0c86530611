"""The cages of one match: made at the same time, all closed whatever happens to one of them."""

from pathlib import Path
from threading import Barrier

from scuffle.attempt import run_attempt
from scuffle.cage import Launch, Session
from scuffle.door import open_path, unpack
from scuffle.jobs import PlayJob, PlayReport
from scuffle.limits import Limits
from scuffle.local_sandbox import LocalSandbox
from scuffle.registry import sample_bot
from scuffle.seat import HostFault
from scuffle_sandbox.bubblewrap import Bubblewrap
from scuffle_sandbox.places import scratch_folder
from scuffle_sandbox.session import CagedSession


class Together(LocalSandbox):
    """Makes no session before all are asked for."""

    def __init__(self, count: int) -> None:
        super().__init__()
        self._barrier = Barrier(count, timeout=60)

    def prepare(self, launch: Launch, limits: Limits, slot: int) -> Session:
        self._barrier.wait()
        return super().prepare(launch, limits, slot)


class SecondFails(LocalSandbox):
    """Makes one session and fails at the next."""

    def __init__(self) -> None:
        super().__init__()
        self.made: list[Session] = []

    def prepare(self, launch: Launch, limits: Limits, slot: int) -> Session:
        if launch.root.name == "1":
            raise HostFault("no room for a second cage")
        self.made.append(super().prepare(launch, limits, slot))
        return self.made[0]


class Watched(LocalSandbox):
    """Real cages; notes at each first word to one how many stood ready."""

    def __init__(self) -> None:
        super().__init__()
        self._cages = Bubblewrap()
        self._ready: list[CagedSession] = []
        self.seen: list[int] = []

    def prepare(self, launch: Launch, limits: Limits, slot: int) -> Session:
        made = self._cages.prepare(launch, limits, slot)
        self._ready.append(made)
        begin = made._cage.start

        def start() -> None:
            self.seen.append(sum(not each._cage.ended() for each in self._ready))
            begin()

        made._cage.start = start  # type: ignore[method-assign]
        return made


def attempt(sandbox: LocalSandbox, tmp_path: Path) -> PlayReport:
    upload = open_path(sample_bot("virus-war"))
    roots = [tmp_path / str(seat) for seat in range(2)]
    for root in roots:
        root.mkdir(mode=0o755)
        unpack(upload.archive, root)
    job = PlayJob(
        match_id="m", attempt=1, token="t", game="virus-war", settings={"size": 6}, num_players=2,
        seed="s", programs=(upload.program, upload.program), limits=Limits(),
    )  # fmt: skip
    return run_attempt(job, sandbox, roots)


def test_all_cages_of_a_match_are_made_at_once(tmp_path):
    report = attempt(Together(2), tmp_path)
    assert report.status == "finished", report.reason


def test_all_cages_of_a_match_stand_before_the_first_is_asked():
    sandbox = Watched()
    with scratch_folder() as folder:
        report = attempt(sandbox, folder)
    assert report.status == "finished", report.reason
    assert sandbox.seen == [2, 2]


def test_a_cage_beside_one_that_could_not_be_made_is_closed(tmp_path):
    sandbox = SecondFails()
    report = attempt(sandbox, tmp_path)
    assert (report.status, report.reason) == ("void", "no room for a second cage")
    first = sandbox.made[0].close()
    assert first.killed_by_us or first.code is not None
