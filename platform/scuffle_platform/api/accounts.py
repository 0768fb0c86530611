"""Accounts as others see them, one's own, and its tokens."""

from datetime import datetime
from typing import Annotated

from pydantic import Field, StringConstraints

from scuffle_platform.api.endpoint import endpoint
from scuffle_platform.api.paging import PageQuery, page_of
from scuffle_platform.api.shapes import Body, BotItem, Shape, bot_item
from scuffle_platform.auth import Scope, required_account, required_caller
from scuffle_platform.context import store
from scuffle_platform.names import BadName
from scuffle_platform.problems import Problem, forbidden, invalid, not_found
from scuffle_platform.store import accounts, bots, tokens
from scuffle_platform.store.models import Token

Word = Annotated[str, StringConstraints(min_length=1, max_length=64, pattern="^[^\0]*$")]


class Person(Shape):
    """An account, as everybody may see it."""

    name: str
    about: str
    house: bool = Field(description="Whether it is the site's own.")
    created: datetime
    bots: list[BotItem]


class Me(Shape):
    """The caller's account."""

    id: str
    name: str
    admin: bool
    scopes: list[str] = Field(description="What the token, or the browser, may do.")
    created: datetime


class TokenItem(Shape):
    """A token, without its secret."""

    id: str
    name: str
    scopes: list[str]
    created: datetime
    used: datetime | None


class TokenPage(Shape):
    """The caller's living tokens."""

    items: list[TokenItem]
    next: str | None


class NewToken(Body):
    """A token to be made."""

    name: Word = Field(description="What it is for, for yourself.")
    scopes: Annotated[list[Scope], Field(min_length=1, max_length=3)]


class TokenMade(TokenItem):
    """A new token and its secret."""

    token: str = Field(description="The secret; it is told this once.")


class Gone(Shape):
    """Something that was ended."""

    id: str
    ended: bool = True


@endpoint("/accounts/me", tag="accounts", scope="read")
def get_me() -> Me:
    """Whose token this is, and what it may do."""
    found = required_caller()
    return Me(
        id=found.account.id,
        name=found.account.name,
        admin=found.account.is_admin,
        scopes=[scope for scope in tokens.SCOPES if found.may(scope)],
        created=found.account.created,
    )


@endpoint("/accounts/<name>", tag="accounts")
def get_account(name: str) -> Person:
    """A person and its bots."""
    with store().reading() as session:
        found = accounts.by_name(session, name[:64])
        if found is None:
            raise not_found("account of that name", "Names are shown next to bots.")
        rows = bots.page(session, owner=found.name, limit=100)
        return Person(
            name=found.name,
            about=found.about,
            house=found.is_house,
            created=found.created,
            bots=[bot_item(bot, rating) for bot, rating in rows],
        )


@endpoint("/tokens", tag="accounts", scope="read")
def list_tokens(query: PageQuery) -> TokenPage:
    """The caller's tokens, without their secrets."""
    with store().reading() as session:
        rows = tokens.of_account(session, required_account().id)
        shown, following = page_of(rows, query)
        return TokenPage(items=[TokenItem(**_token(row)) for row in shown], next=following)


@endpoint("/tokens", tag="accounts", method="POST", status=201, scope="submit", told_once=True)
def make_token(json: NewToken) -> TokenMade:
    """Make a token; it can do no more than the token, or browser, that makes it."""
    found = required_caller()
    lacking = [scope for scope in json.scopes if not found.may(scope)]
    if lacking:
        raise forbidden(
            f"You cannot give away the scope '{lacking[0]}', which you do not have.",
            "Ask for fewer scopes, or make the token on your Account page.",
        )
    try:
        with store().session() as session:
            token, secret = tokens.make(session, found.account.id, json.name, json.scopes)
    except BadName as error:
        raise invalid(str(error), "Choose a name that can be read.") from None
    except tokens.TooManyTokens as error:
        raise Problem(409, "too-many-tokens", str(error), "Delete one that you do not use.") from (
            None
        )
    return TokenMade(**_token(token), token=secret)


@endpoint("/tokens/<token>", tag="accounts", method="DELETE", scope="submit")
def end_token(token: str) -> Gone:
    """End one of the caller's tokens."""
    with store().session() as session:
        if not tokens.revoke(session, required_account().id, token):
            raise not_found("such token of yours", "GET tokens lists them.")
    return Gone(id=token)


def _token(row: Token) -> dict[str, object]:
    return {
        "id": row.id,
        "name": row.name,
        "scopes": row.scopes,
        "created": row.created,
        "used": row.used,
    }
