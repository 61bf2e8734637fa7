"""Prepare odds for the table: shares, bars, outs, the effect of the next card, and images."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from typing import Any
from xml.etree.ElementTree import Element

from django.utils.safestring import SafeString, mark_safe

from showdown.bulk.combos import Combos, extent
from showdown.bulk.dollars import Dollars
from showdown.bulk.odds import Odds
from showdown.bulk.standing import POINTS, HandGroup, standings
from showdown.evaluator.cards import Card, Cards
from showdown.evaluator.next_cards import NextCards
from showdown.evaluator.spots import Spot
from showdown.pages.presentation import displayed_label
from showdown.pictures.drawing import markup
from showdown.pictures.odds import ahead_or_behind, card_heat, range_grid, share_curves, share_scale
from showdown.words.games import next_street
from showdown.words.odds import (
    MOST_FINISHES,
    dollar_changes,
    effect_words,
    favorite_text,
    outs_text,
    precision_sentence,
    readings,
    short_percent,
    stacks_after,
    whole_percent,
)
from showdown.words.ranks import chips_text, sentence
from showdown.words.vocabulary import contest_words

_OF_A_TABLE = 5
"""Step in percent between the rows of a curve's table."""


@dataclass(frozen=True, slots=True)
class Bar:
    """The percentages of deals in which a player wins a contest alone and in a tie."""

    name: str
    alone: float
    tied: float
    text: str


@dataclass(frozen=True, slots=True)
class CardGroup:
    """Cards with the same effect, the highest first; `text` describes the effect."""

    text: str
    cards: Cards


@dataclass(frozen=True, slots=True)
class ShownPicture:
    """An image, its title, and its figures as a table; `kind` is `curve`, `range` or `scale`."""

    title: str
    drawn: SafeString
    kind: str
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class ShownPlayerOdds:
    """A player's share of the pot in percent, with details and as bars."""

    label: str
    percent: str
    more: str
    bars: tuple[Bar, ...]
    length: float


@dataclass(frozen=True, slots=True)
class ShownNextCard:
    """A possible next card, a player's share after it, and its effect.

    `trend` is `better`, `same` or `worse` for that player, `heat` the share in tenths.
    """

    card: Card
    percent: str
    trend: str
    heat: int
    effects: str


@dataclass(frozen=True, slots=True)
class ShownOdds:
    """Odds for a page.

    Next cards are sorted for the player at the seat `next_for`, best first. `read_as` states how
    ambiguous hands were read, and `heat` is the heat map of the next cards.
    """

    headline: str
    sure: str
    players: tuple[ShownPlayerOdds, ...]
    next_for: int
    next_cards: tuple[ShownNextCard, ...]
    effects: tuple[CardGroup, ...]
    outs: tuple[CardGroup, ...]
    read_as: tuple[str, ...]
    pictures: tuple[ShownPicture, ...]
    heat: SafeString | None
    dollars: dict[str, Any] | None
    next_street: str

    @property
    def has_bars(self) -> bool:
        """Return whether bars show more than each player's share on the felt."""
        return any(len(player.bars) > 1 or player.bars[0].tied for player in self.players)


def present_odds(
    odds: Odds, next_for: int, dollars: Dollars | None = None, *, is_final: bool = True
) -> ShownOdds:
    """Prepare odds; `is_final` is false while better odds are being computed."""
    labels, splits = odds.spot.labels, len(odds.spot.game.contests) > 1
    reasons = NextCards(odds.spot)
    effects = {
        after.card: [
            effect_words(effect, splits=splits)
            for effect in reasons.effects(after.card, after.shares)
        ]
        for after in odds.next_cards
    }
    groups = [
        _group(sentence(text, labels), [card for card in effects if text in effects[card]])
        for text in dict.fromkeys(chain.from_iterable(effects.values()))
    ]
    now = odds.tally.share(next_for)
    next_cards = []
    for after in sorted(odds.next_cards, key=lambda after: after.shares[next_for], reverse=True):
        share = after.shares[next_for]
        next_cards.append(
            ShownNextCard(
                card=after.card,
                percent=f"{round(float(share) * 100)}%",
                trend=_trend(now, share),
                heat=round(float(share) * 10),
                effects=", ".join(effects[after.card]),
            )
        )
    return ShownOdds(
        headline=sentence(favorite_text(odds), labels),
        sure=precision_sentence(odds, is_final=is_final),
        players=tuple(_player(odds, player) for player in range(odds.tally.players)),
        next_for=next_for,
        next_cards=tuple(next_cards),
        effects=tuple(groups),
        outs=tuple(outs_of(odds)),
        read_as=_read_as(odds.spot),
        pictures=_pictures(odds),
        heat=_svg(card_heat(odds, next_for)) if odds.next_cards else None,
        dollars=_dollars(dollars) if dollars else None,
        next_street=next_street(odds.spot.game, odds.spot.coming),
    )


def _read_as(spot: Spot) -> tuple[str, ...]:
    """Describe ambiguous hands. In stud, equally many cards to come are visible without words."""
    holdings = spot.holdings
    is_plain = not any(holding.discards or holding.range for holding in holdings)
    is_dealt_evenly = is_plain and len({holding.unknown for holding in holdings}) == 1
    return () if is_dealt_evenly and not spot.game.boards else tuple(readings(spot))


def _trend(before: float | Fraction, after: float | Fraction) -> str:
    return "better" if after > before else "worse" if after < before else "same"


def _player(odds: Odds, player: int) -> ShownPlayerOdds:
    holding = odds.spot.holdings[player]
    more = ""
    if odds.pots:
        more = f"{chips_text(round(odds.chips(player)))} chips"
    elif isinstance(holding.range, Combos):
        size = extent(holding.range, odds.spot.stub)
        more = f"{size.possible:,} of {size.written:,} combos left"
        if size.possible == size.written:
            more = f"{size.written:,} combos"
    elif len(odds.spot.game.contests) > 1:
        scoops = Fraction(odds.tally.classes(player)["scoop"], odds.tally.total)
        more = f"scoops {short_percent(scoops)}"
    share = odds.tally.share(player)
    return ShownPlayerOdds(
        label=odds.spot.labels[player],
        percent=short_percent(share),
        more=more,
        bars=bars_of(odds, player),
        length=round(float(share) * 100, 1),
    )


def bars_of(odds: Odds, player: int) -> tuple[Bar, ...]:
    """Return one bar for wins and ties; in split-pot games, bars for scoops and each contest."""
    contests = odds.spot.game.contests
    total = odds.tally.total
    won = [odds.tally.wins(player, index)[:2] for index in range(len(contests))]
    if len(contests) == 1:
        return (_bar("", *won[0], total),)
    scoops = _bar("Scoop", odds.tally.classes(player)["scoop"], 0, total)
    names = [sentence(contest_words(odds.spot.game, contest).name) for contest in contests]
    return (scoops, *(_bar(name, *of, total) for name, of in zip(names, won, strict=True)))


def _bar(name: str, alone: int, tied: int, total: int) -> Bar:
    text = short_percent(Fraction(alone, total))
    if tied:
        text += f", tie {short_percent(Fraction(tied, total))}"
    return Bar(name, 100 * alone / total, 100 * tied / total, text)


def outs_of(odds: Odds) -> Iterator[CardGroup]:
    """Yield the outs of each player who isn't ahead now; players without outs are omitted."""
    now = [odds.tally.share(player) for player in range(odds.tally.players)]
    is_last = sum(odds.spot.coming) == 1
    for player, label in enumerate(odds.spot.labels):
        if _is_ahead(now, player):
            continue
        wins = [after.card for after in odds.next_cards if _is_ahead(after.shares, player)]
        ties = [
            after.card
            for after in odds.next_cards
            if after.shares[player] == max(after.shares) and not _is_ahead(after.shares, player)
        ]
        for cards, does_win in ((wins, True), (ties, False)):
            if cards:
                text = outs_text(label, len(cards), wins=does_win, is_last=is_last)
                yield _group(text, cards)


def _is_ahead(shares: Sequence[Fraction], player: int) -> bool:
    return all(shares[player] > share for seat, share in enumerate(shares) if seat != player)


def _group(text: str, cards: Iterable[Card]) -> CardGroup:
    highest_first = sorted(cards, key=lambda card: (card.rank, card.suit), reverse=True)
    return CardGroup(text, tuple(highest_first))


def _dollars(dollars: Dollars) -> dict[str, Any]:
    """Return each player's dollar equity and the finishes; `more` counts unlisted finishes."""
    equities = [
        {
            "label": displayed_label(label),
            "before": before,
            "after": after,
            "change": change,
            "trend": _trend(0, float(change.replace(",", ""))),
        }
        for label, before, after, change in dollar_changes(dollars)
    ]
    finishes = [
        (short_percent(finish.chance), stacks_after(finish))
        for finish in dollars.finishes[:MOST_FINISHES]
    ]
    more = max(0, len(dollars.finishes) - MOST_FINISHES)
    return {"equities": equities, "finishes": finishes, "more": more}


def _pictures(odds: Odds) -> tuple[ShownPicture, ...]:
    """Return the images for two ranges: the curve, grids, a scale, and groups; otherwise none.

    A single hand has neither a grid nor groups.
    """
    stand = standings(odds)
    if not stand:
        return ()
    points = [
        (f"{point}%", *(short_percent(standing.curve[point]) for standing in stand))
        for point in range(0, POINTS, _OF_A_TABLE)
    ]
    columns = ("Of the range, the best first", *(standing.label for standing in stand))
    curves = _picture("curve", share_curves(stand), columns, points)
    ranges = [standing for standing in stand if len(standing.classes) > 1]
    if not ranges:
        return (curves,)
    columns = ("Count", "Part", "Share", "Ahead")
    grids = [
        _picture("range", range_grid(each, odds.spot.game), ("Hand", *columns), _rows(each.classes))
        for each in ranges
    ]
    scale = ShownPicture("Share of the pot", _svg(share_scale()), kind="scale")
    groups = [
        _picture("range", ahead_or_behind(each), ("Makes", *columns), _rows(each.groups))
        for each in ranges
    ]
    return (curves, *grids, scale, *groups)


def _rows(groups: Iterable[HandGroup]) -> list[tuple[str, ...]]:
    return [
        (
            group.name,
            f"{group.combinations:,}",
            short_percent(group.part),
            short_percent(group.share),
            whole_percent(group.ahead),
        )
        for group in groups
    ]


def _picture(
    kind: str, drawn: Element, columns: tuple[str, ...], rows: Iterable[tuple[str, ...]]
) -> ShownPicture:
    return ShownPicture(drawn.findtext("title") or "", _svg(drawn), kind, columns, tuple(rows))


def _svg(drawn: Element) -> SafeString:
    return mark_safe(markup(drawn))  # noqa: S308 - built as a tree, which escapes its text
