"""``scuffle check``: what the site's door and check will say."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from scuffle.cli.command import as_json, cage_option, command, messages, print_json
from scuffle.cli.config import look_up
from scuffle.cli.exits import Exit, Failure
from scuffle.wire import visible

if TYPE_CHECKING:
    from scuffle.cage import Report, Sandbox
    from scuffle.checking import Checked
    from scuffle.door import Upload
    from scuffle.jobs import CheckJob, CheckStep


@command(
    "check",
    """scuffle check my_bot.py --game virus-war
    scuffle check my_bot/ --sandbox bubblewrap
    scuffle check my_bot.zip --fix""",
)
@click.argument("path", type=click.Path(exists=True, path_type=Path))
@click.option("--game", metavar="GAME", help="The bot's game; scuffle.toml may name it.")
@cage_option("auto", "The cage; auto does without one, and says so, where none works.")
@click.option("--fix", "mend", is_flag=True, help="First mend what has one remedy only.")
@as_json
def check(path: Path, game: str | None, sandbox: str, mend: bool, as_json: bool) -> None:
    """Check the bot PATH as the site will: the door, the build, three starts, one match.

    --fix renames, re-encodes or tells the entry where only one thing can have been meant; a file
    or folder is mended where it lies, beside an archive a mended one is written.
    """
    from scuffle.checking import run_check
    from scuffle.cli.fix import fix
    from scuffle.diagnosis import lacks
    from scuffle.door import Refused, check_game, open_path
    from scuffle.kept_builds import builds_of_this_user

    tell = _Teller(silent=as_json)
    game_id = _game(path, game)
    try:
        if mend:
            path, done = fix(path)
            tell.fixed(done)
        upload = open_path(path)
        check_game(upload, game_id)
    except Refused as refused:
        door_refused(str(refused), as_json)
        return
    tell.step("door", True, packed_words(upload), "")
    for warning in upload.warnings:
        tell.remark(warning)
    cage, report = _cage(sandbox)
    tell.cage = report.backend
    for lack in lacks(report):
        tell.remark(lack)
    job, archives = _job(game_id, upload)
    checked = run_check(job, cage, archives, builds=builds_of_this_user(), on_step=tell.check_step)
    _end(tell, as_json, checked)


def door_refused(sentence: str, as_json: bool) -> None:
    """Say why nothing was let in, and end the command with the code of a failed check."""
    tell = _Teller(silent=as_json)
    tell.step("door", False, sentence, "")
    _end(tell, as_json, None)


class _Teller:
    """Numbers the steps and prints each as it ends."""

    def __init__(self, *, silent: bool) -> None:
        self.steps: list[dict[str, Any]] = []
        self.remarks: list[str] = []
        self.cage: str | None = None
        self._silent = silent

    def check_step(self, step: "CheckStep") -> None:
        self.step(step.name, step.passed, step.sentence, step.log)

    def step(self, name: str, passed: bool, sentence: str, log: str) -> None:
        self.steps.append({"name": name, "passed": passed, "sentence": sentence, "log": log})
        if self._silent:
            return
        word = "passed" if passed else "failed"
        click.echo(f"{len(self.steps)}. {name}: {word}. {sentence}")
        if not passed and log.strip():
            last = visible(log.rstrip(), but="\n\t").split("\n")[-20:]
            click.echo("\n".join(f"   {line}" for line in last))

    def fixed(self, sentences: list[str]) -> None:
        for sentence in sentences or ["There was nothing to mend."]:
            messages().print(sentence, markup=False)

    def remark(self, sentence: str) -> None:
        self.remarks.append(sentence)
        if not self._silent:
            click.echo(f"   {sentence}")


def _game(path: Path, flag: str | None) -> str:
    from scuffle.registry import UnknownGame, game

    found = look_up("game", flag, folder=path if path.is_dir() else path.parent)
    if not found.value:
        raise click.UsageError("Which game is it for? Say --game GAME; see: scuffle games")
    try:
        return game(found.value).id
    except UnknownGame as error:
        raise click.UsageError(f"{error} (from {found.where})") from None


def packed_words(upload: "Upload") -> str:
    """What passed the door, in a sentence."""
    from scuffle.door.naming import named

    program = upload.program
    what = "a function" if program.kind == "function" else "a program"
    files = "1 file" if upload.files == 1 else f"{upload.files} files"
    return f"{named(program.entry)}, {what} in {program.language}; {files}, {upload.size:,} bytes."


def _cage(name: str) -> "tuple[Sandbox, Report]":
    from scuffle.backends import AUTO, NONE, choose_seen
    from scuffle.seat import HostFault

    try:
        return choose_seen(name)
    except HostFault as fault:
        if name != AUTO:
            raise
        messages().print(f"Checked without a cage. {fault}", markup=False)
        return choose_seen(NONE)


def _job(game_id: str, upload: "Upload") -> "tuple[CheckJob, dict[str, bytes]]":
    from scuffle.door import open_path
    from scuffle.jobs import CheckJob
    from scuffle.limits import Limits
    from scuffle.registry import game, sample_bot

    played = game(game_id).ladder_formats[0]
    sample = open_path(sample_bot(game_id))
    job = CheckJob(
        version_id="local",
        attempt=1,
        token="local",  # noqa: S106 - nobody asks for it here
        game=game_id,
        settings=played.settings,
        num_players=played.num_players,
        seed="check",
        program=upload.program,
        opponent=sample.program,
        limits=Limits(),
    )
    return job, {one.program.hash: one.archive for one in (upload, sample)}


def _end(tell: _Teller, as_json: bool, checked: "Checked | None") -> None:
    status = checked.report.status if checked else "rejected"
    if as_json:
        told = {"cage": tell.cage, "remarks": tell.remarks, "steps": tell.steps}
        print_json({"status": status, "reason": _reason(tell, checked), **told})
    elif status == "ready":
        click.echo("Ready: the site will take it.")
    if status == "void" and checked:
        raise Failure(f"this machine could not check it: {checked.report.reason}")
    if status == "rejected":
        click.get_current_context().exit(Exit.CHECK_FAILED)


def _reason(tell: _Teller, checked: "Checked | None") -> str:
    """Why it was not taken, as the site tells it: the sentence of the step that failed."""
    if checked and checked.report.status != "rejected":
        return checked.report.reason
    return next(str(step["sentence"]) for step in tell.steps if not step["passed"])
