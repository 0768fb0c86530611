# expect: ok or memory or timeout
# says: maps
# limits: bank_ms=600
"""Makes as many small mappings as the kernel has patience for."""

import mmap


def get_action(state, api):
    if not api.data:
        kept = api.data["kept"] = []
        print("maps", flush=True)
        try:
            while len(kept) < 200_000:
                kept.append(mmap.mmap(-1, 4096, prot=1 + len(kept) % 2))
            print("HARM: two hundred thousand mappings")
        except (OSError, MemoryError) as error:
            print(f"refused: {error} after {len(kept)}")
    return state["legal_actions"][0]
