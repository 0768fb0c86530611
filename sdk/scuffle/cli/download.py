"""Matches of the site as files: ``MATCH.json``, and ``MATCH.SEAT.log`` of one's own seats."""

from pathlib import Path
from typing import Any

from rich.progress import track

from scuffle.cli.command import counted, messages
from scuffle.client import Client, NotFound


def download(api: Client, rows: list[dict[str, Any]], folder: Path) -> None:
    """Save the finished matches among ``rows``; a file that is there is not fetched again."""
    folder.mkdir(parents=True, exist_ok=True)
    finished = [row for row in rows if row["status"] == "finished"]
    console = messages()
    silent = not console.is_terminal
    for row in track(finished, "saving", console=console, transient=True, disable=silent):
        _save(api, str(row["id"]), folder)
    waiting = len(rows) - len(finished)
    more = f"; not finished: {waiting}" if waiting else ""
    console.print(f"Saved {counted(len(finished), 'match')} in {folder}{more}.", markup=False)


def _save(api: Client, match: str, folder: Path) -> None:
    _write(folder / f"{match}.json", api, f"matches/{match}/replay")
    for seat in api.get(f"matches/{match}")["logs"]:
        _write(folder / f"{match}.{seat}.log", api, f"matches/{match}/log", seat=seat)


def _write(file: Path, api: Client, path: str, **query: Any) -> None:
    """Whole or not at all, and once; what the site no longer keeps is left out."""
    if file.exists():
        return
    try:
        text = api.text(path, **query)
    except NotFound:
        return
    fresh = file.with_suffix(".part")
    fresh.write_text(text, encoding="utf-8")
    fresh.replace(file)
