"""Plays the first legal action, and notices if anything of its own was touched."""

import os

SEEN = {}


def look():
    places = [place for place in ("/tmp", "/dev/shm", ".") if os.path.isdir(place)]
    return {place: sorted(os.listdir(place)) for place in places} | {"env": dict(os.environ)}


def setup(api):
    SEEN.update(look())


def get_action(state, api):
    if (now := look()) != SEEN:
        raise RuntimeError(f"something was done to me: {SEEN} became {now}")
    return state["legal_actions"][0]
