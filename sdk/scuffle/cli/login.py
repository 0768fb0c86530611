"""``scuffle login``, ``logout`` and ``whoami``."""

import os
import secrets
import sys
import time
import webbrowser
from hashlib import sha256

import click

from scuffle.cli.command import as_json, command, messages, print_json, url_option
from scuffle.cli.config import client, keep_tokens, site_url, tokens
from scuffle.cli.exits import Exit, Failure
from scuffle.client import Client, NotAllowed

_ASK_EVERY_S = 2
_PATIENCE_S = 600


@command(
    "login",
    """scuffle login
    scuffle login --url https://scuffle.example --token-stdin < token.txt""",
)
@click.option("--token-stdin", is_flag=True, help="Read a token of the Account page from stdin.")
@click.option("--no-open", is_flag=True, help="Show the link and open no browser.")
@url_option
@as_json
def login(token_stdin: bool, no_open: bool, url: str | None, as_json: bool) -> None:
    """Keep an API token for this site in a file that only you can read.

    Opens a page of the site, where you log in, compare a code and say yes. The token is made on
    this machine; the site is told its hash alone.
    """
    address = site_url(url)
    if token_stdin:
        token = sys.stdin.readline().strip()
        if not token:
            raise Failure("found no token; paste the one that the Account page shows")
        name = Client(address, token).get("accounts/me")["name"]
    else:
        token = f"scf_{secrets.token_urlsafe(32)}"
        name = _allowed(Client(address, token), sha256(token.encode()).hexdigest(), no_open)
    file = keep_tokens(tokens() | {address: token})
    messages().print(f"Signed in to {address} as [bold]{name}[/]; the token is kept in {file}.")
    if as_json:
        print_json({"url": address, "name": name, "file": str(file)})


def _allowed(api: Client, code: str, no_open: bool) -> str:
    """The account's name, once a person has said yes on the site's page.

    Raises:
        Failure: nobody did.
    """
    name = _name(api)
    link = f"{api.url}/device?code={code}"
    messages().print(f"Open {link}", markup=False)
    messages().print(f"and say yes if it shows {code[:4].upper()}-{code[4:8].upper()}.")
    if not no_open and _has_screen():
        webbrowser.open(link)
    until = time.monotonic() + _PATIENCE_S
    while name is None:
        if time.monotonic() > until:
            raise Failure("nobody said yes within 10 minutes; run it again", Exit.NOT_ALLOWED)
        time.sleep(_ASK_EVERY_S)
        name = _name(api)
    return name


def _has_screen() -> bool:
    """Whether a browser would open beside the terminal, and not in it."""
    seen = ("DISPLAY", "WAYLAND_DISPLAY")
    return sys.platform in ("win32", "darwin") or any(os.environ.get(name) for name in seen)


def _name(api: Client) -> str | None:
    """Whose token it is, or ``None`` while it is nobody's."""
    try:
        return str(api.get("accounts/me")["name"])
    except NotAllowed:
        return None


@command("logout", "scuffle logout")
@url_option
@as_json
def logout(url: str | None, as_json: bool) -> None:
    """Forget the kept token of this site; revoke it on the Account page if it leaked."""
    address = site_url(url)
    kept = tokens()
    if kept.pop(address, None) is None:
        raise Failure(f"no token is kept for {address}")
    keep_tokens(kept)
    messages().print(f"Forgot the token for {address}.")
    if as_json:
        print_json({"url": address})


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
