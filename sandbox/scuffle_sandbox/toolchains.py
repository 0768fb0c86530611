"""Which versions of compilers and interpreters the cages have."""

import time

from scuffle.cage import Launch, Report, Sandbox
from scuffle.languages import languages
from scuffle.launch import toolchain_launches
from scuffle.limits import Limits
from scuffle.seat import HostFault
from scuffle_sandbox.places import scratch_folder

_ANSWER_S = 10.0


def toolchains(sandbox: Sandbox, report: Report, slot: int) -> dict[str, str]:
    """The first line that each language's tools say of themselves, by the language's id."""
    found = {}
    with scratch_folder() as folder:
        for language in languages().values():
            if language.id in report.languages:
                launches = toolchain_launches(language, folder)
                lines = [_first_line(sandbox, launch, slot) for launch in launches]
                found[language.id] = ", ".join(line for line in lines if line)
    return found


def _first_line(sandbox: Sandbox, launch: Launch, slot: int) -> str:
    try:
        session = sandbox.prepare(launch, Limits(), slot)
    except HostFault:
        return ""
    try:
        return session.recv(time.monotonic() + _ANSWER_S).decode("utf-8", "replace").strip()
    except (EOFError, TimeoutError, BufferError, HostFault):
        return ""
    finally:
        session.close()
