"""The referee of the poker table: who wins what, why, and how many chips.

This is the library; docs/library.md shows it. Each name is imported when it is first used, so that
`import showdown` costs almost nothing: numpy comes with the first array, and Django never.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from showdown import arrow as arrow
    from showdown.evaluator.errors import InvalidDeal as InvalidDeal
    from showdown.evaluator.errors import InvalidWagers as InvalidWagers
    from showdown.evaluator.games import Game as Game
    from showdown.evaluator.rule_sets import RuleSet as RuleSet
    from showdown.files.unusable import UnusableInput as UnusableInput
    from showdown.library.arrays import SettledDeals as SettledDeals
    from showdown.library.arrays import card_numbers as card_numbers
    from showdown.library.arrays import card_texts as card_texts
    from showdown.library.arrays import settle_many as settle_many
    from showdown.library.logs import AuditedHand as AuditedHand
    from showdown.library.logs import audit as audit
    from showdown.library.logs import read_log as read_log
    from showdown.library.odds import SpotOdds as SpotOdds
    from showdown.library.odds import odds as odds
    from showdown.library.odds import odds_many as odds_many
    from showdown.library.pasting import ReadText as ReadText
    from showdown.library.pasting import read_text as read_text
    from showdown.library.settling import SettledDeal as SettledDeal
    from showdown.library.settling import settle as settle

    __version__: str
    games: Mapping[str, Game]
    rule_sets: Mapping[str, RuleSet]
else:
    from importlib import import_module

    _HOMES = {
        "AuditedHand": "library.logs",
        "Game": "evaluator.games",
        "InvalidDeal": "evaluator.errors",
        "InvalidWagers": "evaluator.errors",
        "ReadText": "library.pasting",
        "RuleSet": "evaluator.rule_sets",
        "SettledDeal": "library.settling",
        "SettledDeals": "library.arrays",
        "SpotOdds": "library.odds",
        "UnusableInput": "files.unusable",
        "audit": "library.logs",
        "card_numbers": "library.arrays",
        "card_texts": "library.arrays",
        "games": "library.arguments",
        "odds": "library.odds",
        "odds_many": "library.odds",
        "read_log": "library.logs",
        "read_text": "library.pasting",
        "rule_sets": "library.arguments",
        "settle": "library.settling",
        "settle_many": "library.arrays",
    }

    def __getattr__(name):
        if name == "arrow":
            return import_module("showdown.arrow")
        if name == "__version__":
            return import_module("importlib.metadata").version("showdown-poker")
        if name not in _HOMES:
            raise AttributeError(f"module 'showdown' has no attribute {name!r}")
        offered = getattr(import_module(f"showdown.{_HOMES[name]}"), name)
        globals()[name] = offered
        return offered

    def __dir__():
        return [*globals(), *_HOMES, "__version__", "arrow"]
