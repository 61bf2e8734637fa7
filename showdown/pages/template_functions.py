"""Template functions for cards, with names for screen readers, and for seats and headlines."""

import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from typing import Any
from urllib.parse import urlencode

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify

from showdown.evaluator.cards import Card, format_cards
from showdown.evaluator.deals import MAX_LABEL_LENGTH, Deal
from showdown.evaluator.games import Contest, Game
from showdown.evaluator.rankings import NOT_QUALIFIED
from showdown.pages.table_input import board_field_name
from showdown.pages.view_models import Presentation, ShownPlayer
from showdown.words.ranks import SUIT_SYMBOLS, card_name, rank_letter
from showdown.words.vocabulary import contest_words

_TOP_SEATS = {2: 0, 3: 1, 4: 2, 5: 3, 6: 2, 7: 3, 8: 3, 9: 4, 10: 4}
"""Number of seats at the upper edge of a wide table, by players; five for more players."""
_MAX_SEATS_PER_EDGE = 5
MAX_AMOUNT_LENGTH = 7
"""Maximum length of an amount beside a name; on a narrow plate, longer amounts are below names."""
_UNBROKEN = re.compile(
    r"\b(?:10|[2-9AKQJ])(?:-(?:10|[2-9AKQJ])){2,}\b"
    r"|\d+(?:[.,]\d+)+"
    r"|\b(?:board|run) \d\b"
    r"|\b[a-z]+-high\b"
)
"""A low such as `7-5-3-2-A`, an amount such as `12,022.50`, `run 2`, or `ten-high`."""
_WINNER_WITH_AMOUNT = re.compile(r"<em>[^<]*</em>(?: takes)? (?:<span[^>]*>)?[\d.,]*\d(?:</span>)?")
"""A marked name and its chips in a headline, such as `Anna takes 739`, which stay on one line."""


@cache
def seat_classes(players: int) -> tuple[str, ...]:
    """Return the CSS classes of each seat, clockwise from the left end of the table.

    `top of-3-1` is the first of three seats at the upper edge. If the players don't fit around
    the table, each seat is a `row`. On a narrow table with one to five seats in each row, seats
    below the board have the class `below-` and the number of seats in a row.
    """
    top = _TOP_SEATS.get(players, _MAX_SEATS_PER_EDGE)
    bottom = players - 2 - top
    if players < 2 or bottom > _MAX_SEATS_PER_EDGE:
        classes = ["row"] * players
    else:
        classes = ["left", *(f"top of-{top}-{position}" for position in range(1, top + 1)), "right"]
        classes += [f"bottom of-{bottom}-{position}" for position in range(bottom, 0, -1)]
    for columns in (1, 2, 3, 4, 5):
        rows = -(-players // columns)
        for seat in range(columns * -(-rows // 2), players):
            classes[seat] += f" below-{columns}"
    return tuple(classes)


def amount_class(amount: str) -> str:
    """Return the attribute with the class of an amount on a plate; empty for a short one."""
    return mark_safe(' class="long-amount"') if len(amount) > MAX_AMOUNT_LENGTH else ""


@lru_cache(maxsize=512)
def url(name: str, *args: Any, **kwargs: Any) -> str:
    """Return the address of a page.

    Without the cache, resolving addresses takes a fifth of the table page's time.
    """
    return reverse(name, args=args, kwargs=kwargs)


@cache
def card(card: Card) -> SafeString:
    """Return the card as HTML: `A♥`, with the label ace of hearts."""
    return format_html(
        '<span class="card suit-{}" role="img" aria-label="{}"><b>{}</b><span>{}</span></span>',
        str(card)[1],
        card_name(card),
        rank_letter(card.rank),
        SUIT_SYMBOLS[card.suit],
    )


@cache
def picker(game: Game) -> str:
    """Return the cards to choose from as HTML, by suit, aces first."""
    return render_to_string("showdown/parts/picker.html", {"game": game})


def winners(headline: str, presentation: Presentation) -> SafeString:
    """Return the headline as HTML, with the names of the winners marked beside their chips."""
    parts = (
        format_html("<em>{}</em>", part) if wins else unbroken(part)
        for part, wins in split_at_winners(headline, presentation)
    )
    html = _WINNER_WITH_AMOUNT.sub(r'<span class="clause">\g<0></span>', "".join(parts))
    return mark_safe(html)  # noqa: S308 - each part is escaped


def unbroken(text: str) -> SafeString:
    """Return the text as HTML in which lows, amounts and the like stay on one line."""
    html = _UNBROKEN.sub(r'<span class="unbroken">\g<0></span>', escape(text))
    return mark_safe(html)  # noqa: S308 - the text is escaped


def made_line(text: str) -> SafeString:
    """Return a made hand as HTML, with a line for each board or run."""
    return unbroken(re.sub(r"; (?=board |run )", ";\n", text))


def split_at_winners(headline: str, presentation: Presentation) -> list[tuple[str, bool]]:
    """Return the parts of the headline, and whether each is the name of a winner."""
    labels = (player.label for player in presentation.players if player.share)
    names = sorted(labels, key=len, reverse=True)
    if not names:
        return [(headline, False)]
    pattern = rf"(?<!\w)({'|'.join(map(re.escape, names))})(?!\w)"
    parts = re.split(pattern, headline)
    return [(part, index % 2 == 1) for index, part in enumerate(parts)]


def hand_title(hand: Mapping[str, Any]) -> str:
    """Return the title of a logged hand: `Hand 12`, or `Line 3` if it has no number."""
    return f"Hand {hand['hand']}" if hand["hand"] else f"Line {hand['line']}"


def headline_size(headline: str) -> str:
    """Return the size class of a headline: longer headlines have smaller letters."""
    return "longest" if len(headline) > 110 else "long" if len(headline) > 48 else "short"


@cache
def count_combinations(game: Game, contest: Contest) -> int:
    """Return the number of combinations of each hand, qualifying or not."""
    cards = iter(game.deck)
    hole = tuple(next(cards) for _ in range(game.hole))
    boards = tuple(tuple(next(cards) for _ in range(count)) for count in game.boards)
    return sum(1 for _ in contest.combinations(hole, boards))


def combination_links(deal: Deal, player: ShownPlayer) -> Iterator[tuple[str, str]]:
    """Yield the address and the caption for each contest with more than one combination.

    Where combinations may not qualify, the caption states how many do on the first run's boards.
    """
    game, boards = deal.game, deal.boards_of_run(0)
    hole = tuple(shown_card.card for shown_card in player.hole)
    fields = {"label": player.label[:MAX_LABEL_LENGTH], "hole": format_cards(hole, "")}
    for index, board in enumerate(boards):
        fields[board_field_name(index)] = format_cards(board, "")
    for contest in game.contests:
        count = count_combinations(game, contest)
        if count == 1:
            continue
        caption = f"All {count} combinations"
        if contest.has_qualifier:
            combinations = contest.combinations(hole, boards)
            qualified_count = sum(contest.rank(cards) != NOT_QUALIFIED for cards in combinations)
            verb = "qualify" if qualified_count > 1 else "qualifies"
            caption = f"{qualified_count or 'None'} of {count} combinations {verb}"
        if len(game.contests) > 1:
            caption += f" for {contest_words(game, contest).name}"
        address = url("combinations", game.slug, slugify(contest.name))
        yield f"{address}?{urlencode(fields)}", caption
