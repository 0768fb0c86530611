"""From an upload to a version that waits: one way in for form and API."""

import io
import struct
import tarfile
import zipfile
from concurrent.futures import ThreadPoolExecutor
from html import unescape

import pytest
from sqlalchemy import func, select

from scuffle_platform.store import lifecycle
from scuffle_platform.store.models import Version, VersionStatus, Worker, WorkerState, now

FORM = "multipart/form-data"
BOT = b"def get_action(state, api):\n    return state['legal_actions'][0]\n"


def zipped(files, mode=zipfile.ZIP_DEFLATED):
    memory = io.BytesIO()
    with zipfile.ZipFile(memory, "w", mode) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return memory.getvalue()


def link():
    memory = io.BytesIO()
    with zipfile.ZipFile(memory, "w") as archive:
        entry = zipfile.ZipInfo("main.py")
        entry.external_attr = 0o120777 << 16
        archive.writestr(entry, "/etc/passwd")
    return memory.getvalue()


def bomb():
    """60 MB of zeros twice, whose directory says that they are 10 bytes each."""
    data = zipped({"main.py": BOT, "a.bin": bytes(60 << 20), "b.bin": bytes(60 << 20)})
    return data.replace(struct.pack("<I", 60 << 20), struct.pack("<I", 10))


def tar_with_device():
    memory = io.BytesIO()
    with tarfile.open(fileobj=memory, mode="w") as archive:
        entry = tarfile.TarInfo("null")
        entry.type = tarfile.CHRTYPE
        archive.addfile(entry)
    return memory.getvalue()


BAD = {
    "nothing": ("bot.py", b""),
    "png": ("bot.zip", b"\x89PNG\r\n\x1a\n" + bytes(100)),
    "yaml": ("bot.yaml", b"a: 1\n"),
    "cut zip": ("bot.zip", zipped({"main.py": BOT})[:60]),
    "dots": ("bot.zip", zipped({"../main.py": BOT})),
    "absolute": ("bot.zip", zipped({"/etc/main.py": BOT})),
    "link": ("bot.zip", link()),
    "device": ("bot.tar", tar_with_device()),
    "many": ("bot.zip", zipped({f"f{n}.py": b"" for n in range(10_000)}, zipfile.ZIP_STORED)),
    "bomb": ("bot.zip", bomb()),
    "no entry": ("bot.zip", zipped({"readme.txt": b"hello", "lib/a.py": b""})),
    "syntax": ("bot.py", b"def get_action(state, api)\n    return 1\n"),
    "arity": ("bot.py", b"def get_action(a, b, c, d):\n    return 1\n"),
    "latin-1": ("bot.py", b"# caf\xe9\n" + BOT),
    "toml": ("bot.zip", zipped({"main.py": BOT, "scuffle.toml": b"entry = 1"})),
}


@pytest.fixture
def waiting(store):
    """How many versions there are."""

    def count():
        with store.reading() as session:
            return session.scalar(select(func.count()).select_from(Version))

    return count


@pytest.mark.parametrize("kind", BAD)
def test_form_and_api_refuse_with_the_same_sentence(anna, csrf, multipart, waiting, kind):
    name, data = BAD[kind]
    bot = anna.bot("one")
    answer = anna.upload(bot, data, name)
    assert answer.status_code == 422, answer.text
    sentence = answer.json["detail"]
    assert len(sentence) > 20
    assert "Traceback" not in answer.text
    browser, page = anna.browser(), f"/bots/{bot}/upload"
    shown = browser.post(page, **multipart(data, name, csrf_token=csrf(browser, page)))
    assert shown.status_code == 422
    assert sentence in unescape(shown.text)
    assert waiting() == 0


def test_two_files_are_told_as_two_by_form_and_api(anna, csrf, multipart, waiting):
    def twice(**fields):
        sent = multipart(BOT, "bot.py", **fields)
        part = b'--edge\r\nContent-Disposition: form-data; name="file"; filename="b.py"\r\n\r\n'
        sent["data"] = part + BOT + b"\r\n" + sent["data"]
        return sent

    bot = anna.bot("one")
    answer = anna.post(f"bots/{bot}/versions", **twice())
    assert (answer.status_code, answer.json["detail"]) == (
        422,
        "2 files came in the field 'file', wanted one.",
    )
    browser, page = anna.browser(), f"/bots/{bot}/upload"
    shown = browser.post(page, **twice(csrf_token=csrf(browser, page)))
    assert shown.status_code == 422
    assert answer.json["detail"] in unescape(shown.text)
    assert waiting() == 0


def test_a_new_bot_sent_twice_by_form_leads_to_its_version_or_its_upload(anna, csrf, waiting):
    browser = anna.browser()
    form = {"csrf_token": csrf(browser, "/bots/new"), "game": "virus-war", "name": "one"}
    pages = [browser.post("/bots/new", data=form | {"code": BOT.decode()}) for _ in range(2)]
    assert [page.status_code for page in pages] == [303, 303]
    assert pages[0].location == pages[1].location
    assert waiting() == 1
    shown = browser.post("/bots/new", data=form | {"code": f"{BOT.decode()}x = 1\n"})
    assert shown.status_code == 409
    upload = f"{pages[0].location.split('/versions')[0]}/upload"
    assert f'href="{upload}"' in shown.text
    assert browser.get(upload).status_code == 200


GOOD = {
    "file": ("bot.py", BOT),
    "crlf and bom": ("bot.py", b"\xef\xbb\xbf" + BOT.replace(b"\n", b"\r\n")),
    "flat": ("bot.zip", zipped({"main.py": BOT})),
    "wrapped": ("bot.zip", zipped({"a/b/bot/main.py": BOT, "__MACOSX/a/._main.py": b"x"})),
    "its names": ("bot.zip", zipped({"main.py": BOT, "bot/x.py": b"", "tmp/y.py": b""})),
}


@pytest.mark.parametrize("kind", GOOD)
def test_an_honest_upload_waits_for_its_check(anna, kind):
    name, data = GOOD[kind]
    answer = anna.upload(anna.bot("one"), data, name, note="first try")
    assert answer.status_code == 201, answer.text
    version = answer.json
    assert (version["number"], version["status"], version["position"]) == (1, "checking", 1)
    assert (version["language"], version["note"], version["joined"]) == (
        "python",
        "first try",
        False,
    )


def test_what_was_uploaded_comes_back_and_is_taken_again(anna, store):
    bot = anna.bot("one")
    name, data = GOOD["wrapped"]
    first = anna.upload(bot, data, name).json
    back = anna.get(f"bots/{bot}/versions/1/source")
    assert back.data == data
    assert "bot.zip" in back.headers["Content-Disposition"]
    decide(store, bot)
    second = anna.upload(bot, back.data, name).json
    assert second["number"] == 2
    assert second["hash"] == first["hash"]


def test_the_same_bytes_join_the_waiting_check(anna):
    bot = anna.bot("one")
    first, second = anna.upload(bot).json, anna.upload(bot).json
    assert (first["number"], first["joined"]) == (1, False)
    assert (second["number"], second["joined"]) == (1, True)
    assert len(anna.get(f"bots/{bot}/versions").json["items"]) == 1


def test_the_same_files_join_however_they_are_packed(anna):
    bot = anna.bot("one")
    anna.upload(bot, zipped({"main.py": BOT}), "bot.zip")
    again = anna.upload(bot, zipped({"x/main.py": BOT}, zipfile.ZIP_STORED), "other.zip")
    assert again.json["joined"]


def test_an_account_has_one_check_at_a_time(anna):
    one, two = anna.bot("one"), anna.bot("two")
    anna.upload(one)
    answer = anna.upload(two, BOT + b"#\n")
    assert answer.status_code == 409
    assert answer.json["code"] == "check-waits"
    assert "'one'" in answer.json["detail"]
    assert answer.headers["Retry-After"]


def test_a_withdrawn_version_makes_room(anna):
    bot = anna.bot("one")
    anna.upload(bot)
    withdrawn = anna.post(f"bots/{bot}/versions/1/retire").json
    assert withdrawn["status"] == "rejected"
    assert withdrawn["withdrawn"]
    assert anna.upload(bot, BOT + b"#\n").json["number"] == 2


def test_two_uploads_at_once_make_one_version(anna, waiting):
    bot = anna.bot("one")
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda _: anna.upload(bot), range(4)))
    assert [answer.status_code for answer in answers] == [201] * 4
    assert sorted(answer.json["joined"] for answer in answers) == [False, True, True, True]
    assert waiting() == 1


def test_two_different_uploads_at_once_leave_one_waiting(anna, waiting):
    bot = anna.bot("one")
    sources = [BOT + b"#" * number for number in range(4)]
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda source: anna.upload(bot, source), sources))
    assert sorted(answer.status_code for answer in answers) == [201, 409, 409, 409]
    assert waiting() == 1


def test_twenty_versions_a_day(anna, ready):
    bot = anna.bot("one")
    for _ in range(20):
        ready(bot)
    answer = anna.upload(bot)
    assert answer.status_code == 429
    assert answer.json["code"] == "quota"
    assert "20" in answer.json["detail"]
    assert "UTC" in answer.json["hint"]
    assert int(answer.headers["Retry-After"]) > 80_000


def add_worker(store, name, queue, language, **more):
    with store.session() as session:
        about = {"queues": [queue], "languages": [language], "seen": now(), **more}
        session.add(Worker(name=name, state=WorkerState.IDLE, **about))


def test_a_language_that_no_worker_can_check_is_refused_by_name(anna, store):
    add_worker(store, "w1", "checks", "javascript")
    add_worker(store, "w2", "matches", "python")
    add_worker(store, "w3", "checks", "python", drained=now())
    answer = anna.upload(anna.bot("one"))
    assert answer.status_code == 422
    assert answer.json["code"] == "language-away"
    assert "javascript" in answer.json["detail"]


def test_while_no_worker_is_there_only_what_was_known_is_taken(anna, store):
    """With none every language was taken, and what none ever had waited for good."""
    bot = anna.bot("one")
    source = b"int main(void) { return 0; }\n"
    refused = anna.upload(bot, source, "bot.c")
    assert (refused.status_code, refused.json["code"]) == (422, "language-away")
    waits = "no worker takes checks just now, and the door takes python."
    assert refused.json["detail"].endswith(f"'c'; {waits}")
    add_worker(store, "w1", "checks", "c", drained=now())
    assert anna.upload(bot, source, "bot.c").status_code == 201


def test_another_games_project_is_refused(anna):
    data = zipped({"main.py": BOT, "scuffle.toml": b'game = "virus-war-fog"'})
    answer = anna.upload(anna.bot("one", "virus-war"), data, "bot.zip")
    assert answer.status_code == 422
    assert "virus-war-fog" in answer.json["detail"]


def test_an_upload_without_a_file(anna):
    bot = anna.bot("one")
    answer = anna.post(
        f"bots/{bot}/versions", data={"note": "x", "file": "text"}, content_type=FORM
    )
    assert answer.status_code == 422
    answer = anna.post(f"bots/{bot}/versions", json={"file": "x"})
    assert answer.status_code == 415
    assert "multipart/form-data" in answer.json["detail"]


def test_too_large_a_body_is_told_so(anna):
    path = f"bots/{anna.bot('one')}/versions"
    answer = anna.post(path, data=bytes(22 << 20), content_type=f"{FORM}; boundary=x")
    assert answer.status_code == 413
    assert answer.json["hint"]


def test_waiting_ends_with_the_check(anna, store):
    bot = anna.bot("one")
    anna.upload(bot)
    with ThreadPoolExecutor(1) as pool:
        answer = pool.submit(anna.get, f"bots/{bot}/versions/1?wait=20")
        decide(store, bot)
        assert answer.result().json["status"] == "ready"
    assert anna.get(f"bots/{bot}/versions/1?wait=21").status_code == 422


def test_an_activated_version_stays_until_another_is_activated(anna, ready):
    bot = anna.bot("one")
    ready(bot)
    ready(bot)
    assert anna.get(f"bots/{bot}").json["active_version"] == 2
    assert anna.post(f"bots/{bot}/versions/1/activate").json["active"]
    ready(bot)
    assert anna.get(f"bots/{bot}").json["active_version"] == 1
    anna.post(f"bots/{bot}/versions/1/retire")
    assert anna.get(f"bots/{bot}").json["active_version"] == 3
    assert anna.post(f"bots/{bot}/versions/1/activate").status_code == 409


def decide(store, bot):
    """Let the waiting version of a bot be ready."""
    with store.session() as session:
        query = select(Version).where(
            Version.bot_id == bot, Version.status == VersionStatus.CHECKING
        )
        lifecycle.make_ready(session, session.scalars(query).one(), now())
