"""The pots of a logged hand: their chips, the players who can win them, and the rake.

Rooms take the rake of several pots in proportion, or from the main pot first, or from the last one,
or the rake in one way and a fee in another. Few logs state how, but payments show it if each player
won only one of the pots.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from showdown.evaluator.errors import InvalidWagers
from showdown.evaluator.rake import Rake, TakenFrom
from showdown.evaluator.wagers import Pot, pots_of_contributions
from showdown.notation.logs.logged_hand import LoggedHand, Skip, Unplayed


class Unjudged(Unplayed):
    """A hand that can't be judged."""


class Pots(NamedTuple):
    """The pots before rake, main pot first, each with the players who can win it.

    If `alone` is set, the last pot goes to this player, who showed no cards: everyone who showed
    was all in for less, and all others folded.
    """

    pots: tuple[Pot, ...]
    alone: str = ""

    @property
    def total(self) -> int:
        return sum([pot.amount for pot in self.pots])


def pots_in(hand: LoggedHand) -> Pots:
    """Return the pots of a hand for which `why_not_settled` returned None.

    Raise Unjudged if the log doesn't state who won one of them.
    """
    shown = [name for name in hand.hands if name not in hand.folded]
    silent = [name for name in hand.seats if name not in hand.hands and name not in hand.folded]
    put_in = hand.contributions
    most = max([put_in.get(name, 0) for name in shown])
    if above := [name for name in silent if put_in.get(name, 0) > most]:
        return _with_pot_of_silent(hand, shown, above, most)
    return Pots(_pots(put_in, hand.dead, shown))


def _with_pot_of_silent(hand: LoggedHand, shown: list[str], above: list[str], most: int) -> Pots:
    """Return the pots; the last contains the bets that nobody who showed cards had matched.

    The player who didn't show wins the last pot. Raise Unjudged if there are several such players.
    """
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
        raise Unjudged(Skip.DOES_NOT_ADD_UP, "a player who put in no chips showed a hand") from None


def without_rake(
    pots: tuple[Pot, ...], taken: int, unit: int, taken_from: TakenFrom = TakenFrom.PROPORTION
) -> tuple[Pot, ...]:
    """Return the pots after the house took `taken` chips in total."""
    if not taken:
        return pots
    remaining = amounts_without_rake([pot.amount for pot in pots], taken, unit, taken_from)
    return tuple(Pot(amount, pot.eligible) for amount, pot in zip(remaining, pots, strict=True))


def amounts_without_rake(
    amounts: Sequence[int], taken: int, unit: int, taken_from: TakenFrom
) -> list[int]:
    """Return the rest of each pot, the main pot first."""
    if len(amounts) == 1:
        return [amounts[0] - taken]
    shares = Rake(taken_from=taken_from).shares(amounts, taken, unit)
    return [amount - less for amount, less in zip(amounts, shares, strict=True)]


type Due = Mapping[str, int]

_HIGHEST_PERCENT = 10
"""Maximum rake in percent of a pot; one chip more is allowed."""
_NEAR = 2
"""Maximum error of a pot computed from a player's share, in chips, because of odd chips."""


def pots_as_paid(
    pots: tuple[Pot, ...], taken: int, paid: Due, due_of: Callable[[tuple[Pot, ...]], Due]
) -> Iterator[tuple[Pot, ...]]:
    """Yield the pots after rake if the payments determine them.

    `due_of` returns each player's payout from such pots. Only one payment is used for each pot, so
    the other payments must still be checked.
    """
    open_pots = {
        index: due_of(with_only(pots, index, pot.amount)) for index, pot in enumerate(pots)
    }
    amounts = [pot.amount for pot in pots]
    unexplained = dict(paid)
    while len(open_pots) > 1:
        index, name = _won_alone(open_pots)
        if not name:
            break
        amount = _amount(pots, index, name, unexplained.get(name, 0), due_of)
        if amount is None:
            return
        amounts[index] = amount
        for winner, chips in due_of(with_only(pots, index, amount)).items():
            unexplained[winner] = unexplained.get(winner, 0) - chips
        del open_pots[index]
    rest = next(iter(open_pots))
    amounts[rest] -= taken - sum(pot.amount for pot in pots) + sum(amounts)
    if all(_is_likely(pot.amount, amount) for pot, amount in zip(pots, amounts, strict=True)):
        yield tuple(Pot(amount, pot.eligible) for pot, amount in zip(pots, amounts, strict=True))


def _won_alone(open_pots: Mapping[int, Due]) -> tuple[int, str]:
    """Return a pot and a player who wins no other pot; the name is empty if there is none."""
    for index in sorted(open_pots, reverse=True):
        others = {name for other, due in open_pots.items() if other != index for name in due}
        for name in open_pots[index]:
            if name not in others:
                return index, name
    return 0, ""


def _amount(
    pots: tuple[Pot, ...],
    index: int,
    name: str,
    paid: int,
    due_of: Callable[[tuple[Pot, ...]], Due],
) -> int | None:
    """Return the size of this pot after rake, computed from the player's payment.

    Return None if no plausible size explains the payment.
    """
    whole = pots[index].amount
    share = due_of(with_only(pots, index, whole))[name]
    near = round(whole * paid / share)
    amounts = range(near - _NEAR, near + _NEAR + 1)
    for amount in sorted(amounts, key=lambda amount: abs(amount - near)):
        if (
            _is_likely(whole, amount)
            and due_of(with_only(pots, index, amount)).get(name, 0) == paid
        ):
            return amount
    return None


def _is_likely(whole: int, amount: int) -> bool:
    return 0 <= whole - amount <= whole * _HIGHEST_PERCENT // 100 + 1


def with_only(pots: tuple[Pot, ...], index: int, amount: int) -> tuple[Pot, ...]:
    """Return the pots with `amount` in this pot and nothing in the others."""
    return tuple(
        Pot(amount if other == index else 0, pot.eligible) for other, pot in enumerate(pots)
    )
