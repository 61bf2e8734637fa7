"""Sums of a night, and the payments that settle it."""

import random
from datetime import UTC, datetime, timedelta
from itertools import combinations

import pytest

from showdown.audits.judging import Judgment
from showdown.audits.night.names import InvalidNames, Names
from showdown.audits.night.settling_up import settle_up
from showdown.audits.night.winnings import sums_of
from showdown.management.night_text import as_text
from showdown.notation.logs.logged_hand import LoggedHand
from showdown.notation.logs.registry import read_log
from tests.audits.night.nights import LOGS, judged_in, night_of, told_of

SAMPLES = sorted(path.name for path in LOGS.iterdir())


@pytest.mark.parametrize("sample", SAMPLES)
def test_nets_add_up_to_chips_added_by_the_house_less_the_rake(sample: str) -> None:
    judged = judged_in((LOGS / sample).read_bytes())
    hands = [each for each in judged if isinstance(each, Judgment)]
    assert hands
    for each in hands:
        hand = each.hand
        if each.difference or hand.cash_outs or hand.insured:
            continue
        sums, house = sums_of(hand, None)
        scale = 100 // 10**hand.decimals
        given = hand.dead - sum(hand.posted_dead.values())
        assert sum(each.net for each in sums.values()) == (given - hand.taken) * scale, hand.origin
        assert house.taken == hand.taken * scale


@pytest.mark.parametrize("sample", SAMPLES)
def test_nets_of_players_and_house_add_up_to_zero(sample: str) -> None:
    for results in night_of((LOGS / sample).read_bytes()).currencies.values():
        assert sum(sums.net for sums in results.totals.values()) == -results.house.net
        of_hours = [sums for hour in results.hours.values() for sums in hour.values()]
        assert sum(sums.net for sums in of_hours) == -results.house.net


@pytest.mark.parametrize("sample", SAMPLES)
def test_the_board_has_the_cards_of_the_last_round(sample: str) -> None:
    """If everyone else folded, the board has the cards of that betting round."""
    for hand in read_log([(LOGS / sample).read_bytes()]):
        if not isinstance(hand, LoggedHand) or len(hand.still_in) > 1 or hand.last_round is None:
            continue
        if hand.game.boards and not hand.game.has_draw:
            cards = len(hand.boards[0]) if hand.boards else 0
            assert (0, 3, 4, 5)[hand.last_round] == cards, hand.origin


def poker_now(*hands: tuple[str, str, int, datetime]) -> bytes:
    """Return a log in which each loser folds a small blind of these chips to the winner."""
    rows = []
    order = 177766616000000
    for number, (winner, loser, chips, at) in enumerate(hands, 1):
        for entry in (
            f"-- starting hand #{number} (id: h{number})  (No Limit Texas Hold'em) "
            f'(dealer: "{winner}") --',
            f'Player stacks: #1 "{winner}" (1000) | #2 "{loser}" (1000)',
            f'"{loser}" posts a small blind of {chips}',
            f'"{winner}" posts a big blind of {2 * chips}',
            f'"{loser}" folds',
            f'Uncalled bet of {chips} returned to "{winner}"',
            f'"{winner}" collected {2 * chips} from pot',
            f"-- ending hand #{number} --",
        ):
            order += 1
            quoted = entry.replace('"', '""')
            rows.append(f'"{quoted}",{at.isoformat().replace("+00:00", "Z")},{order}')
    return "\n".join(["entry,at,order", *reversed(rows)]).encode()


EVENING = datetime(2026, 11, 20, 20, tzinfo=UTC)
NEXT_DAY = EVENING + timedelta(hours=20)


def nets(part):
    return {each["player"]: each["net"] for each in part["players"]}


def test_a_session_ends_after_hours_without_hands() -> None:
    log = poker_now(
        ("Ann @ 1", "Bob @ 2", 10, EVENING),
        ("Ann @ 1", "Bob @ 2", 10, EVENING + timedelta(hours=3)),
        ("Bob @ 2", "Ann @ 1", 5, NEXT_DAY),
    )
    (results,) = told_of(log)["currencies"]
    assert nets(results) == {"Ann": 15, "Bob": -15}
    assert [nets(session) for session in results["sessions"]] == [
        {"Ann": 20, "Bob": -20},
        {"Bob": 5, "Ann": -5},
    ]
    assert [session["hands"] for session in results["sessions"]] == [2, 1]
    assert results["payments"] == [{"from": "Bob", "to": "Ann", "amount": 15}]


def test_chips_may_have_a_value() -> None:
    log = poker_now(("Ann @ 1", "Bob @ 2", 10, EVENING))
    (results,) = told_of(log, chip=25)["currencies"]
    assert nets(results) == {"Ann": 10, "Bob": -10}
    assert results["payments"] == [{"from": "Bob", "to": "Ann", "amount": "2.50"}]


def test_names_are_merged_by_hand() -> None:
    log = poker_now(("Ann @ 1", "Bob @ 2", 10, EVENING), ("Anna K @ 3", "Bob @ 2", 10, EVENING))
    told = told_of(log, Names.of("Ann=Anna K, Ana; Zoe=Z"))
    (results,) = told["currencies"]
    assert nets(results) == {"Ann": 20, "Bob": -20}
    assert told["unmet"] == ["Ana", "Z"]
    assert "Nobody is called “Ana”, “Z”, which were to be merged." in as_text(told)


def test_names_are_merged_and_distinguished_by_id() -> None:
    log = poker_now(
        ("Ann @ 1", "Bob @ 2", 10, EVENING),
        ("Anna @ 1", "Bob @ 2", 10, EVENING),
        ("Bob @ 9", "Ann @ 1", 4, EVENING),
    )
    (results,) = told_of(log, Names(by_id=True))["currencies"]
    assert nets(results) == {"Ann": 16, "Bob @ 9": 4, "Bob": -20}
    (by_name,) = told_of(log)["currencies"]
    assert nets(by_name) == {"Anna": 10, "Ann": 6, "Bob": -16}


@pytest.mark.parametrize(
    "text", ["Ann", "=Bob", "Ann=", "Ann= , ", "Ann=a;Bob", "Ann=" + 2_000 * "a"]
)
def test_malformed_names_to_merge_are_refused(text: str) -> None:
    with pytest.raises(InvalidNames):
        Names.of(text)


def test_a_name_is_not_merged_into_two_players() -> None:
    with pytest.raises(InvalidNames):
        Names.of("Ann=Bob;Cem=Bob")
    with pytest.raises(InvalidNames):
        Names.of("Ann=Bob;Bob=Cem")


def test_currencies_are_never_added() -> None:
    dollars = (LOGS / "cash_outs.txt").read_bytes()
    euros = dollars.replace(b"$", "€".encode()).replace(b"USD", b"EUR")
    told = told_of(dollars + b"\n" + euros)
    assert {results["currency"]: results["hands"] for results in told["currencies"]} == {
        "$": 3,
        "€": 3,
    }
    first, second = told["currencies"]
    assert first["players"] == second["players"]


def test_hands_that_are_not_read_are_missing_from_the_sums() -> None:
    log = (LOGS / "cash_outs.txt").read_bytes().replace(b"to $10.42 and", b"to all and")
    told = told_of(log)
    assert told["missing"] == {"unreadable": 1}
    assert told["hands"] == 2


def balances(rng: random.Random, players: int, most: int) -> dict[str, int]:
    amounts = [rng.randint(-most, most) for _ in range(players - 1)]
    return {f"P{index}": amount for index, amount in enumerate([*amounts, -sum(amounts)])}


def fewest(amounts: list[int]) -> int:
    """Return the smallest number of payments: try every zero-sum group with the first amount."""
    left = [amount for amount in amounts if amount]
    if not left:
        return 0
    best = len(left) - 1
    for size in range(1, len(left)):
        for others in combinations(range(1, len(left)), size - 1):
            group = (0, *others)
            if sum(left[index] for index in group) == 0:
                rest = [amount for index, amount in enumerate(left) if index not in group]
                best = min(best, size - 1 + fewest(rest))
    return best


@pytest.mark.parametrize("players", [1, 2, 3, 5, 7, 12, 13, 30, 200])
def test_payments_settle_all_balances_and_are_fewer_than_players(players: int) -> None:
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


def test_payments_are_the_fewest_possible() -> None:
    rng = random.Random(1)
    for _ in range(60):
        owed = balances(rng, rng.randint(2, 7), 6)
        assert len(settle_up(owed)) == fewest(list(owed.values()))


def test_balances_that_are_not_even_are_refused() -> None:
    with pytest.raises(ValueError, match="add up"):
        settle_up({"Ann": 3, "Bob": -2})
