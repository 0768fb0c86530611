"""A town that is settled once a run, and copied by every process and file that wants one.

To settle it takes half a minute of work: all its matches are played.
"""

import pickle
import shutil
from pathlib import Path

from e2e.town import Town, settle

from scuffle_platform.settings import Settings
from scuffle_platform.store import Store
from scuffle_platform.store.migrate import migrate

DATA, TOWN = "data", "town.pickle"


def keep_town(folder: Path) -> None:
    """Settle a town in ``folder`` unless one lies there."""
    if (folder / TOWN).exists():
        return
    data = folder / DATA
    data.mkdir()
    settings = Settings(data=data)
    migrate(settings.database)
    with Store(settings.database) as store:
        town = settle(store)
    (folder / TOWN).write_bytes(pickle.dumps(town))


def copy_town(kept: Path, data: Path) -> Town:
    """Make ``data`` the data folder of a town of one's own; tells what there is."""
    shutil.copytree(kept / DATA, data, dirs_exist_ok=True)
    town: Town = pickle.loads((kept / TOWN).read_bytes())
    return town
