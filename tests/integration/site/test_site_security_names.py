"""Names in any script, and texts that would turn what stands around them: shown safely."""

import re

import pytest
from e2e.test_pages import OWN, PUBLIC
from e2e.town_names import ARABIC, FILE, HEBREW, LONG, SHOWN_NOTE
from integration.site.conftest import Site
from walking import Seen

from scuffle.jobs import RequestLog
from scuffle_platform import moderation, operations
from scuffle_platform.operations import Hand
from scuffle_platform.reports import pack_log
from scuffle_platform.store import accounts
from scuffle_platform.store.models import Bot, Log, Match, Version, now
from scuffle_platform.web.markdown import render, words

ALONE = ("bdi", "title", "option")
"""In these a text turns nothing but itself."""


@pytest.fixture(scope="module")
def renamed(site: Site) -> Site:
    """The town after those who play there took names that are written from right to left."""
    with site.store.session() as session:
        grace = accounts.by_name(session, "grace")
        assert grace is not None
        grace.name = grace.name_key = f"{HEBREW}-2"
        for number, bot in enumerate(("hammer", "needle", "strider", "compass")):
            found = session.get_one(Bot, site.town.bots[bot])
            found.name = found.name_key = f"{ARABIC}-{number}"
    return site


@pytest.mark.parametrize("who", ["", "ada"])
def test_no_name_stands_amid_other_words(who: str, renamed: Site) -> None:
    """By itself in an element, which the style sheet isolates, or between marks that do."""
    client = renamed.enter(who) if who else renamed.app.test_client()
    strange = re.compile(f"({HEBREW}|{ARABIC})[-\\w]*|{re.escape(SHOWN_NOTE)}")
    found, amid = 0, []
    for path in {**PUBLIC, **(OWN if who else {})}.values():
        page = client.get(path.format(**renamed.town.places))
        for tag, text in Seen(page.text).texts:
            for one in strange.finditer(text):
                found += 1
                isolated = text.strip() == one[0] or f"\u2068{one[0]}\u2069" in text
                if not isolated and tag not in ALONE:
                    amid.append((path, tag, text))
    assert amid == []
    assert found > 100


def test_a_note_that_would_turn_the_page_ends_where_it_should(site: Site) -> None:
    page = site.app.test_client().get(f"/bots/{site.town.places['long']}/versions/1").text
    assert ("bdi", SHOWN_NOTE) in Seen(page).texts
    assert "<b>bold</b>" not in page
    assert FILE not in page
    assert LONG in page


def test_a_reason_turns_nothing_and_its_sentence_ends_once(site: Site) -> None:
    """Amid the words of queue, game and worker, where an override turned what followed."""
    with site.store.session() as session:
        hand = Hand(session, None, now())
        operations.pause(hand, "virus-war", "\u202egnp\u2066.\x1b[2J\n so")
        operations.pause(hand, "virus-war-fog", f"{HEBREW}.")
        moderation.disable_bot(hand, site.town.bots["glass"], "a\u202eb")
        assert session.get_one(Bot, site.town.bots["glass"]).why == "a\\u202eb"
    shown = site.app.test_client().get("/queue").text
    assert "\\u202egnp\\u2066.\\x1b[2J so. Nothing of it" in shown
    assert f"\u2068{HEBREW}.\u2069 Nothing of it" in shown


def test_what_programs_wrote_is_shown_with_its_marks_spelt_out(site: Site) -> None:
    nasty, spelt = "a\tb\n\u202ec\u2069\x1b[2J\r", "a\tb\n\\u202ec\\u2069\\x1b[2J\\r"
    figures = {"request": 0, "step": 0, "cpu_us": 1, "wall_us": 1, "bank_ms": 1}
    entry = RequestLog(**figures, sent=nasty, received=nasty, stderr=nasty)
    with site.store.session() as session:
        version = session.query(Version).filter_by(bot_id=site.town.bots["broken"]).one()
        version.check_steps = [{**version.check_steps[-1], "log": nasty}]
        player = site.town.crashed_seat
        session.get_one(Log, (site.town.crashed, player)).data = pack_log([entry])
    ada, match = site.enter("ada"), site.town.crashed
    for path, times in (
        (f"/bots/{site.town.bots['broken']}/versions/1", 1),
        (f"/matches/{match}/log/{player}", 3),
    ):
        page = ada.get(path).text
        assert page.count(f">{spelt}</pre>") == times
        assert "\u202e" not in page


def test_a_seed_turns_nothing(site: Site) -> None:
    with site.store.session() as session:
        match = session.get_one(Match, site.town.crashed)
        match.seed = "a\u202eb"
        if match.set:
            match.set.ended = now()
    shown = site.app.test_client().get(f"/matches/{site.town.crashed}").text
    assert "<code>a\\u202eb</code>" in shown
    assert "\u202e" not in shown


@pytest.mark.parametrize(
    "name",
    [
        "\u202eevil", "ada\u200b", "a\u2066da", "ada\ufeff", "x" * 33, "<b>x", "a/b", "a\nb",
        "zalgo" + "\u0336" * 20,
    ],
)  # fmt: skip
def test_no_name_has_what_cannot_be_seen(name: str, site: Site) -> None:
    client = site.app.test_client()
    page = client.get("/sign-up").text
    token = re.search(r'name="csrf_token" value="([^"]+)', page)
    assert token
    sent = {"csrf_token": token[1], "name": name, "password": "correct horse battery"}
    assert client.post("/sign-up", data=sent).status_code == 422


@pytest.mark.parametrize(
    "source",
    [
        "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "[x](javascript:alert(1))",
        "[x](data:text/html,<script>alert(1)</script>)", "![x](javascript:alert(1))",
        "<svg onload=alert(1)></svg>", "[x](vbscript:x)", "<style>*{}</style>",
        "<b onclick=x>y</b>",
        "```\n</code></pre><script>alert(1)</script>\n```", "<javascript:alert(1)>",
        '[x](https://a.example "\\" onmouseover=alert(1)")', "[x]: javascript:alert(1)\n\n[x]",
        "| a |\n| - |\n| <img src=x onerror=alert(1)> |",
        "```board\n<script>alert(1)</script>\n```",
    ],
)  # fmt: skip
def test_markdown_brings_no_script(source: str) -> None:
    html = render(source).html
    seen = Seen(html)
    assert seen.inline == []
    assert not re.search(r"<(script|style|iframe|object|svg onload)", html)
    for address in re.findall(r'(?:href|src)="([^"]*)', html):
        assert not re.match(r"\s*(javascript|data|vbscript):", address, re.I)


def test_a_persons_words_turn_nothing() -> None:
    assert words("a\u202eb **c**\n\n\u05d0\u200d\u3000x") == (
        "<p>a\\u202eb <strong>c</strong></p>\n<p>\u05d0\u200d\u3000x</p>\n"
    )


def test_a_picture_in_a_persons_words_asks_no_other_host() -> None:
    assert "tracker.example" not in render("![x](https://tracker.example/pixel.png)").html
