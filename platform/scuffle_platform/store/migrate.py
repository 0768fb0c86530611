"""Bring a database to the newest layout of its tables."""

from pathlib import Path

from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from scuffle_platform.store.engine import Store
from scuffle_platform.store.models import Row

FOLDER = Path(__file__).parent / "migrations"


def migrate(url: str, to: str = "head") -> str:
    """Upgrade the database at ``url``, empty or old, to a revision, and return that.

    Only tests stop at an old one.
    """
    with Store(url, fresh=True) as store, store.engine.connect() as connection:
        config = _config()
        config.attributes["connection"] = connection
        command.upgrade(config, to)
        connection.commit()
    return newest() if to == "head" else to


def revision(store: Store) -> str | None:
    """The revision that a database has, ``None`` for an empty one."""
    with store.engine.connect() as connection:
        return MigrationContext.configure(connection).get_current_revision()


def newest() -> str:
    """The newest revision there is."""
    return str(ScriptDirectory.from_config(_config()).get_current_head())


def revisions() -> list[str]:
    """All that there ever were, the oldest first."""
    script = ScriptDirectory.from_config(_config())
    return [each.revision for each in script.walk_revisions()][::-1]


def differences(store: Store) -> list[str]:
    """How the database's tables differ from the models, one line each."""
    with store.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": False})
        return [str(difference) for difference in compare_metadata(context, Row.metadata)]


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    return config
