"""Find the fewest payments that settle a night."""

from collections.abc import Mapping
from typing import NamedTuple

_MAX_MINIMIZED = 12
"""Maximum number of players for which the number of payments is minimized."""


class Payment(NamedTuple):
    """A payment from one player to another."""

    payer: str
    receiver: str
    amount: int


def settle_up(balances: Mapping[str, int]) -> list[Payment]:
    """Return the payments that settle all balances, which add up to zero.

    Players with a positive balance receive. The number of payments is less than the number of
    nonzero balances, and minimal for up to `_MAX_MINIMIZED` of them.
    """
    if sum(balances.values()):
        raise ValueError("the balances don't add up to zero")
    unsettled = {name: amount for name, amount in sorted(balances.items()) if amount}
    payments: list[Payment] = []
    for group in _split_into_balanced_groups(unsettled):
        payments += _pay_largest_first(group)
    return payments


def _split_into_balanced_groups(balances: Mapping[str, int]) -> list[dict[str, int]]:
    """Split balances into as many groups with sum zero as possible, since each saves a payment.

    Players join one by one, and a group is complete whenever the sum is zero. For each set of
    players, as bits, `sums` is the sum of their balances, `group_counts` the largest number of
    complete groups, and `last_players` the player who joins last to reach that number.
    """
    names, amounts = list(balances), list(balances.values())
    if len(names) > _MAX_MINIMIZED:
        return [dict(balances)]
    sums, group_counts, last_players = [0], [0], [0]
    for players in range(1, 1 << len(names)):
        lowest = (players & -players).bit_length() - 1
        sums.append(sums[players & (players - 1)] + amounts[lowest])
        joined = [index for index in range(len(names)) if players >> index & 1]
        last_players.append(max(joined, key=lambda index: group_counts[players ^ 1 << index]))
        group_counts.append(
            group_counts[players ^ 1 << last_players[players]] + (not sums[players])
        )
    groups: list[dict[str, int]] = []
    players = (1 << len(names)) - 1
    while players:
        if not sums[players]:
            groups.append({})
        index = last_players[players]
        groups[-1][names[index]] = amounts[index]
        players ^= 1 << index
    return groups


def _pay_largest_first(balances: Mapping[str, int]) -> list[Payment]:
    """Return payments from the largest debtor to the largest creditor until nobody owes money."""
    unsettled = dict(balances)
    payments = []
    while any(unsettled.values()):
        payer = min(unsettled, key=lambda name: unsettled[name])
        receiver = max(unsettled, key=lambda name: unsettled[name])
        amount = min(-unsettled[payer], unsettled[receiver])
        payments.append(Payment(payer, receiver, amount))
        unsettled[payer] += amount
        unsettled[receiver] -= amount
    return payments
