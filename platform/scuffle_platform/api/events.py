"""A match as a stream of server-sent events, while it is played and after."""

from threading import BoundedSemaphore

from flask import Response, request
from pydantic import BaseModel, ConfigDict, Field

from scuffle_platform.api.endpoint import endpoint
from scuffle_platform.api.lookup import find_match
from scuffle_platform.api.match_files import Perspective
from scuffle_platform.context import settings, store
from scuffle_platform.live import live
from scuffle_platform.problems import Problem
from scuffle_platform.secrecy import OVER, check_perspective, perspectives_of
from scuffle_platform.watching import Place, Watch

RETRY_S = 5


class EventsQuery(BaseModel):
    """Through whose eyes."""

    model_config = ConfigDict(extra="forbid", populate_by_name=True, frozen=True)

    as_: Perspective | None = Field(
        None, alias="as", description="`all`, or a seat from 0; left out: all that you may see."
    )


@endpoint("/matches/<match>/events", tag="matches", media="text/event-stream")
def get_events(match: str, query: EventsQuery) -> Response:
    """The match as server-sent events: `start`, a `step` each, `state` while it waits, `end`.

    An event's id is its step, and `Last-Event-ID` goes on after one; 0, or none, gives everything.
    When an attempt came to nothing a `start` begins anew, and ids tell the attempt, as `2-17`.
    `end` comes once the result is recorded, with who `failed` after the last step. Of failures in
    a match with a person that person is told the own seat's alone. Too many viewers: 503; ask
    `frames` now and then.
    """
    with store().reading() as session:
        found = find_match(session, match).match
    perspective = check_perspective(found, query.as_)
    seen = Place.read(request.headers.get("Last-Event-ID", ""))
    watch = Watch(found, perspectives_of(found), perspective, seen, (store(), live()))
    response = Response(watch.events(), mimetype="text/event-stream")
    if found.status not in OVER:
        # What is over is told at once; only who waits holds a thread for long.
        response.call_on_close(_take_place().release)
    response.headers["Cache-Control"] = "no-store, private"
    response.headers["X-Accel-Buffering"] = "no"
    return response


def _take_place() -> BoundedSemaphore:
    places = live().places
    if not places.acquire(blocking=False):
        raise Problem(
            503,
            "watched-by-many",
            f"As many streams are open as may be ({settings().live_streams} a process, "
            "SCUFFLE_LIVE_STREAMS).",
            "Ask for /frames every few seconds instead, or try again later.",
            headers={"Retry-After": str(RETRY_S)},
        )
    return places
