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
from showdown.pages.game_picker import GAME_SPELLINGS, game_options
from showdown.pages.range_grids import example_ranges, grid_ranks
from showdown.pages.template_functions import (
    LONGEST_AMOUNT,
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


def _signed(amount: object) -> str:
    """Return an amount with its sign: `+2.50`, `−1.00`, `0.00`."""
    digits = str(amount).removeprefix("-")
    if not digits.strip("0.,"):
        return digits
    return f"+{digits}" if digits == str(amount) else f"−{digits}"


def _day(moment: datetime | None) -> str:
    """Format a date in the site's time zone: `Nov 3, 2026`; empty for None."""
    if moment is None:
        return ""
    local = localtime(moment)
    return f"{local:%b} {local.day}, {local.year}"


def _moment(moment: datetime | None) -> str:
    """Format a time with the site's time zone: `Nov 3, 2026, 14:05 UTC`; empty for None."""
    return f"{_day(moment)}, {localtime(moment):%H:%M %Z}" if moment else ""


_GLOBALS: dict[str, Any] = {
    "seat_classes": seat_classes,
    "card": card,
    "suit_symbols": SUIT_SYMBOLS,
    "share_colors": share_colors,
    "combination_links": combination_links,
    "game_options": game_options,
    "game_spellings": GAME_SPELLINGS,
    "grid_ranks": grid_ranks,
    "line_colors": LINE_COLORS,
    "longest_amount": LONGEST_AMOUNT,
    "requested_part": requested_part,
    "picker": picker,
    "range_examples": example_ranges,
    "share_line": share_line,
    "static": cache(static),
    "url": url,
    "version": VERSION,
}
_FILTERS: dict[str, Any] = {
    "amount_class": amount_class,
    "apnumber": apnumber,
    "capfirst": capfirst,
    "card_name": card_name,
    "card_text": card_text,
    "category": category_text,
    "coordinate": coordinate,
    "day": _day,
    "file_kind": _FILE_KINDS.__getitem__,
    "filesizeformat": lambda count: filesizeformat(count).replace(".0\xa0", "\xa0"),
    "floatformat": floatformat,
    "hand_title": hand_title,
    "intcomma": intcomma,
    "made_line": made_line,
    "signed": _signed,
    "moment": _moment,
    "percent": short_percent_text,
    "pluralize": pluralize,
    "rank_letter": rank_letter,
    "names_of": lambda game: "|".join(list_search_names(game)),
    "short_name": short_name,
    "skip": lambda reason: capfirst(SKIP_NAMES.get(reason, reason)),
    "skips": skips_text,
    "headline_size": headline_size,
    "unbroken": unbroken,
    "whole_percent": whole_percent_text,
    "winners": winners,
}


def environment(**options: Any) -> Environment:
    """Return a Jinja environment with card functions and the Django filters that pages use."""
    jinja = Environment(**options)  # noqa: S701 - Django's options enable autoescaping
    jinja.globals |= _GLOBALS
    jinja.filters |= _FILTERS
    return jinja
