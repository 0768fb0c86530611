"""``scuffle doctor``: what this machine can do."""

import click

from scuffle.cli.command import as_json, command, messages, print_json


@command(
    "doctor",
    """scuffle doctor
    scuffle doctor --json""",
)
@as_json
def doctor(as_json: bool) -> None:
    """Say which cages work here, what holds each of their layers, and which languages run."""
    from scuffle.backends import backends

    reports = [sandbox.check() for sandbox in backends().values()]
    if as_json:
        print_json(
            [
                {
                    "backend": report.backend,
                    "usable": report.usable,
                    "ladder_layer": report.ladder_layer,
                    "layers": dict(report.layers),
                    "languages": list(report.languages),
                    "notes": list(report.notes),
                    "remedy": report.remedy,
                }
                for report in reports
            ]
        )
        return
    for report in reports:
        click.echo(f"{report.backend}: {'works' if report.usable else 'does not work here'}")
        click.echo(f"  languages: {', '.join(report.languages) or 'none'}")
        layers = [f"{name} by {layer}" for name, layer in report.layers.items() if layer != "none"]
        click.echo(f"  held: {', '.join(layers) or 'nothing'}")
        for note in report.notes:
            click.echo(f"  {note}")
        if report.remedy:
            click.echo(f"  To mend it: {report.remedy}")
    if len(reports) == 1:
        messages().print("No cage is installed: pip install 'scuffle\\[sandbox]'")
