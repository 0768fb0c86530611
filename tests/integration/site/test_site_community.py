"""Community: what is announced and done, people and their own words, in any script."""

import re
from collections.abc import Callable
from xml.etree.ElementTree import fromstring

import pytest
from flask.testing import FlaskClient
from integration.site.conftest import Site, send
from sqlalchemy import select

from scuffle_platform.store import accounts, bots, people
from scuffle_platform.store.models import Audit, Bot, Tournament, now
from scuffle_platform.web import markdown

Enter = Callable[[str], FlaskClient]
ATOM = "{http://www.w3.org/2005/Atom}"
FORM = "/community/announcements/new"
TEXT = """# New machine

It is *faster*. [More](https://example.org/more)

![pixel](https://example.org/spy.png) <img src=x onerror=alert(1)> [x](javascript:alert(1))
"""


def main_of(page: str) -> str:
    return page.split("<main")[1]


def test_an_announcement_is_read_by_everybody_changed_and_withdrawn(
    site: Site, enter: Enter, stranger: FlaskClient
) -> None:
    olga = enter("olga")
    made = send(olga, FORM, "/community/announcements", title="Moving  day", text=TEXT)
    page = made.location
    shown = main_of(stranger.get("/community").text)
    assert "Moving day" in shown
    assert "<em>faster</em>" in shown
    assert "<h3>New machine</h3>" in shown, "below the headings of the page"
    assert "example.org/spy" not in shown.replace('href="https://example.org/spy.png"', "")
    assert not re.search(r"<img|<script|href=.javascript", shown)
    assert 'rel="nofollow noopener ugc"' in shown
    send(olga, f"{page}/edit", page, title="Moving day", text="It is done.")
    assert "changed" in stranger.get(page).text
    root = fromstring(stranger.get("/community/announcements/feed.atom").data)
    [entry, *_] = root.findall(f"{ATOM}entry")
    assert entry.findtext(f"{ATOM}title") == "Moving day"
    assert entry.findtext(f"{ATOM}content") == "<p>It is done.</p>\n"
    send(olga, f"{page}/edit", f"{page}/withdraw")
    assert stranger.get(page).status_code == 404
    assert "Moving day" not in stranger.get("/community/announcements").text
    with site.store.reading() as session:
        noted = select(Audit.action).where(Audit.subject == page.split("/")[-1])
        done = set(session.scalars(noted))
    assert done == {"announce", "change-announcement", "withdraw-announcement"}


@pytest.mark.parametrize(
    ("title", "text"), [("", "x"), ("x" * 61, "x"), ("Fine", " "), ("a\u202eb", "x")]
)
def test_what_cannot_be_announced_is_said_and_kept_in_the_form(
    enter: Enter, title: str, text: str
) -> None:
    answer = send(enter("olga"), FORM, "/community/announcements", title=title, text=text)
    assert answer.status_code == 422
    assert f'value="{title}"' in answer.text


def test_only_administrators_announce(enter: Enter, stranger: FlaskClient) -> None:
    ada = enter("ada")
    assert ada.get(FORM).status_code == 403
    answer = send(ada, "/account", "/community/announcements", title="Hello", text="x")
    assert answer.status_code == 403
    assert stranger.get(FORM).status_code == 401
    assert ">Announce</a>" not in ada.get("/community").text


def test_activity_tells_what_people_did_and_nothing_of_the_house(
    site: Site, stranger: FlaskClient
) -> None:
    with site.store.session() as session:
        grace = accounts.by_name(session, "grace")
        ada = accounts.by_name(session, "ada")
        assert grace is not None
        assert ada is not None
        bots.trial_bot(session, ada, "virus-war")
        cup = session.scalars(select(Tournament).where(Tournament.ended.is_not(None))).first()
        assert cup is not None
        cup.ended = now()
    shown = main_of(stranger.get("/community").text)
    assert re.search(r"grace</bdi></a> is here", shown)
    assert re.search(r"needle|hammer|compass|roller", shown)
    assert f"{cup.name}</bdi></a> has ended" in shown
    assert "greedy" not in shown
    assert "-tries" not in shown
    with site.store.session() as session:
        people.disable(session, session.merge(grace), now())
    shown = main_of(stranger.get("/community").text)
    assert "grace" not in shown, "who is shut out is not shown"
    assert "grace" not in main_of(stranger.get("/community/people").text)
    assert "shut out" in stranger.get("/people/grace").text
    with site.store.session() as session:
        people.disable(session, session.merge(grace), None)


def test_people_are_found_by_name(stranger: FlaskClient) -> None:
    every = main_of(stranger.get("/community/people").text)
    assert every.index("ada") < every.index("grace") < every.index("olga")
    assert "house" not in every
    assert "grace" not in main_of(stranger.get("/community/people?name=AD").text)
    nobody = stranger.get("/community/people?name=%25&page=2").text
    assert "Nobody is called that." in nobody


def test_a_person_says_something_and_it_is_clean(enter: Enter, stranger: FlaskClient) -> None:
    ada = enter("ada")
    about = "I write **bots**.\n\n<script>alert(1)</script> ![](//example.org/x.png)"
    assert send(ada, "/account", "/account/about", about=about).status_code == 303
    page = main_of(stranger.get("/people/ADA").text)
    assert "I write <strong>bots</strong>." in page
    assert not re.search(r"<script|<img", page)
    assert re.search(r"<bdi>needle</bdi></a></th><td>Virus War</td>", page)
    assert "broken" not in page or "new" in page
    assert stranger.get("/api/v1/accounts/ada").json["about"] == about
    assert send(ada, "/account", "/account/about", about="x" * 2001).status_code == 422
    assert stranger.get("/people/nobody-here").status_code == 404


def test_a_benched_bot_has_the_same_rating_everywhere(
    site: Site, enter: Enter, stranger: FlaskClient
) -> None:
    """It leaves the leaderboard, not what the fit says of it; person and API had said none."""
    glass = site.town.bots["glass"]
    told = stranger.get(f"/api/v1/bots/{glass}").json["rating"]
    listed = stranger.get("/api/v1/bots?owner=ada&limit=100").json["items"]
    assert [bot["rating"] for bot in listed if bot["id"] == glass] == [told]
    words = f'<span class="rating">{told:.0f}</span>' if isinstance(told, float) else ""
    assert words
    for client, page in (
        (stranger, "/people/ada"),
        (enter("ada"), "/bots"),
        (stranger, f"/bots/{glass}"),
    ):
        text = client.get(page).text
        assert words in text[text.index("glass") :], page


def test_house_and_public_bots_are_listed_by_game(stranger: FlaskClient, enter: Enter) -> None:
    shown = main_of(stranger.get("/community/bots?game=virus-war-fog").text)
    assert shown.count("Virus War: Fog</td>") == 3
    assert "No version is public for this game." in shown
    assert "/copy" not in shown
    assert "/copy" in main_of(enter("ada").get("/community/bots").text)
    assert stranger.get("/community/bots?game=nothing").status_code == 200
    assert stranger.get("/community/bots?after=x").status_code == 422


@pytest.mark.parametrize("name", ["مرحبا-بالعالم-3", "שלום-7", "Mw" * 16, "नमस्ते"])
def test_a_name_of_any_script_stands_alone(site: Site, stranger: FlaskClient, name: str) -> None:
    """Isolated: digits and signs after a name that runs from right to left stay where they are."""
    with site.store.session() as session:
        account = accounts.create(session, name, None)
        session.flush()
        bot = bots.create(session, account.id, "virus-war", name).id
    for page in (f"/people/{name}", f"/bots/{bot}", "/community/people"):
        shown = stranger.get(page).text
        assert f"<bdi>{name}</bdi>" in shown, page
    with site.store.session() as session:
        session.delete(session.get_one(Bot, bot))
        accounts.erase(session, account.id)
    assert name not in stranger.get("/community/people").text


def test_words_keep_what_people_need() -> None:
    text = "1. one\n2. two\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n```python\nx < 1\n```\n\n> quoted"
    html = markdown.words(text)
    assert all(tag in html for tag in ("<ol>", "<table>", "<blockquote>", "x &lt; 1"))
