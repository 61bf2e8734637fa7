"""Settle Arrow tables of deals, or calculate the odds of tables of spots. See docs/library.md.

This module requires pyarrow, which the extra `arrow` installs.
"""

try:
    import pyarrow as pa
except ImportError as error:
    raise ImportError(
        "showdown.arrow needs pyarrow: install it, or install showdown with its extra “arrow”"
    ) from error

from collections.abc import Iterable, Sequence
from typing import Any

from showdown.evaluator.games import Game
from showdown.evaluator.rule_sets import RuleSet
from showdown.evaluator.wagers import MAX_CHIPS
from showdown.library.arguments import (
    MAX_SECONDS,
    add_error_messages,
    require_integer,
    require_number,
    resolve_game,
    resolve_rule_set,
    wrong_type,
)
from showdown.tables import odds as table_odds
from showdown.tables import settling
from showdown.tables.odds import ODDS
from showdown.tables.settling import SETTLED

__all__ = ["ODDS", "SETTLED", "odds", "settle"]


def settle(
    table: object,
    game: str | Game,
    rules: str | RuleSet = "wsop-2026",
    *,
    unit: int = 1,
    keep: Sequence[str] = (),
) -> pa.RecordBatchReader:
    """Settle a table of deals in batches, with one result row per deal, in the same order.

    `table` is any object with `__arrow_c_stream__`, such as a table of pyarrow, polars or DuckDB.
    Cards are in the column `cards` (binary, or a list of uint8), or as text in `hands` (a list for
    each row) and `board`, or `boards` (a list). The columns `pots`, `eligible`, `contributions`,
    `dead`, `folded` and `button` are optional; seats count from 0, and `unit` is the smallest chip.

    The result has the columns `keep` of the table, followed by those of SETTLED. The column `error`
    contains the error of an invalid row; other rows are still settled. Raise InvalidDeal for
    invalid columns.
    """
    with add_error_messages():
        return settling.settle_table(
            table,
            resolve_game(game),
            resolve_rule_set(rules),
            unit=_require_unit(unit),
            keep=_require_names(keep),
        )


def odds(
    table: object, game: str | Game, *, seconds: float = 2.0, keep: Sequence[str] = ()
) -> pa.RecordBatchReader:
    """Return the odds of a table of spots in batches, with one row per spot, in the same order.

    `hands` is a list for each row: cards, with `?` for each unknown one, `*`, or a range. `board`
    contains the dealt cards, or `boards` those of each board; `dead_cards` can't be dealt. Odds
    that can't be calculated exactly in about a second are sampled, for at most `seconds`.

    The result has the columns `keep` of the table, followed by those of ODDS. Raise InvalidDeal for
    invalid columns.
    """
    with add_error_messages():
        return table_odds.odds(
            table,
            resolve_game(game),
            seconds=require_number(seconds, "seconds", MAX_SECONDS),
            keep=_require_names(keep),
        )


def _require_unit(unit: object) -> int:
    number = require_integer(unit, "unit", minimum=1)
    if number > MAX_CHIPS:
        raise wrong_type("unit", f"at most {MAX_CHIPS:,}")
    return number


def _require_names(names: object) -> list[str]:
    name_list: list[Any] = list(names) if isinstance(names, Iterable) else [None]
    if isinstance(names, str) or not all(isinstance(name, str) for name in name_list):
        raise wrong_type("keep", "a list of the names of columns")
    return name_list
