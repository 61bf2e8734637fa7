"""The pots of a hand of a log: how many chips, who can win them, and what is paid of them."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from showdown.evaluator.errors import InvalidWagers
from showdown.evaluator.rake import Rake, TakenFrom
from showdown.evaluator.wagers import MOST_SEATS, Pot, pots_of_contributions
from showdown.notation.logs.logged_hand import LoggedHand, Skip, Unplayed

_RAKES = {taken_from: Rake(taken_from=taken_from) for taken_from in TakenFrom}


class Unjudged(Unplayed):
    """A hand that can't be judged."""


class Pots(NamedTuple):
    """The pots before the house takes its part, main pot first, each with who can win it.

    The last goes to `alone` where there is such a player, whose cards nobody has seen: everyone who
    showed was all in for less, and everyone else folded.
    """

    pots: tuple[Pot, ...]
    alone: str = ""

    @property
    def total(self) -> int:
        return sum([pot.amount for pot in self.pots])


def pots_in(hand: LoggedHand) -> Pots:
    """The pots that were put together. Raises Unjudged."""
    if len(hand.seats) > MOST_SEATS:
        raise Unjudged(Skip.UNSUPPORTED_GAME, f"a table has at most {MOST_SEATS} seats")
    shown = [name for name in hand.hands if name not in hand.folded]
    silent = [name for name in hand.seats if name not in hand.hands and name not in hand.folded]
    if not shown or len(shown) + len(silent) < 2:
        raise Unjudged(Skip.NO_SHOWDOWN)
    put_in = hand.contributions
    if silent:
        most = max([put_in.get(name, 0) for name in shown])
        above = [name for name in silent if put_in.get(name, 0) > most]
        if above:
            return _with_pot_of_silent(hand, shown, above, most)
    return Pots(_pots(put_in, hand.dead, shown))


def _with_pot_of_silent(hand: LoggedHand, shown: list[str], above: list[str], most: int) -> Pots:
    """What was put in above all who showed is another pot, for the one who did not."""
    more = {name: chips - most for name, chips in hand.contributions.items() if chips > most}
    called, _ = pots_of_contributions(more, 0, tuple(above))
    capped = {name: min(chips, most) for name, chips in hand.contributions.items()}
    pots = _pots(capped, hand.dead, shown)
    amount = sum(pot.amount for pot in called)
    if not amount:
        return Pots(pots)
    if len(above) > 1:
        raise Unjudged(Skip.CARDS_NOT_SHOWN, "nobody showed a hand for the last side pot")
    return Pots((*pots, Pot(amount, tuple(above))), alone=above[0])


def _pots(put_in: Mapping[str, int], dead: int, shown: Sequence[str]) -> tuple[Pot, ...]:
    try:
        return pots_of_contributions(put_in, dead, tuple(shown))[0]
    except InvalidWagers:
        raise Unjudged(Skip.DOES_NOT_ADD_UP, "who showed a hand put no chips in") from None


def without_rake(
    pots: tuple[Pot, ...], taken: int, unit: int, taken_from: TakenFrom = TakenFrom.PROPORTION
) -> tuple[Pot, ...]:
    """The pots as they are paid, after the house has `taken` so much of them together."""
    if not taken:
        return pots
    remaining = amounts_without_rake([pot.amount for pot in pots], taken, unit, taken_from)
    return tuple(Pot(amount, pot.eligible) for amount, pot in zip(remaining, pots, strict=True))


def amounts_without_rake(
    amounts: Sequence[int], taken: int, unit: int, taken_from: TakenFrom
) -> list[int]:
    """What is left of each pot, the main pot first."""
    if len(amounts) == 1:
        return [amounts[0] - taken]
    shares = _RAKES[taken_from].shares(amounts, taken, unit)
    return [amount - less for amount, less in zip(amounts, shares, strict=True)]
