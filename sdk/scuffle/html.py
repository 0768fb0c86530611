"""A replay as one HTML file: the player, the game's renderer and every frame in it, no network."""

import json
import re
from base64 import b64encode
from html import escape
from pathlib import Path
from string import Template
from typing import Any

from scuffle.film import film, perspective_frames
from scuffle.registry import game, web_module
from scuffle.replay import Replay

PLAYER = Path(__file__).parent / "player"
"""The folder of the player's modules and style sheet; the site serves it as it is."""

_RELATIVE_IMPORT = re.compile(r'(?P<head>\bfrom\s*|\bimport\s+)"(?P<path>\.{1,2}/[^"]+)"')


def replay_html(replay: Replay) -> str:
    """One self-contained page that plays ``replay``; works from a file and in a sandboxed frame."""
    reel = film(replay)
    frames = {name: perspective_frames(replay, name) for name in reel["perspectives"]}
    title = f"{game(replay.game).name}: {' against '.join(p.name for p in replay.players)}"
    page = Template((PLAYER / "page.html").read_text("utf-8"))
    return page.substitute(
        title=escape(title),
        style=(PLAYER / "player.css").read_text("utf-8"),
        data=_script_json({"film": reel, "frames": frames}),
        player=data_url(PLAYER / "player.js"),
        renderer=data_url(web_module(replay.game)),
    )


def view_html(game_id: str, view: dict[str, Any]) -> str:
    """A frame that draws one view, for notebooks; actions cannot be clicked in it."""
    page = Template((PLAYER / "view.html").read_text("utf-8")).substitute(
        title=escape(game(game_id).name),
        style=(PLAYER / "player.css").read_text("utf-8"),
        data=_script_json(view),
        renderer=data_url(web_module(game_id)),
    )
    return (
        f'<iframe srcdoc="{escape(page)}" width="100%" height="460" sandbox="allow-scripts">'
        "</iframe>"
    )


def data_url(module: Path) -> str:
    """An ES module and all that it imports by relative path, as one ``data:`` address."""

    def inline(found: re.Match[str]) -> str:
        return f'{found["head"]}"{data_url((module.parent / found["path"]).resolve())}"'

    text = _RELATIVE_IMPORT.sub(inline, module.read_text("utf-8"))
    return f"data:text/javascript;base64,{b64encode(text.encode()).decode()}"


def _script_json(value: Any) -> str:
    """JSON that cannot end the script element it stands in."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
