"""Errors of an unavailable database, or one without the tables of this site."""

from django.db import InterfaceError, OperationalError, ProgrammingError

DATABASE_AWAY = (OperationalError, InterfaceError, ProgrammingError)
"""Exceptions of queries to an unavailable database. ProgrammingError is a missing table or column:
the database was never migrated, or was replaced by another.
"""


class StoreUnavailable(Exception):
    """The database can't be reached."""

    def __init__(self) -> None:
        super().__init__("the database can't be reached: the deal was not stored")
