"""What a request finds in its app: settings, store, queue."""

from flask import current_app

from scuffle_platform.settings import Settings
from scuffle_platform.store import Store


def settings() -> Settings:
    """The app's settings."""
    found: Settings = current_app.extensions["scuffle.settings"]
    return found


def store() -> Store:
    """The app's store."""
    found: Store = current_app.extensions["scuffle.store"]
    return found
