"""The database as it fails: not to be reached, or without the tables of this site."""

from django.db import InterfaceError, OperationalError, ProgrammingError

DATABASE_AWAY = (OperationalError, InterfaceError, ProgrammingError)
"""What a query raises then. ProgrammingError is a table or column that is not there: the database
was never migrated, or another was put in its place."""


class StoreUnavailable(Exception):
    """The database can't be reached."""

    def __init__(self) -> None:
        super().__init__("the database can't be reached: the deal was not stored")
