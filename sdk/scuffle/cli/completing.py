"""What a shell offers for words of ours, as far as this machine knows them."""

import click
from click.shell_completion import CompletionItem


def games(_context: click.Context, _word: click.Parameter, typed: str) -> list[CompletionItem]:
    """The games that begin like that."""
    from scuffle import registry

    return [CompletionItem(name) for name in registry.games() if name.startswith(typed)]


def bots(context: click.Context, _word: click.Parameter, typed: str) -> list[CompletionItem]:
    """The game's house bots, and files."""
    from scuffle import registry

    known = registry.games().keys() & {context.params.get("game")}
    names = [name for game in known for name in registry.house_bots(game)]
    # First, since a shell forgets at a file what was offered before it.
    files = CompletionItem(typed, type="file")
    return [files, *(CompletionItem(name) for name in sorted(names) if name.startswith(typed))]


game_argument = click.argument("game", shell_complete=games)
bots_argument = click.argument("bots", nargs=-1, required=True, shell_complete=bots)
