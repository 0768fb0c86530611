"""What an operator may set, each by an environment variable ``SCUFFLE_…``."""

from pathlib import Path
from typing import Literal

from pydantic import Field, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from scuffle.hand import BOARDS, BOARDS_EACH
from scuffle.queue_address import queue_address


class Settings(BaseSettings):
    """The site's settings; every one has a default that suits one machine."""

    model_config = SettingsConfigDict(env_prefix="SCUFFLE_", extra="ignore")

    data: Path = Field(Path("data"), description="The folder of database, queue and keys.")
    database_url: str = Field("", description="SQLAlchemy URL; empty: SQLite in the data folder.")
    redis_url: str = Field(
        "", description="Redis or Valkey URL; empty: the socket in the data folder."
    )
    signup: Literal["open", "invite", "closed"] = Field(
        "open", description="Who may make an account."
    )
    sandbox: str = Field("auto", description="The backend that workers use.")
    ladder_layers: Literal["cgroup", "rlimit"] = Field(
        "rlimit", description="The weakest cage in which ladder matches are played."
    )
    trusted_proxies: int = Field(
        0, ge=0, description="How many proxies in front may say the client's address."
    )
    secret_key: str = Field(
        "", description="Signs the site's cookies; empty: a key made once in the data folder."
    )
    metrics: Literal["loopback", "any"] = Field(
        "loopback", description="From where /metrics may be read."
    )
    fetch_assets: bool = Field(
        True, description="Whether ./run fetches Python for browsers, where npm is at hand."
    )
    alert_webhook: str = Field(
        "", description="URL that each alert is posted to as JSON; empty: none is."
    )

    versions_a_day: int = Field(20, ge=1, description="New versions of a bot in 24 hours.")
    challenges_an_hour: int = Field(60, ge=0, description="Challenges of an account in an hour.")
    series_open: int = Field(3, ge=0, description="Series of an account at a time.")
    series_matches_a_day: int = Field(
        2000, ge=0, description="Matches of series of an account in 24 hours."
    )
    tournaments_open: int = Field(
        3, ge=0, description="Tournaments of an organiser that are open or being played."
    )
    tournament_matches: int = Field(
        5000, ge=1, description="Matches of one tournament; no more bots may enter than fit."
    )
    leagues_open: int = Field(5, ge=0, description="Leagues of an owner that have not closed.")
    hand_boards: int = Field(
        BOARDS, ge=0, description="Matches that people play by hand at a time, of all accounts."
    )
    hand_boards_each: int = Field(BOARDS_EACH, ge=0, description="The same of one account.")
    live_streams: int = Field(
        8, ge=0, description="Open streams of matches in a web process; each holds a thread."
    )
    stored_mb: int = Field(500, ge=1, description="Megabytes of uploads kept for an account.")

    @field_validator("database_url")
    @classmethod
    def _is_a_database(cls, url: str) -> str:
        from scuffle_platform.store.engine import is_database

        if url and not is_database(url):
            raise ValueError("wanted postgresql://user:password@host/name, sqlite:///path or none")
        return url

    @field_validator("redis_url")
    @classmethod
    def _is_a_queue(cls, url: str) -> str:
        if url and not url.startswith(("redis://", "rediss://", "unix://")):
            raise ValueError("wanted redis://host:port, rediss://host:port, unix://path or none")
        return url

    @field_validator("alert_webhook")
    @classmethod
    def _is_an_address(cls, url: str) -> str:
        if url and not url.startswith(("http://", "https://")):
            raise ValueError("wanted http://host/path, https://host/path or none")
        return url

    @property
    def database(self) -> str:
        """The database URL in use."""
        return self.database_url or f"sqlite:///{self.data.resolve() / 'scuffle.db'}"

    @property
    def redis(self) -> str:
        """The Redis URL in use."""
        return queue_address(self.redis_url, self.data)
