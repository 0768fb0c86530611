"""The store: every table, every query. Nothing outside this folder speaks SQL."""

from scuffle_platform.store.engine import Store
from scuffle_platform.store.identifiers import new_id

__all__ = ["Store", "new_id"]
