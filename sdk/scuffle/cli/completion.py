"""``scuffle completion``: what a shell needs to complete our commands."""

import click
from click.shell_completion import get_completion_class

from scuffle.cli.command import command

_LOADED, _LOAD = "(( $+functions[compdef] ))", "{ autoload -Uz compinit && compinit }"
"""A zsh completes nothing of anybody's until its owner asks for it, which a new one has not."""


@command(
    "completion",
    """scuffle completion bash >> ~/.bashrc
    scuffle completion zsh >> ~/.zshrc
    scuffle completion fish > ~/.config/fish/completions/scuffle.fish""",
)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the completion script of a shell."""
    from scuffle.cli import main

    kind = get_completion_class(shell)
    assert kind is not None, "click knows each shell of the choice"
    script = kind(main, {}, "scuffle", "_SCUFFLE_COMPLETE").source()
    click.echo(script.replace("    compdef ", f"    {_LOADED} || {_LOAD}\n    compdef "))
