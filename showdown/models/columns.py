"""A settlement as the compact columns of the store.

`cards` are the numbers of all cards, as `Deal.numbers`: the hands in the order of seats, then the
boards of each run. A shared card of stud is every hand's last, and each card of a mucked hand is
0xFF. `winners` and `categories` have one place for each contest, run by run: bits by seat, and the
place of the best hand's category in its ranking, or -1 where nobody qualifies. `made` has four
bytes for each seat and contest, run by run and seat by seat: the strength of the made hand and the
cards that play, bit i for the i-th of the player's cards and the boards of the run; 0 where there
is no such hand.

So the length of `winners` tells how often the boards were run, given the game's contests, and the
length of `made` how many players there are, given that of `winners`.
"""

from collections.abc import Sequence
from itertools import chain
from struct import pack
from typing import TypedDict

from showdown.evaluator.cards import Cards
from showdown.evaluator.contests import ContestResult, MadeHand
from showdown.evaluator.deals import default_label
from showdown.evaluator.settlement import Settlement

NO_CATEGORY = -1
"""Of a contest for which nobody qualifies, as in `bulk.outcomes`."""


class Columns(TypedDict):
    """The columns by name."""

    cards: bytes
    labels: list[str] | None
    winners: list[int]
    categories: list[int]
    made: bytes


def columns_of(settlement: Settlement) -> Columns:
    """What is stored of a settlement but its chips."""
    deal = settlement.deal
    contests = range(len(deal.game.contests))
    places = [(run, contest) for run in range(deal.runs) for contest in contests]
    return Columns(
        cards=deal.numbers,
        labels=custom_labels(deal.labels),
        winners=[_bits(deal.labels, winners_of(settlement, *place)) for place in places],
        categories=[_category(settlement.runs[run].contests[at]) for run, at in places],
        made=b"".join(_made_in(settlement, run) for run in range(deal.runs)),
    )


def winners_of(settlement: Settlement, run: int, contest: int) -> set[str]:
    """Who won the contest, by its place in the game: of several pots, in any of them."""
    pots = settlement.payout.pots if settlement.payout else ()
    decided = [pot.results[run][contest].winners for pot in pots if pot.results]
    return set(chain.from_iterable(decided or [settlement.runs[run].contests[contest].winners]))


def custom_labels(labels: Sequence[str]) -> list[str] | None:
    """None for the labels that hands have by default, which need no storing."""
    default = all(label == default_label(seat) for seat, label in enumerate(labels))
    return None if default else list(labels)


def _bits(labels: Sequence[str], winners: set[str]) -> int:
    return sum(1 << seat for seat, label in enumerate(labels) if label in winners)


def _category(result: ContestResult) -> int:
    if result.best is None:
        return NO_CATEGORY
    return result.best.ranking.category_of(result.best.rank)


def _made_in(settlement: Settlement, run: int) -> bytes:
    """What every seat makes in every contest of a run."""
    deal = settlement.deal
    boards = tuple(chain.from_iterable(deal.boards_of_run(run)))
    made = settlement.runs[run].made
    return b"".join(
        _made(hand.cards + boards, made[contest.name][hand.label])
        for hand in deal.hands
        for contest in deal.game.contests
    )


def _made(cards: Cards, made: MadeHand | None) -> bytes:
    if made is None:
        return bytes(4)
    return pack(">HH", made.strength, sum(1 << cards.index(card) for card in made.cards))
