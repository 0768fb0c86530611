"""The upload form: a file, a zip of a folder, or text pasted into a box; one way in."""

from typing import Any

from flask import flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scuffle.door.limits import NOTE_LENGTH
from scuffle.languages import languages
from scuffle_platform import intake, quotas
from scuffle_platform.context import store
from scuffle_platform.problems import Problem, invalid
from scuffle_platform.store.languages import offered
from scuffle_platform.store.models import Account
from scuffle_platform.store.pages import bots as read
from scuffle_platform.web.again import Again, again
from scuffle_platform.web.repairs import Repair, mended, repair_of, sent_repair


def sent() -> tuple[str, bytes]:
    """The name and bytes of what the form brought: a repair, a chosen file, or the box.

    Raises:
        Problem: 422, it brought nothing, or several files.
    """
    if repair := sent_repair():
        return repair
    files = [file for file in request.files.getlist("file") if file.filename]
    if len(files) > 1:
        raise intake.several_files(len(files))
    if files:
        name, data = str(files[0].filename).replace("\\", "/").rsplit("/", 1)[-1], files[0].read()
        return mended(name, data) if request.form.get("mend") else (name, data)
    code = request.form.get("code", "")
    if code.strip():
        return _paste_name(), code.replace("\r\n", "\n").encode()
    raise invalid(
        "There was neither a file nor text in the box.", "Choose a file, or paste your program."
    )


def _paste_name() -> str:
    known = languages().get(request.form.get("language", "python"))
    return known.entry_names[0] if known else "main.py"


def take(account: Account, bot_id: str, filename: str, data: bytes) -> Again | Response:
    """Hand an upload in and go to its version, or show the form again with what is wrong."""
    try:
        taken = intake.take(account, bot_id, filename, data, note())
    except Problem as problem:
        return again(_again(bot_id, problem, repair_of(problem, filename, data)), problem)
    return to_version(taken)


def note() -> str:
    """The owner's word, as long as the form's box lets it be."""
    return request.form.get("note", "")[:NOTE_LENGTH]


def to_version(taken: intake.Taken) -> Response:
    """Go to the page of what was taken in."""
    version = taken.version
    if taken.joined:
        flash("These very bytes wait already; your upload joined them.", "good")
    page = url_for("versions.version", bot_id=version.bot_id, number=version.number)
    return redirect(page, 303)


def _again(bot_id: str, problem: Problem, repair: Repair | None) -> str:
    with store().reading() as session:
        bot = read.bot(session, bot_id)
    return render_template(
        "bot_new.html", section="bots", problem=problem, bot=bot, **form_facts(repair)
    )


def form_facts(repair: Repair | None = None) -> dict[str, Any]:
    """What the form says of limits and languages, and of what it brought."""
    with store().reading() as session:
        running = offered(session)
    known = languages()
    return {
        "repair": repair,
        "upload_mb": quotas.UPLOAD_MB,
        "languages": [
            one for one in known.values() if one.suffixes and (not running or one.id in running)
        ],
    }
