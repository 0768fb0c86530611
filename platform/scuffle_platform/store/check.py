"""Whether a database is whole and of this version."""

from pathlib import Path

from sqlalchemy import make_url
from sqlalchemy.exc import OperationalError

from scuffle_platform.store.backup import check_sqlite
from scuffle_platform.store.completeness import gaps
from scuffle_platform.store.engine import Store, is_sqlite
from scuffle_platform.store.integrity import violations
from scuffle_platform.store.migrate import differences, newest, revision
from scuffle_platform.store.models import now


def faults(url: str) -> list[str]:
    """What is wrong with the database at ``url``, one line each."""
    file = Path(make_url(url).database or "")
    if is_sqlite(url) and not file.exists():
        return [f"there is no database {file}; `scuffle db upgrade` makes one"]
    found = check_sqlite(file) if is_sqlite(url) else []
    if found:
        return found
    with Store(url) as store:
        try:
            has = revision(store)
        except OperationalError as error:
            return [f"no connection: {str(error.orig).strip()}"]
        if has != newest():
            return [f"found revision {has}, wanted {newest()}: run `scuffle db upgrade`"]
        return differences(store) or _contradictions(store)


def _contradictions(store: Store) -> list[str]:
    with store.reading() as session:
        return [*violations(session), *gaps(session, now())]
