"""The owner's log: CPU and wall-clock time of each request, and what of it our host took."""

import gzip
import json
from collections.abc import Callable

from flask.testing import FlaskClient
from integration.site.conftest import Site
from sqlalchemy import select

from scuffle_platform.reports import pack
from scuffle_platform.store.models import Log


def test_the_log_tells_what_our_host_took_also_beside_older_entries(
    site: Site, enter: Callable[[str], FlaskClient]
) -> None:
    with site.store.session() as session:
        seat = {"match_id": site.town.crashed, "player": site.town.places["crashed_seat"]}
        log = session.scalars(select(Log).filter_by(**seat)).one()
        first, *others = map(json.loads, gzip.decompress(log.data).splitlines())
        del first["lost_us"]  # as a worker of before wrote it
        others[0] |= {"cpu_us": 1500, "wall_us": 64_000, "lost_us": 30_000}
        log.data = pack("".join(json.dumps(each) + "\n" for each in (first, *others)).encode())
    page = enter("ada").get("/matches/{crashed}/log/{crashed_seat}".format(**site.town.places)).text
    words = "1.5 ms CPU · 64.0 ms wall (30.0 ms of it our host was busy: not counted)"
    assert words in page
    assert page.count("our host was busy") == 1


def test_what_was_asked_when_it_failed_stands_open_to_be_copied(
    site: Site, enter: Callable[[str], FlaskClient]
) -> None:
    """Also in the middle of a long log: the match's page leads there."""
    ada = enter("ada")
    places = site.town.places
    link = "/matches/{crashed}/log/{crashed_seat}?page=last".format(**places)
    assert link in ada.get("/matches/{crashed}".format(**places)).text
    page = ada.get(link).text
    assert page.count("<details open>") == 1
    last = page.partition("<details open>")[2]
    assert "What it was asked when it failed" in last
    assert "&#34;type&#34;:&#34;act&#34;" in last
    assert "copy.js" in last
