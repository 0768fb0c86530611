# expect: ok
# says: refused [0-9]+
"""Raises its own limits."""

import resource

NAMES = [name for name in dir(resource) if name.startswith("RLIMIT_")]


def get_action(state, api):
    if not api.data:
        refused = api.data["refused"] = []
        for name in NAMES:
            number = getattr(resource, name)
            _, hard = resource.getrlimit(number)
            if hard == resource.RLIM_INFINITY:
                continue
            try:
                resource.setrlimit(number, (hard + 1, hard + 1))
                print(f"HARM: raised {name}")
            except (ValueError, OSError):
                refused.append(name)
        print(f"refused {len(refused)}: {refused}")
    return state["legal_actions"][0]
