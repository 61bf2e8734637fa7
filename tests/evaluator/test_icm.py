"""Test dollar equity, which is compared with brute force over every order of finish."""

import random
from fractions import Fraction
from itertools import permutations

import pytest

from showdown.evaluator.icm import IcmFault, InvalidTournament, Tournament, calculate_equities
from showdown.evaluator.wagers import Wagers


def enumerate_icm(stacks, payouts):
    dollars = [Fraction(0)] * len(stacks)
    for order in permutations(range(len(stacks))):
        chance, chips = Fraction(1), Fraction(sum(stacks))
        for player in order:
            chance *= stacks[player] / chips
            chips -= stacks[player]
        for place, player in enumerate(order[: len(payouts)]):
            dollars[player] += chance * Fraction(payouts[place])
    return dollars


@pytest.mark.parametrize("seed", range(20))
def test_icm_equals_the_sum_over_all_orders_of_finishing(seed):
    rng = random.Random(seed)
    players = rng.randint(2, 6)
    stacks = [rng.choice([rng.randint(1, 50), rng.randint(1, 1_000_000)]) for _ in range(players)]
    payouts = sorted((rng.uniform(0, 1) for _ in range(rng.randint(1, players))), reverse=True)
    exact = enumerate_icm(stacks, payouts)
    assert calculate_equities(stacks, payouts) == pytest.approx(list(map(float, exact)), abs=1e-12)


def test_the_equities_add_up_to_the_payouts():
    stacks = [random.Random(10).randint(1, 10**6) for _ in range(10)]
    payouts = [30, 20, 14, 10, 8, 6, 5, 4, 2, 1]
    assert sum(calculate_equities(stacks, payouts)) == pytest.approx(100, abs=1e-10)
    assert calculate_equities([5] * 10, payouts) == pytest.approx([10] * 10)
    assert calculate_equities([3, 1], [100]) == pytest.approx([75, 25])


@pytest.mark.parametrize(
    ("after", "before", "dollars"),
    [
        ([100, 0, 0], [50, 30, 20], [50, 30, 20]),
        ([100, 0, 0], [50, 20, 30], [50, 20, 30]),
        ([100, 0, 0], [50, 25, 25], [50, 25, 25]),
        ([60, 40, 0], [60, 20, 20], [0.6 * 50 + 0.4 * 30, 0.4 * 50 + 0.6 * 30, 20]),
    ],
)
def test_the_larger_stack_places_higher_if_players_bust_together(after, before, dollars):
    tournament = Tournament(dict(zip("ABC", before, strict=True)), [50, 30, 20])
    assert tournament.equities_after_hand(after) == pytest.approx(dollars)


@pytest.mark.parametrize(
    ("ante", "equities"), [({}, [25, 25]), ({"Ann": 100}, [20, 30]), ({"Bob": 100}, [30, 20])]
)
def test_the_larger_of_equal_stacks_after_the_ante_places_higher(ante, equities):
    tournament = Tournament({"Ann": 1000, "Bob": 1000, "Cem": 3000}, [50, 30, 20], ante)
    assert tournament.equities_after_hand([0, 0, 5000]) == (*equities, 50)


def test_the_ante_is_dead_money_of_one_stack():
    tournament = Tournament({"Ann": 1000, "Bob": 800, "Cem": 3000}, [50, 30, 20], {"Ann": 300})
    wagers = tournament.add_ante(Wagers(), ("Ann", "Bob"))
    assert (wagers.dead, wagers.contributions) == (300, {"Ann": 700, "Bob": 800})
    with pytest.raises(InvalidTournament) as caught:
        tournament.add_ante(Wagers(contributions={"Ann": 701, "Bob": 701}), ("Ann", "Bob"))
    assert caught.value.fault is IcmFault.TOO_SMALL


@pytest.mark.parametrize("ante", [{"Ann": 1001}, {"Ann": 0}, {"Ann": -1}])
def test_an_invalid_ante_is_refused(ante):
    with pytest.raises(InvalidTournament) as caught:
        Tournament({"Ann": 1000, "Bob": 1000}, [50, 30], ante)
    assert caught.value.fault is IcmFault.NOT_AN_ANTE


def test_a_tournament_of_too_many_players_is_refused():
    with pytest.raises(InvalidTournament) as caught:
        Tournament(dict.fromkeys("ABCDEFGHIJK", 5), [50])
    assert caught.value.fault is IcmFault.TOO_MANY
