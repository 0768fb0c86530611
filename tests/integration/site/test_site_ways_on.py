"""From a page to what lies next to it: the same seed from other seats, both bots' other matches."""

import pytest
from integration.site.conftest import Site
from sqlalchemy import func, select

from scuffle_platform.store.models import Ladder, LadderKind, Match, MatchStatus


@pytest.fixture(scope="module")
def pair(site: Site) -> list[Match]:
    """A set of two for two bots, both rotations finished, that everybody may see."""
    with site.store.reading() as session:
        public = select(Ladder.id).where(Ladder.kind == LadderKind.PUBLIC)
        duels = (Match.ladder_id.in_(public), Match.num_players == 2)
        whole = select(Match.set_id).where(Match.status == MatchStatus.FINISHED, *duels)
        whole = whole.group_by(Match.set_id).having(func.count() == 2).limit(1)
        found = session.scalars(select(Match).where(Match.set_id == whole.scalar_subquery())).all()
        assert {one.rotation for one in found} == {0, 1}
        return list(found)


def test_a_match_leads_to_the_same_seed_from_the_other_seat_and_back(
    site: Site, pair: list[Match]
) -> None:
    client = site.app.test_client()
    for one, other in (pair, pair[::-1]):
        page = client.get(f"/matches/{one.id}").text
        assert "Same seed, other seats" in page
        assert f'href="/matches/{other.id}"' in page


def test_a_match_leads_to_all_matches_of_its_two_bots(site: Site, pair: list[Match]) -> None:
    client = site.app.test_client()
    first, second = (seat.bot_id for seat in pair[0].seats)
    path = f"/bots/{first}/against/{second}"
    assert f'href="{path}"' in client.get(f"/matches/{pair[0].id}").text
    assert client.get(path).status_code == 200


def test_a_rotation_that_came_to_nothing_is_not_offered(site: Site, pair: list[Match]) -> None:
    one, other = pair
    with site.store.session() as session:
        session.get_one(Match, other.id).status = MatchStatus.VOID
    page = site.app.test_client().get(f"/matches/{one.id}").text
    with site.store.session() as session:
        session.get_one(Match, other.id).status = MatchStatus.FINISHED
    assert f'href="/matches/{other.id}"' not in page
