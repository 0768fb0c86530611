"""``scuffle login``, ``logout`` and ``whoami``."""

import sys

import click

from scuffle.cli.command import as_json, command, messages, print_json, url_option
from scuffle.cli.config import client, keep_tokens, site_url, tokens
from scuffle.cli.exits import Failure
from scuffle.client import Client


@command(
    "login",
    """scuffle login
    scuffle login --url https://scuffle.example --token-stdin < token.txt""",
)
@click.option("--token-stdin", is_flag=True, help="Read the token from stdin instead of asking.")
@url_option
def login(token_stdin: bool, url: str | None) -> None:
    """Keep an API token for this site in a file that only you can read.

    Make the token on the site's Account page, with the scopes read and submit.
    """
    address = site_url(url)
    if token_stdin:
        token = sys.stdin.readline().strip()
    else:
        token = click.prompt(f"Token for {address}", hide_input=True, err=True).strip()
    if not token:
        raise Failure("found no token; paste the one that the Account page shows")
    name = Client(address, token).get("accounts/me")["name"]
    file = keep_tokens(tokens() | {address: token})
    messages().print(f"Signed in to {address} as [bold]{name}[/]; the token is kept in {file}.")


@command("logout", "scuffle logout")
@url_option
def logout(url: str | None) -> None:
    """Forget the kept token of this site; revoke it on the Account page if it leaked."""
    address = site_url(url)
    kept = tokens()
    if kept.pop(address, None) is None:
        raise Failure(f"no token is kept for {address}")
    keep_tokens(kept)
    messages().print(f"Forgot the token for {address}.")


@command("whoami", "scuffle whoami")
@url_option
@as_json
def whoami(url: str | None, as_json: bool) -> None:
    """Which account the token belongs to."""
    api = client(url, signed_in=True)
    account = api.get("accounts/me")
    if as_json:
        print_json(account)
    else:
        click.echo(f"{account['name']} on {api.url}")
