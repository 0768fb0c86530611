"""Somebody who watches a match by its stream of events."""

import json
from typing import Any

from flask.testing import FlaskClient


class Viewer:
    """Somebody who watches a match."""

    def __init__(self, client: FlaskClient, match_id: str, last: str = "", **more: Any) -> None:
        headers = more.pop("headers", {}) | ({"Last-Event-ID": last} if last else {})
        path = f"/api/v1/matches/{match_id}/events"
        self.answer = client.get(path, headers=headers, query_string=more)
        self.status = self.answer.status_code
        self._chunks = iter(self.answer.response)

    def chunk(self) -> dict[str, Any]:
        """The next event, or ``{}`` where nothing was new."""
        text = next(self._chunks)
        text = text.decode() if isinstance(text, bytes) else text
        lines = [line.partition(": ") for line in text.strip().split("\n")]
        fields = {name: value for name, _, value in lines}
        if "event" not in fields:
            return {}
        return fields | {"data": json.loads(fields["data"])}

    def event(self) -> dict[str, Any]:
        """The next event."""
        while not (found := self.chunk()):
            pass
        return found

    def steps(self, count: int) -> list[dict[str, Any]]:
        """The next events, each a step."""
        found = [self.event() for _ in range(count)]
        assert {one["event"] for one in found} == {"step"}
        return found

    def close(self) -> None:
        self.answer.close()
