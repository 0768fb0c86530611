"""What users ran into elsewhere when they uploaded: rows A1 to A19, and where each is tried.

``ROWS`` names a test for each; those that were missing are here.
"""

import io
import os
import random
import re
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from door_corpus import BOT, zipped
from flask.testing import FlaskClient
from integration.site.conftest import Site, csrf, send
from sqlalchemy import select

from scuffle.door import open_path, open_upload
from scuffle_platform.store import bots
from scuffle_platform.store.models import Account, Bot, Version, VersionStatus

TESTS = Path(__file__).parents[2]
HERE = "integration/site/test_reports_of_uploads.py"
ROWS = {
    "A1": [
        "unit/test_door.py::test_the_same_files_have_the_same_name_however_packed",
        "unit/test_door.py::test_refused_with_a_sentence",
    ],
    "A3": [f"{HERE}::test_folders_of_any_name_are_the_bots_own"],
    "A5": [
        "integration/api/test_api_uploads.py::test_form_and_api_refuse_with_the_same_sentence",
        "integration/api/test_doors_agree.py::test_check_and_site_say_the_same",
        f"{HERE}::test_an_update_says_the_number_and_hash_or_what_is_wrong",
    ],
    "A7": [f"{HERE}::test_a_download_packed_again_is_the_same_bot"],
    "A9": [
        "integration/api/test_api_uploads.py::test_form_and_api_refuse_with_the_same_sentence",
        f"{HERE}::test_a_yaml_is_refused_before_anything_is_queued",
    ],
    "A11": ["integration/test_build_steps.py::test_what_a_build_shut_away_plays_nevertheless"],
    "A13": [
        "integration/test_build_steps.py"
        "::test_a_start_command_that_is_not_there_is_found_out_by_the_check"
    ],
    "A15": [f"{HERE}::test_the_same_bytes_twice_wait_once_and_say_where"],
    "A17": [f"{HERE}::test_what_was_packed_by_accident_is_shown_and_can_be_left_out"],
    "A19": ["integration/test_build_steps.py::test_a_fresh_binary_starts_every_time"],
}


@pytest.mark.parametrize("row", ROWS)
def test_each_row_is_tried_somewhere(row: str) -> None:
    for place in ROWS[row]:
        path, _, name = place.partition("::")
        assert f"def {name}(" in (TESTS / path).read_text(encoding="utf-8"), place


def bot_of(site: Site, owner: str, name: str) -> str:
    """A new bot without a version; its owner has no check waiting."""
    with site.store.session() as session:
        account = session.scalars(select(Account).where(Account.name == owner)).one()
        waiting = select(Version).where(Version.status == VersionStatus.CHECKING)
        for version in session.scalars(waiting):
            version.status = VersionStatus.REJECTED
        made = bots.create(session, account.id, "virus-war", name)
        session.flush()
        return made.id


def upload(client: FlaskClient, bot: str, name: str, data: bytes) -> object:
    page = f"/bots/{bot}/upload"
    sent = {"csrf_token": csrf(client, page), "file": (io.BytesIO(data), name)}
    return client.post(page, data=sent, content_type="multipart/form-data")


def deflated(files: dict[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return packed.getvalue()


def versions(site: Site, bot: str) -> list[Version]:
    with site.store.reading() as session:
        return list(session.scalars(select(Version).where(Version.bot_id == bot)))


@pytest.mark.parametrize("folder", ["bot", "tmp", "compiled", "src", "main", "build", "sdk"])
def test_folders_of_any_name_are_the_bots_own(folder: str) -> None:
    """A3: nothing of a bot is moved across names that we chose."""
    files = {"main.py": BOT, f"{folder}/data.txt": b"x", f"{folder}/{folder}/more.txt": b"y"}
    flat, wrapped = (
        open_upload("b.zip", zipped(files)),
        open_upload("b.zip", zipped({f"{folder}/{name}": data for name, data in files.items()})),
    )
    assert flat.program == wrapped.program
    assert flat.program.entry == "main.py"
    inside = open_upload("b.zip", zipped({"bot.py": BOT, "main.py/x.txt": b"", f"{folder}/a": b""}))
    assert inside.program.entry == "bot.py"


def test_an_update_says_the_number_and_hash_or_what_is_wrong(
    site: Site, enter: Callable[[str], FlaskClient]
) -> None:
    """A5: a wrong zip fails aloud, and the version before stays; a right one is named."""
    client, bot = enter("ada"), bot_of(site, "ada", "updated")
    first = upload(client, bot, "bot.py", BOT)
    assert first.headers["Location"].endswith("/versions/1")
    bot_of(site, "ada", "unrelated")  # no check waits any more
    wrong = upload(client, bot, "bot.zip", zipped({"readme.md": b"x"}))
    assert wrong.status_code == 422
    assert "Found no file to start: looked for" in wrong.text
    assert len(versions(site, bot)) == 1
    right = upload(client, bot, "bot.py", BOT + b"#\n")
    text = client.get(right.headers["Location"]).text
    assert "version 2" in text
    assert versions(site, bot)[1].source_hash[:12] in text


def packed_by(tool: str, folder: Path) -> bytes:
    """A zip of a folder as one of three tools packs it."""
    out = folder.parent / f"{tool}.zip"
    line = {
        "python": [sys.executable, "-m", "zipfile", "-c", str(out), folder.name],
        "zip": ["zip", "-q", "-r", str(out), folder.name],
        "git": ["git", "archive", "--format=zip", "-o", str(out), "HEAD"],
    }[tool]
    if tool == "git":
        who = ["-c", "user.name=a", "-c", "user.email=a@b.invalid"]
        for words in (["init", "-q"], ["add", "-A"], [*who, "commit", "-q", "-m", "x"]):
            subprocess.run(["git", *words], cwd=folder, check=True)
    where = folder if tool == "git" else folder.parent
    subprocess.run(line, cwd=where, check=True, env={**os.environ, "LC_ALL": "C.UTF-8"})
    return out.read_bytes()


@pytest.mark.parametrize("tool", ["python", "zip", "git"])
def test_a_download_packed_again_is_the_same_bot(
    tool: str, site: Site, enter: Callable[[str], FlaskClient], tmp_path: Path
) -> None:
    """A7: download, unzip, zip with another tool, upload: the same program under the same hash."""
    client, bot = enter("ada"), bot_of(site, "ada", f"packed-{tool}")
    files = {
        "bot/main.py": BOT,
        "bot/lib/tables.py": b"ROWS = 3\n",
        "bot/ünïcode.txt": b"\xe2\x82\xac",
    }
    upload(client, bot, "bot.zip", zipped(files))
    back = client.get(f"/bots/{bot}/versions/1/source").data
    with zipfile.ZipFile(io.BytesIO(back)) as archive:
        archive.extractall(tmp_path)
    again = open_upload("again.zip", packed_by(tool, tmp_path / "bot"))
    [version] = versions(site, bot)
    assert again.program.hash == version.source_hash
    assert again.program.model_dump(mode="json") == version.source


def test_a_yaml_is_refused_before_anything_is_queued(
    site: Site, enter: Callable[[str], FlaskClient]
) -> None:
    """A9: the door looks at once."""
    client, bot = enter("ada"), bot_of(site, "ada", "yaml")
    for name in ("bot.yaml", "bot.zip"):
        answer = upload(client, bot, name, b"a: 1\nb: [2, 3]\n")
        assert answer.status_code == 422
    assert versions(site, bot) == []


def test_the_same_bytes_twice_wait_once_and_say_where(
    site: Site, enter: Callable[[str], FlaskClient]
) -> None:
    """A15: without a worker two uploads make one waiting check, and both say its position."""
    client, bot = enter("grace"), bot_of(site, "grace", "twice")
    other = bot_of(site, "ada", "ahead")
    upload(enter("ada"), other, "bot.py", BOT + b"# ahead\n")
    pages = [upload(client, bot, "bot.py", BOT).headers["Location"] for _ in range(2)]
    assert pages[0] == pages[1]
    assert len(versions(site, bot)) == 1
    text = client.get(pages[1]).text
    assert "your upload joined them" in text
    assert "Queued for its check" in text
    assert re.search(r"Position 2; a check takes about \d+ seconds", text)
    assert "failed" not in text
    page = f"/bots/{bot}/versions/1"
    assert (
        "was withdrawn"
        in client.get(send(client, page, f"{page}/withdraw").headers["Location"]).text
    )


def test_what_was_packed_by_accident_is_shown_and_can_be_left_out(
    site: Site, enter: Callable[[str], FlaskClient], tmp_path: Path
) -> None:
    """A17: size, count, the five biggest files; a warning, no refusal; an ignore list at home."""
    client, bot = enter("ada"), bot_of(site, "ada", "heavy")
    noise = random.Random(1).randbytes(40_000)
    junk = {f"logs/run-{n}.txt": noise[: 2_000 * (n + 1)] + 2_000_000 * b"." for n in range(12)}
    page = client.get(
        upload(client, bot, "bot.zip", deflated({"main.py": BOT, **junk})).headers["Location"]
    ).text
    assert "13 files" in page
    assert "24.2 MB" in page
    listed = re.search(r"<h2>Biggest files</h2>.*?</ul>", page, re.S)
    assert listed
    assert re.findall(r"<code>(.*?)</code>", listed[0]) == [
        f"logs/run-{n}.txt" for n in range(11, 6, -1)
    ]
    assert "The bot is large (23 MB)" in page
    assert "ignore = [...] in scuffle.toml" in page
    for name, data in {"main.py": BOT, **junk}.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(data)
    (tmp_path / "scuffle.toml").write_text('ignore = ["logs"]\n', encoding="utf-8")
    assert open_path(tmp_path).files == 2


def test_a_bot_of_another_is_updated_by_nobody_else(
    site: Site, enter: Callable[[str], FlaskClient]
) -> None:
    """A5, E1: the form asks whose bot it is before it looks at the file."""
    bot = bot_of(site, "ada", "not-yours")
    assert enter("grace").get(f"/bots/{bot}/upload").status_code == 403
    with site.store.reading() as session:
        assert session.get_one(Bot, bot).state == "new"
