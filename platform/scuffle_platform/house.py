"""The house: its account, its bots, and one public ladder for every game."""

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

from scuffle import door
from scuffle.registry import games, house_bots
from scuffle_platform.store import Session, Store, ladders, lifecycle, residents, versions
from scuffle_platform.store.models import Bot, now

NOTE = "Ships with the game; copy it and make it better."


def seed(store: Store) -> None:
    """Bring the house into line with the games that are installed; twice changes nothing.

    A bot whose file has changed gets a new version. Its versions need no check: they are ours,
    and uploads are checked against one of them.
    """
    at = now()
    uploads = {game: _uploads(house_bots(game)) for game in games()}
    with store.session() as session:
        house = residents.house_account(session, at)
        for game, kind in games().items():
            ladders.open_public(session, kind, at)
            ladders.follow_rules(session, kind, at)
            for name, (path, upload) in uploads[game].items():
                bot = residents.house_bot(session, house, game, name, at)
                _bring_up_to_date(session, bot, path, upload, at)


def _uploads(paths: Mapping[str, Path]) -> dict[str, tuple[Path, door.Upload]]:
    """What the door says of each house bot, before any transaction is open."""
    return {
        name: (path, door.open_upload(path.name, path.read_bytes())) for name, path in paths.items()
    }


def _bring_up_to_date(
    session: Session, bot: Bot, path: Path, upload: door.Upload, at: datetime
) -> None:
    newest = residents.newest_version(session, bot)
    if newest is not None and newest.source_hash == upload.program.hash:
        return
    sent = versions.Sent(path.name, path.read_bytes(), NOTE)
    version = versions.add(session, bot, sent, upload)
    version.program = upload.program.model_dump(mode="json")
    version.program_hash = upload.program.hash
    lifecycle.make_ready(session, version, at)
