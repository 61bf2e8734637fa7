"""How the house took its part from several pots, where a log tells only how much it was.

Rooms do it in proportion, from the main pot first, from the last one, or the rake in one way and a
fee in another; hardly any says how. What was paid tells it where a player won only one of the pots.
"""

from collections.abc import Callable, Iterator, Mapping

from showdown.evaluator.wagers import Pot

type Due = Mapping[str, int]

_HIGHEST_PERCENT = 10
"""Of no pot does a house take more than this, and a chip."""
_NEAR = 2
"""Chips by which odd ones may move a pot away from what a player's share of it says."""


def pots_as_paid(
    pots: tuple[Pot, ...], taken: int, paid: Due, due_of: Callable[[tuple[Pot, ...]], Due]
) -> Iterator[tuple[Pot, ...]]:
    """The pots after the house took its part as the payments show; nothing if they can't show it.

    `due_of` says what each player gets of such pots. Whether all payments are right is still to be
    checked: only one of them is used for each pot.
    """
    open_pots = {place: due_of(only(pots, place, pot.amount)) for place, pot in enumerate(pots)}
    amounts = [pot.amount for pot in pots]
    unexplained = dict(paid)
    while len(open_pots) > 1:
        place, name = _won_alone(open_pots)
        if not name:
            break
        amount = _amount(pots, place, name, unexplained.get(name, 0), due_of)
        if amount is None:
            return
        amounts[place] = amount
        for winner, chips in due_of(only(pots, place, amount)).items():
            unexplained[winner] = unexplained.get(winner, 0) - chips
        del open_pots[place]
    rest = next(iter(open_pots))
    amounts[rest] -= taken - sum(pot.amount for pot in pots) + sum(amounts)
    if all(_is_likely(pot.amount, amount) for pot, amount in zip(pots, amounts, strict=True)):
        yield tuple(Pot(amount, pot.eligible) for pot, amount in zip(pots, amounts, strict=True))


def _won_alone(open_pots: Mapping[int, Due]) -> tuple[int, str]:
    """A pot, and somebody who wins a part of no other; no name if there is no such pot."""
    for place in sorted(open_pots, reverse=True):
        others = {name for other, due in open_pots.items() if other != place for name in due}
        for name in open_pots[place]:
            if name not in others:
                return place, name
    return 0, ""


def _amount(
    pots: tuple[Pot, ...],
    place: int,
    name: str,
    paid: int,
    due_of: Callable[[tuple[Pot, ...]], Due],
) -> int | None:
    """What of this pot was paid out, if the player got so much of it; None if it can't be."""
    whole = pots[place].amount
    share = due_of(only(pots, place, whole))[name]
    near = round(whole * paid / share)
    amounts = range(near - _NEAR, near + _NEAR + 1)
    for amount in sorted(amounts, key=lambda amount: abs(amount - near)):
        if _is_likely(whole, amount) and due_of(only(pots, place, amount)).get(name, 0) == paid:
            return amount
    return None


def _is_likely(whole: int, amount: int) -> bool:
    return 0 <= whole - amount <= whole * _HIGHEST_PERCENT // 100 + 1


def only(pots: tuple[Pot, ...], place: int, amount: int) -> tuple[Pot, ...]:
    """The same pots, of which only this one has chips."""
    return tuple(
        Pot(amount if other == place else 0, pot.eligible) for other, pot in enumerate(pots)
    )
