"""Prepare odds for the table: each player's share, and the effect of the next card."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from typing import Any

from django.utils.safestring import SafeString

from showdown.bulk.combos import Combos, Extent, extent
from showdown.bulk.dollars import Dollars, Finish
from showdown.bulk.odds import NextCard, Odds
from showdown.evaluator.cards import Card
from showdown.evaluator.next_cards import NextCards
from showdown.pages.odds_bars import Bar, CardGroup, bars_of, group_of, outs_of
from showdown.pages.odds_pictures import ShownPicture, heat_of, pictures_of
from showdown.pages.presentation import called
from showdown.words.games import next_street
from showdown.words.odds import certainty, effect_words, favorite_text, readings, short_percent
from showdown.words.ranks import chips_text, sentence

_MOST_FINISHES = 20
"""Maximum number of finishes that are listed, the most likely first."""


def present_dollars(dollars: Dollars) -> dict[str, Any]:
    """Return each player's dollar equity and the finishes; `more` counts those not listed."""
    rows = zip(dollars.labels, dollars.before, dollars.after, strict=True)
    return {
        "equities": [_equity(*row) for row in rows],
        "finishes": [_finish(finish) for finish in dollars.finishes[:_MOST_FINISHES]],
        "more": max(0, len(dollars.finishes) - _MOST_FINISHES),
    }


def _equity(label: str, before: float, after: float) -> dict[str, str]:
    """Return a player's dollar equity; `trend` is `better`, `same` or `worse`."""
    change = round(after - before, 2)
    return {
        "label": called(label),
        "before": f"{before:,.2f}",
        "after": f"{after:,.2f}",
        "change": f"{change:+,.2f}",
        "trend": "better" if change > 0 else "worse" if change < 0 else "same",
    }


def _finish(finish: Finish) -> tuple[str, list[tuple[str, str]]]:
    """Return the probability of this finish, and each player's stack and its value."""
    stacks = zip(finish.stacks, finish.dollars, strict=True)
    shown = [(f"{float(chips):,.10g}", f"{worth:,.2f}") for chips, worth in stacks]
    return short_percent(finish.chance), shown


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
    effects = _effects(odds)
    cards = sorted(odds.next_cards, key=lambda after: after.shares[next_for], reverse=True)
    return ShownOdds(
        headline=sentence(favorite_text(odds), odds.spot.labels),
        sure=certainty(odds, is_final=is_final),
        players=tuple(_player(odds, player) for player in range(odds.tally.players)),
        next_for=next_for,
        next_cards=tuple(_next_card(odds, after, next_for, effects[after.card]) for after in cards),
        effects=tuple(_by_effect(effects, odds.spot.labels)),
        outs=tuple(outs_of(odds)),
        read_as=tuple(readings(odds.spot)),
        pictures=pictures_of(odds),
        heat=heat_of(odds, next_for),
        dollars=present_dollars(dollars) if dollars else None,
        next_street=next_street(odds.spot.game, odds.spot.coming),
    )


def _effects(odds: Odds) -> dict[Card, list[str]]:
    """Return the effects of each next card, in words."""
    effects = NextCards(odds.spot)
    splits = len(odds.spot.game.contests) > 1
    return {
        after.card: [
            effect_words(effect, splits=splits)
            for effect in effects.effects(after.card, after.shares)
        ]
        for after in odds.next_cards
    }


def _by_effect(effects: dict[Card, list[str]], names: tuple[str, ...]) -> Iterator[CardGroup]:
    for text in dict.fromkeys(chain.from_iterable(effects.values())):
        cards = [card for card, texts in effects.items() if text in texts]
        yield group_of(sentence(text, names), cards)


def _player(odds: Odds, player: int) -> ShownPlayerOdds:
    scoops = Fraction(odds.tally.classes(player)["scoop"], odds.tally.total)
    several = len(odds.spot.game.contests) > 1
    more = f"scoops {short_percent(scoops)}" if several else ""
    holding = odds.spot.holdings[player]
    if isinstance(holding.range, Combos):
        more = _combos(extent(holding.range, odds.spot.stub))
    if odds.pots:
        more = f"{chips_text(round(odds.chips(player)))} chips"
    share = odds.tally.share(player)
    return ShownPlayerOdds(
        label=odds.spot.labels[player],
        percent=short_percent(share),
        more=more,
        bars=bars_of(odds, player),
        length=round(float(share) * 100, 1),
    )


def _combos(size: Extent) -> str:
    """Return `200 combos`, or `184 of 200 combos left` after known cards."""
    if size.possible == size.written:
        return f"{size.written:,} combos"
    return f"{size.possible:,} of {size.written:,} combos left"


def _next_card(odds: Odds, after: NextCard, player: int, effects: list[str]) -> ShownNextCard:
    now, then = odds.tally.share(player), after.shares[player]
    return ShownNextCard(
        card=after.card,
        percent=f"{round(float(then) * 100)}%",
        trend="better" if then > now else "worse" if then < now else "same",
        heat=round(float(then) * 10),
        effects=", ".join(effects),
    )
