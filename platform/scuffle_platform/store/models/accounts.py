"""Accounts and the ways into them."""

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from scuffle_platform.store.identifiers import new_id
from scuffle_platform.store.models.row import Hash, Id, Name, Row, now


class Account(Row):
    """A person, or the house. Deleting one erases its name; its matches stay."""

    __tablename__ = "accounts"

    id: Mapped[str] = mapped_column(Id, primary_key=True, default=new_id)
    name: Mapped[str] = mapped_column(Name)
    name_key: Mapped[str] = mapped_column(Name, unique=True)
    """The name in lower case: two names may not differ in case alone."""
    password_hash: Mapped[str | None] = mapped_column(String(256))
    """Argon2; ``None``: nobody can log in by password (the house, a deleted account)."""
    is_admin: Mapped[bool] = mapped_column(default=False)
    is_house: Mapped[bool] = mapped_column(default=False)
    about: Mapped[str] = mapped_column(String(2000), default="")
    settings: Mapped[dict[str, Any]] = mapped_column(default=dict)
    feed: Mapped[str | None] = mapped_column(String(64), unique=True, index=True)
    """The unguessable part of its inbox's feed; its owner reads it at any time, so it is kept."""
    created: Mapped[datetime] = mapped_column(default=now)
    disabled: Mapped[datetime | None]
    deleted: Mapped[datetime | None]


class WebSession(Row):
    """One signed-in browser."""

    __tablename__ = "sessions"

    hash: Mapped[str] = mapped_column(Hash, primary_key=True)
    """SHA-256 of the cookie's value; the value itself is nowhere."""
    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id"), index=True)
    browser: Mapped[str] = mapped_column(String(200), default="")
    created: Mapped[datetime] = mapped_column(default=now)
    seen: Mapped[datetime] = mapped_column(default=now)
    expires: Mapped[datetime]


class Token(Row):
    """One bearer token."""

    __tablename__ = "tokens"

    id: Mapped[str] = mapped_column(Id, primary_key=True, default=new_id)
    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id"), index=True)
    name: Mapped[str] = mapped_column(Name, default="")
    hash: Mapped[str] = mapped_column(Hash, unique=True)
    scopes: Mapped[list[Any]] = mapped_column(default=list)
    """Some of ``read``, ``submit``, ``admin``."""
    created: Mapped[datetime] = mapped_column(default=now)
    used: Mapped[datetime | None]
    expires: Mapped[datetime | None]
    revoked: Mapped[datetime | None]


class LoginLink(Row):
    """A link that logs in once."""

    __tablename__ = "login_links"

    hash: Mapped[str] = mapped_column(Hash, primary_key=True)
    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id"), index=True)
    created: Mapped[datetime] = mapped_column(default=now)
    expires: Mapped[datetime]
    used: Mapped[datetime | None]


class Invite(Row):
    """A code that lets one person sign up where sign-up is by invitation."""

    __tablename__ = "invites"

    hash: Mapped[str] = mapped_column(Hash, primary_key=True)
    created_by: Mapped[str | None] = mapped_column(ForeignKey("accounts.id"))
    created: Mapped[datetime] = mapped_column(default=now)
    expires: Mapped[datetime]
    used_by: Mapped[str | None] = mapped_column(ForeignKey("accounts.id"))
