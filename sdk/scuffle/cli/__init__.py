"""The command line, ``scuffle``; each command is a module, imported when it is called."""

import click

from scuffle.cli.group import LazyGroup

COMMANDS = {
    "new": ("scuffle.cli.new:new", "Start a bot: a folder with a working one."),
    "play": ("scuffle.cli.play:play", "Play one match between bots."),
    "bench": ("scuffle.cli.bench:bench", "Which bot is better? Many sets, all seats."),
    "tournament": (
        "scuffle.cli.tournament:tournament",
        "Many bots: everybody meets, or the first of each table goes on.",
    ),
    "view": ("scuffle.cli.view:view", "Make one HTML file of a replay and open it."),
    "replay": ("scuffle.cli.replay:replay", "Verify a replay, or write its notation."),
    "rerun": ("scuffle.cli.rerun:rerun", "Play a recorded match again and compare."),
    "regress": ("scuffle.cli.regress:regress", "Ask a new version what an old one lost by."),
    "check": ("scuffle.cli.check:check", "Check a bot as the site will."),
    "games": ("scuffle.cli.games:games", "List the games."),
    "schema": ("scuffle.cli.games:schema", "JSON Schemas of a game's state and actions."),
    "submit": ("scuffle.cli.submit:submit", "Upload a bot's new version."),
    "bots": ("scuffle.cli.site:bots", "List your bots on the site."),
    "matches": ("scuffle.cli.site:matches", "List matches on the site."),
    "match": ("scuffle.cli.site:match", "Show one match; save its replay."),
    "logs": ("scuffle.cli.site_logs:logs", "Read your bot's log of a match."),
    "challenge": ("scuffle.cli.site:challenge", "Ask for an unranked match."),
    "series": ("scuffle.cli.series:series", "Is one version better than another? On the site."),
    "tournaments": (
        "scuffle.cli.site_tournaments:tournaments",
        "Tournaments of the site: look, enter, withdraw.",
    ),
    "leagues": ("scuffle.cli.leagues:leagues", "Leagues of the site: look, join, play, leave."),
    "leaderboard": ("scuffle.cli.site:leaderboard", "Who leads."),
    "login": ("scuffle.cli.login:login", "Keep an API token for this site."),
    "logout": ("scuffle.cli.login:logout", "Forget the token."),
    "whoami": ("scuffle.cli.login:whoami", "Which account the token belongs to."),
    "doctor": ("scuffle.cli.doctor:doctor", "What this machine can cage, build and run."),
    "completion": ("scuffle.cli.completion:completion", "Tab completion for your shell."),
}
"""By name: where the command lies and its line of help."""


@click.group(
    cls=LazyGroup,
    examples="""scuffle new virus-war my_bot
    scuffle play virus-war my_bot greedy --show
    scuffle submit my_bot --wait""",
    lazy=COMMANDS,
    group="scuffle.commands",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(package_name="scuffle")
def main() -> None:
    """Write a bot, watch it play, climb the leaderboard."""
