"""The API under ``/api/v1``: what programs ask and do."""

from flask import Flask
from flask_limiter import Limiter

from scuffle_platform.api import (  # noqa: F401 (each adds its routes to the blueprint)
    accounts,
    bots,
    challenges,
    document,
    events,
    exports,
    games,
    ladders,
    leagues,
    limits,
    match_files,
    matches,
    series,
    tournaments,
    versions,
)
from scuffle_platform.api.endpoint import blueprint
from scuffle_platform.ratelimits import API_LIMIT


def register(app: Flask, limiter: Limiter) -> None:
    """Add the API to ``app``; one limit counts all its routes together, by caller."""
    app.extensions["csrf"].exempt(blueprint)
    limiter.shared_limit(API_LIMIT, scope="api")(blueprint)
    app.register_blueprint(blueprint)
    app.register_blueprint(document.bp)
