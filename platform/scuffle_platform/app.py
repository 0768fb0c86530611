"""The web application: site and API in one."""

from typing import Any

from flask import Flask, abort, request
from flask.sessions import SecureCookieSessionInterface
from flask_wtf import CSRFProtect
from werkzeug.middleware.proxy_fix import ProxyFix

from scuffle_platform import api, health, web
from scuffle_platform.auth import COOKIE, identify
from scuffle_platform.boards import register_boards
from scuffle_platform.errors import register_errors
from scuffle_platform.headers import register_headers
from scuffle_platform.live import Live
from scuffle_platform.numbers import PlainNumber
from scuffle_platform.quotas import UPLOAD_MB
from scuffle_platform.ratelimits import register_rate_limits
from scuffle_platform.secretkey import secret_key
from scuffle_platform.settings import Settings
from scuffle_platform.store import Store


class _Cookies(SecureCookieSessionInterface):
    """Cookies go over https alone wherever the site itself is asked by https."""

    def get_cookie_secure(self, app: Flask) -> bool:
        return request.is_secure


def create_app(settings: Settings | None = None, **config: Any) -> Flask:
    """The application over the store and queue that ``settings`` name.

    Args:
        settings: taken from the environment when left out.
        **config: further Flask configuration (``TESTING``).
    """
    settings = settings or Settings()
    app = Flask(__name__, static_folder=None, template_folder=None)
    app.config.update(
        SECRET_KEY=secret_key(settings.secret_key, settings.data),
        SESSION_COOKIE_NAME=f"{COOKIE}_form",
        SESSION_COOKIE_SAMESITE="Lax",
        # A form's own fields and boundaries come on top of the file.
        MAX_CONTENT_LENGTH=(UPLOAD_MB + 1) * 2**20,
        # A form is good for as long as the browser stays open; its token is bound to that.
        WTF_CSRF_TIME_LIMIT=None,
        **config,
    )
    app.session_interface = _Cookies()
    app.extensions["scuffle.settings"] = settings
    app.extensions["scuffle.store"] = Store(settings.database)
    app.extensions["scuffle.live"] = Live(settings.redis, settings.live_streams)
    _trust_proxies(app, settings.trusted_proxies)
    _register(app, settings)
    return app


def _register(app: Flask, settings: Settings) -> None:
    # The first to register sees an answer last: the headers belong on every one.
    register_headers(app)
    app.url_map.converters["int"] = PlainNumber
    app.before_request(_refuse_nul)
    app.teardown_request(_close_files)
    app.before_request(identify)
    CSRFProtect(app)
    app.before_request(_refuse_nul_in_forms)
    limiter = register_rate_limits(app, settings.redis)
    register_errors(app)
    register_boards(app, settings.redis)
    health.register(app)
    api.register(app, limiter)
    web.register(app)


def _trust_proxies(app: Flask, count: int) -> None:
    """Believe ``count`` proxies in front about the client's address and https.

    Host and path are believed as they come: a header that a proxy does not set is its sender's.
    """
    if count:
        fixed = ProxyFix(app.wsgi_app, x_for=count, x_proto=count, x_host=0)
        app.wsgi_app = fixed  # type: ignore[method-assign]


def _close_files(_error: BaseException | None) -> None:
    """A large upload lies in a temporary file that would stay open until it is collected."""
    request.close()


def _refuse_nul() -> None:
    """No name, id or filter holds a NUL, and PostgreSQL cannot even be asked for one."""
    sent = [request.path, *request.args.values()]
    if any("\0" in text for text in sent):
        abort(400, "The address holds a NUL character, which nothing here is called by.")


def _refuse_nul_in_forms() -> None:
    """Nor does a field of the site's forms; the API's have patterns of their own."""
    if request.path.startswith("/api/"):
        return
    if any("\0" in text for _, text in request.form.items(multi=True)):
        abort(400, "A field holds a NUL character, which no text here may have.")
