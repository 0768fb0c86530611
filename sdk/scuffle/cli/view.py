"""``scuffle view``: a replay as one HTML file."""

import webbrowser
from pathlib import Path

import click

from scuffle.cli.command import as_json, command, print_json
from scuffle.cli.replay import replay_file


@command(
    "view",
    """scuffle view match.json
    scuffle view match.json -o match.html --no-open""",
)
@replay_file
@click.option("-o", "--output", type=click.Path(path_type=Path), help="The HTML file to write.")
@click.option("--no-open", is_flag=True, help="Do not open it in the browser.")
@as_json
def view(file: Path, output: Path | None, no_open: bool, as_json: bool) -> None:
    """Make one HTML file of the replay FILE, nothing else needed, and open it."""
    from scuffle.html import replay_html
    from scuffle.replay import Replay

    page = output or file.with_suffix(".html")
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_text(replay_html(Replay.load(file)), encoding="utf-8")
    if as_json:
        print_json({"replay": str(file), "page": str(page)})
    else:
        click.echo(page)
    if not no_open:
        webbrowser.open(page.resolve().as_uri())
