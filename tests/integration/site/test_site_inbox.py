"""The inbox as its owner and nobody else sees it: page, count, feed."""

import re
from collections.abc import Callable
from xml.etree.ElementTree import fromstring

from flask.testing import FlaskClient
from integration.site.conftest import Site, csrf
from sqlalchemy import event, select

from scuffle_platform.store import benching, bots, inbox
from scuffle_platform.store.models import Account, Notice, NoticeKind, now

Enter = Callable[[str], FlaskClient]
ATOM = "{http://www.w3.org/2005/Atom}"


def count(page: str) -> int:
    found = re.search(r'<span class="count">(\d+)', page)
    return int(found[1]) if found else 0


def feed_of(page: str) -> str:
    found = re.search(r"/feeds/[^<]+", page)
    assert found
    return found[0]


def test_what_happened_is_told_in_words(enter: Enter, site: Site) -> None:
    ada, grace = enter("ada").get("/inbox").text, enter("grace").get("/inbox").text
    assert "broken version 1 was rejected: It could not be started; the log names line 3." in ada
    assert "glass version 1 failed for the first time: it crashed at step" in ada
    assert "glass sits on the bench." in ada
    assert "Lightning cup has ended: needle came" in ada
    assert "better than" in grace
    assert "hammer" not in ada.split("<main")[1], "what is another's is told to that one"


def test_nobody_else_sees_it(stranger: FlaskClient, enter: Enter, site: Site) -> None:
    assert stranger.get("/inbox").status_code == 401
    with site.store.reading() as session:
        ada = session.scalars(select(Account).where(Account.name == "ada")).one()
        of_ada = session.scalars(select(Notice.id).where(Notice.account_id == ada.id)).first()
    assert enter("grace").get(f"/inbox/{of_ada}").status_code == 404
    assert count(stranger.get("/").text) == 0


def test_what_was_read_is_counted_no_more(enter: Enter, site: Site) -> None:
    client = enter("grace")
    page = client.get("/inbox").text
    before = count(page)
    assert before == page.count('class="unread"') > 1
    first = re.search(r"/inbox/[a-z0-9]{12}", page)
    assert first
    assert "/series/" in client.get(first[0]).location
    assert count(client.get("/games").text) == before - 1
    until = re.search(r'name="until" value="([^"]+)"', page)
    assert until
    with site.store.session() as session:
        grace = session.scalars(select(Account).where(Account.name == "grace")).one()
        news = inbox.News(grace.id, NoticeKind.LEAGUE, "later", {"event": "removed", "ladder": "x"})
        inbox.tell(session, [news], now())
    token = csrf(client, "/inbox")
    client.post("/inbox/read", data={"csrf_token": token, "until": until[1]})
    page = client.get("/inbox").text
    assert count(page) == 1, "what came since the page was shown stays unread"
    assert "You are no member of A league any more" in page
    client.post("/inbox/read", data={"csrf_token": token, "until": "nonsense"})
    assert count(client.get("/inbox").text) == 0


def test_a_feed_has_an_address_that_can_be_renewed_and_ended(
    enter: Enter, stranger: FlaskClient
) -> None:
    client = enter("ada")
    token = {"csrf_token": csrf(client, "/inbox")}
    assert "/feeds/" not in client.get("/inbox").text
    client.post("/inbox/feed/renew", data=token)
    address = feed_of(client.get("/inbox").text)
    assert len(address) > 40
    answer = stranger.get(address)
    assert answer.mimetype == "application/atom+xml"
    root = fromstring(answer.data)
    entries = root.findall(f"{ATOM}entry")
    titles = [entry.findtext(f"{ATOM}title") for entry in entries]
    assert "glass sits on the bench." in " ".join(map(str, titles))
    assert len({entry.findtext(f"{ATOM}id") for entry in entries}) == len(entries) > 5
    assert all(
        link.attrib["href"].startswith("http://localhost/") for link in root.iter(f"{ATOM}link")
    )
    again = stranger.get(address, headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304
    client.post("/inbox/feed/renew", data=token)
    renewed = feed_of(client.get("/inbox").text)
    assert renewed != address
    assert stranger.get(address).status_code == 404
    assert stranger.get(renewed).status_code == 200
    client.post("/inbox/feed/end", data=token)
    assert stranger.get(renewed).status_code == 404


def test_a_page_asks_once_how_many_are_unread(enter: Enter, site: Site) -> None:
    client, asked = enter("ada"), []

    def note(_connection, _cursor, statement, *_rest) -> None:
        if "notices" in statement:
            asked.append(statement)

    event.listen(site.store.engine, "before_cursor_execute", note)
    client.get("/games")
    event.remove(site.store.engine, "before_cursor_execute", note)
    assert len(asked) == 1


def test_old_pages_and_no_pages(enter: Enter) -> None:
    client = enter("ada")
    assert client.get("/inbox?after=nonsense").status_code == 422
    assert "Nothing yet." in enter("olga").get("/inbox").text


def test_an_export_holds_it(enter: Enter) -> None:
    exported = enter("ada").get("/account/export.json").json
    assert {"benched", "fault", "ready"} <= {one["kind"] for one in exported["inbox"]}


def test_a_return_from_the_bench_is_told(enter: Enter, site: Site) -> None:
    with site.store.session() as session:
        (glass,) = bots.find(session, "glass")
        about = {"back": True, "why": benching.BACK}
        inbox.tell_owner(session, glass, NoticeKind.BENCHED, "unbenched/x", now(), **about)
    assert "glass plays again. The failures that it was" in enter("ada").get("/inbox").text
