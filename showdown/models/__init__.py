"""The tables of the application."""

from showdown.models.batch import Batch, Block, Compression, Export, State, Work
from showdown.models.dictionary import CategoryEntry, ContestEntry, GameEntry
from showdown.models.logged import HandOfLog
from showdown.models.requests import Answer, RateWindow
from showdown.models.showdown import NotStored, Showdown, Source, StoreUnavailable
from showdown.models.tokens import ApiToken

__all__ = [
    "Answer",
    "ApiToken",
    "Batch",
    "Block",
    "CategoryEntry",
    "Compression",
    "ContestEntry",
    "Export",
    "GameEntry",
    "HandOfLog",
    "NotStored",
    "RateWindow",
    "Showdown",
    "Source",
    "State",
    "StoreUnavailable",
    "Work",
]
