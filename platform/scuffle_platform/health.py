"""Whether the site lives, can work, and how much it does."""

from collections.abc import Iterator
from typing import Any

from flask import Blueprint, Flask, Response, abort, jsonify, request
from prometheus_client import CollectorRegistry
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.registry import Collector

from scuffle_platform.context import settings, store
from scuffle_platform.ratelimits import gate
from scuffle_platform.store import SQLAlchemyError, figures, heartbeats
from scuffle_platform.store.models import now

bp = Blueprint("health", __name__)

_LOOPBACK = ("127.", "::1", "::ffff:127.")


def register(app: Flask) -> None:
    """Add ``/healthz``, ``/readyz`` and ``/metrics``."""
    app.register_blueprint(bp)


@bp.get("/healthz")
def healthz() -> dict[str, str]:
    """This process answers."""
    return {"status": "ok"}


@bp.get("/readyz")
def readyz() -> tuple[Response, int]:
    """The database answers; pages can be read without the rest, so that is only told."""
    found = {**_database(), "queue": "ok" if gate().storage.check() else "away"}
    return jsonify(found), 200 if found["database"] == "ok" else 503


@bp.get("/metrics")
def metrics() -> Response:
    """Figures for Prometheus, from this machine only unless the operator says otherwise."""
    if settings().metrics != "any" and not _from_here():
        abort(403, "The figures are for this machine alone; SCUFFLE_METRICS=any opens them.")
    registry = CollectorRegistry()
    registry.register(_Figures())
    return Response(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)


def _database() -> dict[str, str]:
    """Whether it answers, and what it knows of the parts that work behind the pages."""
    try:
        with store().reading() as session:
            figures.ping(session)
            parts = (heartbeats.SCHEDULER, heartbeats.RECORDER)
            words = {part: heartbeats.word(session, part, now()) for part in parts}
    except SQLAlchemyError:
        return {"database": "away"}
    return {"database": "ok", **words}


def _from_here() -> bool:
    # A proxy on this machine that nobody declared would make every asker look local.
    proxied = any(name in request.headers for name in ("X-Forwarded-For", "Forwarded"))
    declared = settings().trusted_proxies > 0
    return (request.remote_addr or "").startswith(_LOOPBACK) and (declared or not proxied)


class _Figures(Collector):
    """Counts rows when asked, so that every web process tells the same."""

    def collect(self) -> Iterator[Metric]:
        with store().reading() as session:
            for name, text, label, values in figures.gauges(session):
                yield _gauge(name, text, label, values)


def _gauge(name: str, text: str, label: str, values: dict[str, Any]) -> Metric:
    gauge = GaugeMetricFamily(f"scuffle_{name}", text, labels=[label] if label else [])
    for key, value in values.items():
        gauge.add_metric([key] if label else [], float(value))
    return gauge
