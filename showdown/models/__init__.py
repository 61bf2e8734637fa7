"""The tables of the application."""

from showdown.models.answers import Answer
from showdown.models.batch import Batch, Block, Compression, Export, State, Work
from showdown.models.limits import RateWindow
from showdown.models.logged import HandOfLog
from showdown.models.night_link import NightLink
from showdown.models.queries import NotStored, Source
from showdown.models.showdown import Showdown
from showdown.models.tokens import ApiToken
from showdown.models.unavailable import StoreUnavailable

__all__ = [
    "Answer",
    "ApiToken",
    "Batch",
    "Block",
    "Compression",
    "Export",
    "HandOfLog",
    "NightLink",
    "NotStored",
    "RateWindow",
    "Showdown",
    "Source",
    "State",
    "StoreUnavailable",
    "Work",
]
