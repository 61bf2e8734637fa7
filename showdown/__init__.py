"""The referee of the poker table: who wins what, why, and how many chips.

This is the library, described in docs/library.md. Names are imported on first use, so
`import showdown` is fast: numpy is imported with the first array, Django never.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from showdown import arrow as arrow
    from showdown.evaluator.errors import InvalidDeal as InvalidDeal
    from showdown.evaluator.errors import InvalidWagers as InvalidWagers
    from showdown.evaluator.games import Game as Game
    from showdown.evaluator.rule_sets import RuleSet as RuleSet
    from showdown.files.byte_streams import UnusableInput as UnusableInput
    from showdown.library.arrays import SettledDeals as SettledDeals
    from showdown.library.arrays import card_numbers as card_numbers
    from showdown.library.arrays import card_texts as card_texts
    from showdown.library.arrays import settle_many as settle_many
    from showdown.library.final_table import TableDeal as TableDeal
    from showdown.library.final_table import deal as deal
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
    from showdown.library.settling_up import SettledNight as SettledNight
    from showdown.library.settling_up import settle_up as settle_up

    __version__: str
    games: Mapping[str, Game]
    rule_sets: Mapping[str, RuleSet]
else:
    from importlib import import_module as _import_module

    _MODULES = {
        "evaluator.errors": ("InvalidDeal", "InvalidWagers"),
        "evaluator.games": ("Game",),
        "evaluator.rule_sets": ("RuleSet",),
        "files.byte_streams": ("UnusableInput",),
        "library.arguments": ("games", "rule_sets"),
        "library.arrays": ("SettledDeals", "card_numbers", "card_texts", "settle_many"),
        "library.final_table": ("TableDeal", "deal"),
        "library.logs": ("AuditedHand", "audit", "read_log"),
        "library.odds": ("SpotOdds", "odds", "odds_many"),
        "library.pasting": ("ReadText", "read_text"),
        "library.settling": ("SettledDeal", "settle"),
        "library.settling_up": ("SettledNight", "settle_up"),
    }
    _MODULE_OF = {name: module for module, names in _MODULES.items() for name in names}
    __all__ = list(_MODULE_OF)

    def __getattr__(name):
        if name == "arrow":
            return _import_module("showdown.arrow")
        if name == "__version__":
            return _import_module("importlib.metadata").version("showdown-poker")
        if name not in _MODULE_OF:
            raise AttributeError(f"module 'showdown' has no attribute {name!r}")
        value = getattr(_import_module(f"showdown.{_MODULE_OF[name]}"), name)
        globals()[name] = value
        return value

    def __dir__():
        special = [name for name in globals() if name.startswith("__")]
        return sorted({*special, *__all__, "__version__", "arrow"})
