"""A settlement as the compact columns of the record.

`cards` are the numbers of all cards, as in `Deal.numbers`: the hands in seat order, then the boards
of each run. A shared card of stud is every hand's last, and each card of a mucked hand is 0xFF.
`winners` and `categories` have one entry for each contest, run by run: the winners' seats as bits,
and the index of the best hand's category in its ranking, or -1 if nobody qualifies. `made` has four
bytes for each seat and contest, run by run and seat by seat: the strength of the made hand, and the
cards that play (bit i for the i-th of the player's cards and the run's boards), or 0 if there is no
such hand.

So, given the game's contests, the length of `winners` says how often the boards were run; and given
that, the length of `made` says how many players there were.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from struct import iter_unpack, pack
from typing import TypedDict

from showdown.evaluator.cards import Card
from showdown.evaluator.contests import ContestResult, MadeHand, MadeHands, made_of
from showdown.evaluator.deals import Deal, default_label
from showdown.evaluator.settlement import Settlement

_MADE = ">HH"
"""An entry of `made`: the strength, and the cards as bits."""
NO_CATEGORY = -1
"""Category of a contest for which nobody qualifies, as in `bulk.outcomes`."""


class Columns(TypedDict):
    """The columns by name."""

    cards: bytes
    labels: list[str] | None
    winners: list[int]
    categories: list[int]
    made: bytes


def columns_of(settlement: Settlement) -> Columns:
    """Return the columns of a settlement, except its chips."""
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


def made_of_column(deal: Deal, made: bytes) -> list[dict[str, MadeHands]]:
    """Return the made hands of the column `made`: run by run, by contest and label."""
    masks = (cards for _, cards in iter_unpack(_MADE, made))
    return [_made_of_run(deal, run, masks) for run in range(deal.runs)]


def _made_of_run(deal: Deal, run: int, masks: Iterator[int]) -> dict[str, MadeHands]:
    boards = tuple(chain.from_iterable(deal.boards_of_run(run)))
    made: defaultdict[str, dict[str, MadeHand | None]] = defaultdict(dict)
    for hand in deal.hands:
        cards = hand.cards + boards
        for contest in deal.game.contests:
            mask = next(masks)
            playing = tuple([card for place, card in enumerate(cards) if mask >> place & 1])
            made[contest.name][hand.label] = made_of(playing, hand, contest) if mask else None
    return {**made}


def winners_of(settlement: Settlement, run: int, contest: int) -> set[str]:
    """Return the winners of the contest with this index in the game, in any of the pots."""
    pots = settlement.payout.pots if settlement.payout else ()
    decided = [pot.results[run][contest].winners for pot in pots if pot.results]
    return set(chain.from_iterable(decided or [settlement.runs[run].contests[contest].winners]))


def custom_labels(labels: Sequence[str]) -> list[str] | None:
    """Return the labels, or None for the default ones, which aren't stored."""
    default = all(label == default_label(seat) for seat, label in enumerate(labels))
    return None if default else list(labels)


def _bits(labels: Sequence[str], winners: set[str]) -> int:
    return sum(1 << seat for seat, label in enumerate(labels) if label in winners)


def _category(result: ContestResult) -> int:
    if result.best is None:
        return NO_CATEGORY
    return result.best.ranking.category_of(result.best.rank)


def _made_in(settlement: Settlement, run: int) -> bytes:
    """Return the column `made` for one run."""
    deal = settlement.deal
    boards = tuple(chain.from_iterable(deal.boards_of_run(run)))
    made = settlement.runs[run].made
    return b"".join(
        _made(bits, made[contest.name][hand.label])
        for hand in deal.hands
        for bits in [{card: 1 << place for place, card in enumerate(hand.cards + boards)}]
        for contest in deal.game.contests
    )


def _made(bits: Mapping[Card, int], made: MadeHand | None) -> bytes:
    if made is None:
        return bytes(4)
    return pack(_MADE, made.strength, sum(map(bits.__getitem__, made.cards)))
