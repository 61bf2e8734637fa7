"""The Jinja environment of the pages: functions and filters."""

from datetime import datetime
from functools import cache
from typing import Any

from django.contrib.humanize.templatetags.humanize import apnumber, intcomma
from django.template.defaultfilters import filesizeformat, floatformat, pluralize
from django.templatetags.static import static
from django.utils.text import capfirst
from django.utils.timezone import localtime
from jinja2 import Environment

from omahasite import VERSION
from showdown.pages.charts import LINE_COLORS, coordinate, share_colors, share_line
from showdown.pages.context import requested_part
from showdown.pages.game_picker import GAME_SPELLINGS_JSON, render_game_options
from showdown.pages.range_grids import example_ranges, grid_ranks
from showdown.pages.template_functions import (
    MAX_AMOUNT_LENGTH,
    amount_class,
    card,
    combination_links,
    hand_title,
    headline_size,
    made_line,
    picker,
    seat_classes,
    unbroken,
    url,
    winners,
)
from showdown.words.games import list_search_names, short_name
from showdown.words.made_hands import category_text
from showdown.words.nights import SKIP_NAMES, skips_text
from showdown.words.odds import short_percent_text, whole_percent_text
from showdown.words.ranks import SUIT_SYMBOLS, card_name, card_text, rank_letter

_FILE_KINDS = {"csv": "CSV", "jsonl": "JSON Lines", "parquet": "Parquet"}


def signed(amount: object) -> str:
    """Return an amount with its sign: `+2.50`, `−1.00`, `0.00`."""
    digits = str(amount).removeprefix("-")
    if not digits.strip("0.,"):
        return digits
    return f"+{digits}" if digits == str(amount) else f"−{digits}"


def day(time: datetime | None) -> str:
    """Format a date in the site's time zone: `Nov 3, 2026`; empty for None."""
    if time is None:
        return ""
    local = localtime(time)
    return f"{local:%b} {local.day}, {local.year}"


def moment(time: datetime | None) -> str:
    """Format a time with the site's time zone: `Nov 3, 2026, 14:05 UTC`; empty for None."""
    return f"{day(time)}, {localtime(time):%H:%M %Z}" if time else ""


# Templates use these by the names of the functions.
_FUNCTIONS: tuple[Any, ...] = (
    card,
    combination_links,
    example_ranges,
    render_game_options,
    grid_ranks,
    picker,
    requested_part,
    seat_classes,
    share_colors,
    share_line,
    url,
)
_FILTERS: tuple[Any, ...] = (
    amount_class,
    apnumber,
    capfirst,
    card_name,
    card_text,
    coordinate,
    day,
    floatformat,
    hand_title,
    headline_size,
    intcomma,
    made_line,
    moment,
    pluralize,
    rank_letter,
    short_name,
    signed,
    unbroken,
    winners,
)


def environment(**options: Any) -> Environment:
    """Return a Jinja environment with the functions and filters of the pages."""
    jinja = Environment(**options)  # noqa: S701 - Django's options enable autoescaping
    jinja.globals |= {function.__name__: function for function in _FUNCTIONS}
    jinja.globals |= {
        "game_spellings": GAME_SPELLINGS_JSON,
        "line_colors": LINE_COLORS,
        "max_amount_length": MAX_AMOUNT_LENGTH,
        "static": cache(static),
        "suit_symbols": SUIT_SYMBOLS,
        "version": VERSION,
    }
    jinja.filters |= {function.__name__: function for function in _FILTERS}
    jinja.filters |= {
        "category": category_text,
        "file_kind": _FILE_KINDS.__getitem__,
        "filesizeformat": lambda count: filesizeformat(count).replace(".0\xa0", "\xa0"),
        "search_names": lambda game: "|".join(list_search_names(game)),
        "percent": short_percent_text,
        "skip_name": lambda reason: capfirst(SKIP_NAMES.get(reason, reason)),
        "skips": skips_text,
        "whole_percent": whole_percent_text,
    }
    return jinja
