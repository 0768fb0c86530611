"""Bring the database to this version's tables and put the house bots into it."""

from scuffle_platform.house import seed
from scuffle_platform.settings import Settings
from scuffle_platform.store.engine import Store
from scuffle_platform.store.migrate import migrate


def main() -> None:
    """Migrate, then seed; both change nothing the second time."""
    url = Settings().database
    migrate(url)
    with Store(url) as store:
        seed(store)


if __name__ == "__main__":
    main()
