"""Payments settle every balance, with as few of them as there can be."""

import random
from itertools import combinations

import pytest

from showdown.audits.night.settling_up import settle_up


def balances(rng: random.Random, players: int, most: int) -> dict[str, int]:
    amounts = [rng.randint(-most, most) for _ in range(players - 1)]
    return {f"P{place}": amount for place, amount in enumerate([*amounts, -sum(amounts)])}


def fewest(amounts: list[int]) -> int:
    """By trying every first group that is even, and what is left."""
    left = [amount for amount in amounts if amount]
    if not left:
        return 0
    best = len(left) - 1
    for size in range(1, len(left)):
        for others in combinations(range(1, len(left)), size - 1):
            group = (0, *others)
            if sum(left[place] for place in group) == 0:
                rest = [amount for place, amount in enumerate(left) if place not in group]
                best = min(best, size - 1 + fewest(rest))
    return best


@pytest.mark.parametrize("players", [1, 2, 3, 5, 7, 12, 13, 30, 200])
def test_everybody_is_even_after_at_most_one_payment_less_than_players(players: int) -> None:
    rng = random.Random(players)
    for most in (3, 10_000):
        owed = balances(rng, players, most)
        payments = settle_up(owed)
        assert len(payments) <= max(players - 1, 0)
        for payment in payments:
            assert payment.amount > 0
            owed[payment.payer] += payment.amount
            owed[payment.receiver] -= payment.amount
        assert not any(owed.values())


def test_there_are_no_fewer_payments() -> None:
    rng = random.Random(1)
    for _ in range(60):
        owed = balances(rng, rng.randint(2, 7), 6)
        assert len(settle_up(owed)) == fewest(list(owed.values()))


def test_balances_that_are_not_even_are_refused() -> None:
    with pytest.raises(ValueError, match="add up"):
        settle_up({"Ann": 3, "Bob": -2})
