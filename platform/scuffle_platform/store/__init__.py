"""The store: every table, every query. Nothing outside this folder speaks SQL.

What others need of SQLAlchemy, a session to hand on and the errors of a database that is away,
they take from here.
"""

from sqlalchemy.exc import OperationalError, ProgrammingError, SQLAlchemyError
from sqlalchemy.orm import Session

from scuffle_platform.store.engine import Store
from scuffle_platform.store.identifiers import new_id

__all__ = ["OperationalError", "ProgrammingError", "SQLAlchemyError", "Session", "Store", "new_id"]
