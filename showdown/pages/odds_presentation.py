"""Prepare odds for the table: shares, bars, outs, the effect of the next card, and ranges."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import chain
from typing import Any

from showdown.bulk.combos import build_class_grid
from showdown.bulk.dollars import DollarEquities
from showdown.bulk.odds import Odds
from showdown.bulk.standing import HandGroup, Standing, compare_ranges
from showdown.evaluator.cards import Card, Cards
from showdown.evaluator.next_cards import NextCards
from showdown.pages.presentation import displayed_label
from showdown.words.games import next_card_name
from showdown.words.odds import (
    MAX_LISTED_OUTCOMES,
    effect_text,
    favorite_text,
    list_dollar_changes,
    list_open_cards,
    list_stacks_after,
    outs_text,
    precision_sentence,
    range_size_text,
    short_percent_text,
)
from showdown.words.ranks import capfirst, chips_text
from showdown.words.vocabulary import contest_words

type ClassGrid = list[list[tuple[str, HandGroup | None]]]


@dataclass(frozen=True, slots=True)
class Bar:
    """The percentages of deals in which a player wins a contest alone or ties for it."""

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
class ShownPlayerOdds:
    """A player's share of the pot in percent, with details and bars.

    `details` is the size of a range or, with chips, the player's average chips. `length` is the
    share as the length of a bar, 0 to 100.
    """

    label: str
    percent: str
    details: str
    bars: tuple[Bar, ...]
    length: float


@dataclass(frozen=True, slots=True)
class ShownNextCard:
    """A possible next card, a player's share after it, and its effect.

    `trend` is `better`, `same` or `worse` for that player.
    """

    card: Card
    percent: str
    trend: str
    effects: str


class ShownOdds:
    """Odds for a page; most properties are computed when a template reads them.

    `is_final` is false while more precise odds are being computed. Next cards are sorted for the
    player at the seat `next_for`, best first.
    """

    def __init__(
        self,
        odds: Odds,
        next_for: int,
        dollars: DollarEquities | None = None,
        *,
        is_final: bool = True,
    ) -> None:
        self._odds = odds
        self.next_for = next_for
        self.dollars = _dollars_context(dollars) if dollars else None
        self.precision = precision_sentence(odds, is_final=is_final)
        self.next_card_name = next_card_name(odds.spot.game, odds.spot.coming)

    @property
    def headline(self) -> str:
        """Return a sentence about the favorite without the share, which the felt shows."""
        return capfirst(favorite_text(self._odds, has_share=False), self._odds.spot.labels)

    @property
    def announcement(self) -> str:
        """Return the sentence about the favorite with the share, for screen readers."""
        return capfirst(favorite_text(self._odds), self._odds.spot.labels)

    @cached_property
    def players(self) -> tuple[ShownPlayerOdds, ...]:
        return tuple(
            _show_player_odds(self._odds, player) for player in range(self._odds.tally.players)
        )

    @property
    def has_bars(self) -> bool:
        """Return whether bars show more than each player's share on the felt."""
        return any(len(player.bars) > 1 or player.bars[0].tied for player in self.players)

    @cached_property
    def _effects(self) -> dict[Card, list[str]]:
        spot = self._odds.spot
        cards_to_come, can_split = NextCards(spot), len(spot.game.contests) > 1
        return {
            next_card.card: [
                effect_text(effect, can_split=can_split)
                for effect in cards_to_come.effects(next_card.card, next_card.shares)
            ]
            for next_card in self._odds.next_cards
        }

    @property
    def effects(self) -> list[CardGroup]:
        """Return a group of next cards for each effect."""
        texts = dict.fromkeys(chain.from_iterable(self._effects.values()))
        return [
            _make_card_group(
                capfirst(text, self._odds.spot.labels),
                [card for card, effects in self._effects.items() if text in effects],
            )
            for text in texts
        ]

    @cached_property
    def shares_after(self) -> dict[Card, float]:
        """Return the share of the player at `next_for` after each next card."""
        return {
            next_card.card: float(next_card.shares[self.next_for])
            for next_card in self._odds.next_cards
        }

    @property
    def worst_card(self) -> Card:
        return min(self.shares_after, key=self.shares_after.__getitem__)

    @cached_property
    def next_cards(self) -> list[ShownNextCard]:
        seat, share_now = self.next_for, self._odds.tally.share(self.next_for)
        best_first = sorted(
            self._odds.next_cards, key=lambda next_card: next_card.shares[seat], reverse=True
        )
        return [
            ShownNextCard(
                card=next_card.card,
                percent=f"{round(float(next_card.shares[seat]) * 100)}%",
                trend=_trend(share_now, next_card.shares[seat]),
                effects=", ".join(self._effects[next_card.card]),
            )
            for next_card in best_first
        ]

    @property
    def ranks(self) -> list[int]:
        """Return the ranks of the deck, the highest first."""
        return sorted({card.rank for card in self._odds.spot.game.deck}, reverse=True)

    @property
    def outs(self) -> list[CardGroup]:
        return list(find_outs(self._odds))

    @property
    def read_as(self) -> tuple[str, ...]:
        """Return a description of each hand that isn't fully known.

        In games without boards, hands without ranges and discards are described only if their
        numbers of unknown cards differ.
        """
        spot, holdings = self._odds.spot, self._odds.spot.holdings
        is_plain = not any(holding.discards or holding.range for holding in holdings)
        is_dealt_evenly = is_plain and len({holding.unknown for holding in holdings}) == 1
        return () if is_dealt_evenly and not spot.game.boards else tuple(list_open_cards(spot))

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        """Return the results of two ranges against each other; empty for other spots."""
        return compare_ranges(self._odds)

    @property
    def ranges(self) -> list[tuple[Standing, ClassGrid]]:
        """Return the results and the grid of each range with more than one class of hands.

        A grid has only the ranks of the range. A cell is the name of a class and its results, which
        are None for a class outside the range.
        """
        game = self._odds.spot.game
        grids = []
        for standing in self.standings:
            classes = {hands.name: hands for hands in standing.classes}
            letters = set("".join(classes))
            ranks = sorted({card.rank for card in game.deck if str(card)[0] in letters})
            rows = build_class_grid(ranks)
            grid = [[(name, classes.get(name)) for name in row] for row in rows]
            if len(classes) > 1:
                grids.append((standing, grid))
        return grids


def _trend(before: float | Fraction, after: float | Fraction) -> str:
    return "better" if after > before else "worse" if after < before else "same"


def _show_player_odds(odds: Odds, player: int) -> ShownPlayerOdds:
    details = range_size_text(odds.spot.holdings[player], odds.spot)
    if odds.pots:
        details = f"{chips_text(round(odds.chips(player)))} chips"
    share = odds.tally.share(player)
    return ShownPlayerOdds(
        label=odds.spot.labels[player],
        percent=short_percent_text(share),
        details=details,
        bars=make_bars(odds, player),
        length=round(float(share) * 100, 1),
    )


def make_bars(odds: Odds, player: int) -> tuple[Bar, ...]:
    """Return one bar for wins and ties; in split-pot games, bars for scoops and each contest."""
    contests = odds.spot.game.contests
    total = odds.tally.total
    win_counts = [odds.tally.count_wins(player, index)[:2] for index in range(len(contests))]
    if len(contests) == 1:
        return (_make_bar("", *win_counts[0], total),)
    scoops = _make_bar("Scoop", odds.tally.count_pot_parts(player)["scoop"], 0, total)
    names = [capfirst(contest_words(odds.spot.game, contest).name) for contest in contests]
    bars = (_make_bar(name, *counts, total) for name, counts in zip(names, win_counts, strict=True))
    return (scoops, *bars)


def _make_bar(name: str, alone: int, tied: int, total: int) -> Bar:
    text = short_percent_text(Fraction(alone, total))
    if tied:
        text += f", tie {short_percent_text(Fraction(tied, total))}"
    return Bar(name, 100 * alone / total, 100 * tied / total, text)


def find_outs(odds: Odds) -> Iterator[CardGroup]:
    """Yield the next cards that give a player who isn't ahead now the lead or a tie for it."""
    shares_now = [odds.tally.share(player) for player in range(odds.tally.players)]
    is_last = sum(odds.spot.coming) == 1
    for player, label in enumerate(odds.spot.labels):
        if _is_ahead(shares_now, player):
            continue
        wins = [
            next_card.card for next_card in odds.next_cards if _is_ahead(next_card.shares, player)
        ]
        ties = [
            next_card.card
            for next_card in odds.next_cards
            if next_card.shares[player] == max(next_card.shares)
            and not _is_ahead(next_card.shares, player)
        ]
        for cards, is_win in ((wins, True), (ties, False)):
            if cards:
                text = outs_text(label, len(cards), wins=is_win, is_last=is_last)
                yield _make_card_group(text, cards)


def _is_ahead(shares: Sequence[Fraction], player: int) -> bool:
    return all(shares[player] > share for seat, share in enumerate(shares) if seat != player)


def _make_card_group(text: str, cards: Iterable[Card]) -> CardGroup:
    highest_first = sorted(cards, key=lambda card: (card.rank, card.suit), reverse=True)
    return CardGroup(text, tuple(highest_first))


def _dollars_context(dollars: DollarEquities) -> dict[str, Any]:
    """Return each player's dollar equity, the likeliest outcomes, and the number of the others."""
    equities = [
        {
            "label": displayed_label(label),
            "before": before,
            "after": after,
            "change": change,
            "trend": _trend(0, float(change.replace(",", ""))),
        }
        for label, before, after, change in list_dollar_changes(dollars)
    ]
    outcomes = [
        (short_percent_text(result.chance), list_stacks_after(result))
        for result in dollars.results[:MAX_LISTED_OUTCOMES]
    ]
    other_count = max(0, len(dollars.results) - MAX_LISTED_OUTCOMES)
    return {"equities": equities, "outcomes": outcomes, "other_count": other_count}
