"""The tables of the application."""

from showdown.models.dictionary import CategoryEntry, GameEntry
from showdown.models.requests import Allowance, Answer, RateWindow
from showdown.models.showdown import Showdown, Source, StoreUnavailable
from showdown.models.tokens import ApiToken

__all__ = [
    "Allowance",
    "Answer",
    "ApiToken",
    "CategoryEntry",
    "GameEntry",
    "RateWindow",
    "Showdown",
    "Source",
    "StoreUnavailable",
]
