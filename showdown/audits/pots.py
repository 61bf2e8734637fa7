"""The pots of a logged hand: their chips, the players who can win them, and the rake.

Rooms take the rake of several pots in proportion, or from the main pot first, or from the last one,
or the rake in one way and a fee in another. Few logs state how, but payments show it if each player
won only one of the pots.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from showdown.evaluator.errors import InvalidWagers
from showdown.evaluator.rake import Rake, TakenFrom
from showdown.evaluator.wagers import Pot, build_pots
from showdown.notation.logs.logged_hand import HandSkipped, LoggedHand, Skip


class Pots(NamedTuple):
    """The pots before rake, main pot first, each with the players who can win it.

    If `winner_without_showing` is set, this player wins the last pot without showing cards: all who
    showed were all in for less, and all others folded.
    """

    pots: tuple[Pot, ...]
    winner_without_showing: str = ""

    @property
    def total(self) -> int:
        return sum([pot.amount for pot in self.pots])


def find_pots(hand: LoggedHand) -> Pots:
    """Return the pots of a hand for which `skip_if_not_settleable` returned None.

    Raise HandSkipped if the log doesn't state who won one of the pots, or if a player without chips
    in the pots showed a hand.
    """
    shown = [name for name in hand.hands if name not in hand.folded]
    unshown = [name for name in hand.seats if name not in hand.hands and name not in hand.folded]
    put_in = hand.contributions
    max_shown_contribution = max([put_in.get(name, 0) for name in shown])
    unshown_bettors = [name for name in unshown if put_in.get(name, 0) > max_shown_contribution]
    if unshown_bettors:
        return _pots_with_unmatched_bets(hand, shown, unshown_bettors, max_shown_contribution)
    return Pots(_divide_into_pots(put_in, hand.dead, shown))


def _pots_with_unmatched_bets(
    hand: LoggedHand, shown: list[str], unshown_bettors: list[str], max_shown_contribution: int
) -> Pots:
    """Return the pots; the last contains the bets above `max_shown_contribution` chips.

    `unshown_bettors` are the players who didn't show and put in more chips than every player who
    showed. If there is only one, this player wins the last pot. Otherwise, raise HandSkipped.
    """
    excess = {
        name: chips - max_shown_contribution
        for name, chips in hand.contributions.items()
        if chips > max_shown_contribution
    }
    called_pots, _ = build_pots(excess, 0, tuple(unshown_bettors))
    capped_bets = {
        name: min(chips, max_shown_contribution) for name, chips in hand.contributions.items()
    }
    pots = _divide_into_pots(capped_bets, hand.dead, shown)
    amount = sum(pot.amount for pot in called_pots)
    if not amount:
        return Pots(pots)
    if len(unshown_bettors) > 1:
        raise HandSkipped(Skip.CARDS_NOT_SHOWN, "nobody showed a hand for the last side pot")
    last_pot = Pot(amount, tuple(unshown_bettors))
    return Pots((*pots, last_pot), winner_without_showing=unshown_bettors[0])


def _divide_into_pots(
    put_in: Mapping[str, int], dead: int, shown: Sequence[str]
) -> tuple[Pot, ...]:
    try:
        return build_pots(put_in, dead, tuple(shown))[0]
    except InvalidWagers:
        raise HandSkipped(
            Skip.DOES_NOT_ADD_UP, "a player who put in no chips showed a hand"
        ) from None


def deduct_rake(
    pots: tuple[Pot, ...], taken: int, unit: int, taken_from: TakenFrom = TakenFrom.PROPORTION
) -> tuple[Pot, ...]:
    """Return the pots after the house took `taken` chips in total."""
    if not taken:
        return pots
    remaining = deduct_rake_from_amounts([pot.amount for pot in pots], taken, unit, taken_from)
    return tuple(Pot(amount, pot.eligible) for amount, pot in zip(remaining, pots, strict=True))


def deduct_rake_from_amounts(
    amounts: Sequence[int], taken: int, unit: int, taken_from: TakenFrom
) -> list[int]:
    """Return the amount of each pot after rake, the main pot first."""
    if len(amounts) == 1:
        return [amounts[0] - taken]
    shares = Rake(taken_from=taken_from).divide_among_pots(amounts, taken, unit)
    return [amount - share for amount, share in zip(amounts, shares, strict=True)]


type Payouts = Mapping[str, int]
"""The chips that each player receives."""

_MAX_RAKE_PERCENT = 10
"""Maximum rake in percent of a pot; one chip more is allowed."""
_MAX_ODD_CHIPS = 2
"""Maximum error of a pot computed from a player's share, in chips, because of odd chips."""


def infer_pots_after_rake(
    pots: tuple[Pot, ...],
    taken: int,
    paid: Payouts,
    payouts_of: Callable[[tuple[Pot, ...]], Payouts],
) -> Iterator[tuple[Pot, ...]]:
    """Yield the pots after rake if the payments determine them, otherwise nothing.

    `payouts_of` returns each player's payout from such pots. The size of a pot is inferred from one
    payment, so the caller must check the other payments.
    """
    unsolved_pots = {
        index: payouts_of(isolate_pot(pots, index, pot.amount)) for index, pot in enumerate(pots)
    }
    amounts = [pot.amount for pot in pots]
    unexplained = dict(paid)
    while len(unsolved_pots) > 1:
        index, name = _find_winner_of_one_pot(unsolved_pots)
        if not name:
            break
        amount = _infer_amount(pots, index, name, unexplained.get(name, 0), payouts_of)
        if amount is None:
            return
        amounts[index] = amount
        for winner, chips in payouts_of(isolate_pot(pots, index, amount)).items():
            unexplained[winner] = unexplained.get(winner, 0) - chips
        del unsolved_pots[index]
    last_index = next(iter(unsolved_pots))
    amounts[last_index] -= taken - sum(pot.amount for pot in pots) + sum(amounts)
    if all(_is_plausible(pot.amount, amount) for pot, amount in zip(pots, amounts, strict=True)):
        yield tuple(Pot(amount, pot.eligible) for pot, amount in zip(pots, amounts, strict=True))


def _find_winner_of_one_pot(unsolved_pots: Mapping[int, Payouts]) -> tuple[int, str]:
    """Return a pot and a player who wins no other pot; the name is empty if there is none."""
    for index in sorted(unsolved_pots, reverse=True):
        winners_of_others = set().union(
            *(payouts for other, payouts in unsolved_pots.items() if other != index)
        )
        for name in unsolved_pots[index]:
            if name not in winners_of_others:
                return index, name
    return 0, ""


def _infer_amount(
    pots: tuple[Pot, ...],
    index: int,
    name: str,
    paid: int,
    payouts_of: Callable[[tuple[Pot, ...]], Payouts],
) -> int | None:
    """Return the size of this pot after rake, computed from the player's payment.

    Return None if no plausible size explains the payment.
    """
    before_rake = pots[index].amount
    share = payouts_of(isolate_pot(pots, index, before_rake))[name]
    estimate = round(before_rake * paid / share)
    amounts = range(estimate - _MAX_ODD_CHIPS, estimate + _MAX_ODD_CHIPS + 1)
    for amount in sorted(amounts, key=lambda amount: abs(amount - estimate)):
        if (
            _is_plausible(before_rake, amount)
            and payouts_of(isolate_pot(pots, index, amount)).get(name, 0) == paid
        ):
            return amount
    return None


def _is_plausible(before_rake: int, after_rake: int) -> bool:
    """Return whether the rake may reduce a pot from the first to the second amount."""
    return 0 <= before_rake - after_rake <= before_rake * _MAX_RAKE_PERCENT // 100 + 1


def isolate_pot(pots: tuple[Pot, ...], index: int, amount: int) -> tuple[Pot, ...]:
    """Return the pots with `amount` in this pot and nothing in the others."""
    return tuple(
        Pot(amount if other == index else 0, pot.eligible) for other, pot in enumerate(pots)
    )
