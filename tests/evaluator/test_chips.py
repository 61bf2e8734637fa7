"""Who gets how many chips: worked cases, what always holds, and a dealer who pays chip by chip."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from showdown.evaluator.chips import RULE_SETS, pay
from showdown.evaluator.wagers import ChipPot, Wagers
from tests.evaluator import chips_reference, reference
from tests.evaluator.dealing import any_tables, as_text, settled, tables

ONE_HIGH_TWO_LOWS = "KhQcJs8s Ac3h9dTs As3d9cTh | 2d5h7cKsKd"
THREE_ALIKE = "AcKc2c9h AdKd2d9s AhKh2h9c | 3s4s8dTcTh"
TWO_ALIKE = "AcKc2c9h AdKd2d9s | 3s4s8dTcTh"
QUARTERED = "Ah2sQd9s Ac2d6sJh | Kd4hKh5s3c"
SCOOPED = "AcKdJd3d 5c5d6c7d | AhKh5s2sQd"
NO_LOW = "AcKcJc3d 5cAsQs7d | JsKsTcTsQc"
ALL_IN = "Ac3h9dTs KhQcJs8s QhQsJcTd | 2d5h7cKsKd"


def paid(cards, game="omaha-hilo", **wagers):
    return pay(settled(cards, game), Wagers(**wagers))


def totals(payout):
    return [player.total for player in payout.players]


@pytest.mark.parametrize(
    ("cards", "amount", "button", "unit", "expected"),
    [
        (ONE_HIGH_TWO_LOWS, 4765, None, 1, [2383, 1191, 1191]),
        (ONE_HIGH_TWO_LOWS, 86, "HandA", 1, [43, 22, 21]),
        (ONE_HIGH_TWO_LOWS, 86, "HandB", 1, [43, 21, 22]),
        (ONE_HIGH_TWO_LOWS, 86, "HandC", 1, [43, 22, 21]),
        (ONE_HIGH_TWO_LOWS, 86, None, 1, [43, 22, 21]),
        (ONE_HIGH_TWO_LOWS, 1075, "HandB", 25, [550, 250, 275]),
        (ONE_HIGH_TWO_LOWS, 1, None, 1, [1, 0, 0]),
        (ONE_HIGH_TWO_LOWS, 2, "HandB", 1, [1, 0, 1]),
        (THREE_ALIKE, 8, None, 1, [3, 3, 2]),
        (THREE_ALIKE, 8, "HandA", 1, [2, 3, 3]),
        (THREE_ALIKE, 8, "HandB", 1, [3, 2, 3]),
        (THREE_ALIKE, 7, "HandB", 1, [2, 2, 3]),
        (THREE_ALIKE, 200, "HandC", 25, [75, 75, 50]),
        (TWO_ALIKE, 6, None, 1, [3, 3]),
        (TWO_ALIKE, 66, "HandA", 1, [33, 33]),
        (TWO_ALIKE, 67, "HandA", 1, [33, 34]),
        (QUARTERED, 100, "HandA", 1, [25, 75]),
        (QUARTERED, 101, "HandA", 1, [25, 76]),
        (QUARTERED, 102, "HandA", 1, [25, 77]),
        (QUARTERED, 102, "HandB", 1, [26, 76]),
        (SCOOPED, 4765, "HandA", 1, [0, 4765]),
        (NO_LOW, 4765, "HandA", 1, [0, 4765]),
    ],
)
def test_one_pot(cards, amount, button, unit, expected):
    payout = paid(cards, pots=(ChipPot(amount),), button=button, unit=unit)
    assert totals(payout) == expected


@pytest.mark.parametrize(
    ("game", "cards", "expected"),
    [
        ("omaha", ONE_HIGH_TWO_LOWS, [101, 0, 0]),
        ("omaha", THREE_ALIKE, [33, 34, 34]),
        ("holdem", "6h7h 7d6c 2c2d | 3s4s5sAsAd", [50, 51, 0]),
        ("badugi", "3c2s4dAh As2c3d4h KcKdKhKs", [50, 51, 0]),
        ("five-card-omaha-hilo", "KhQcJs8s6c Ac3h9dTs9h As3d9cTh8c | 2d5h7cKsKd", [51, 25, 25]),
    ],
)
def test_every_game_pays_101_with_the_button_at_the_first_seat(game, cards, expected):
    assert totals(paid(cards, game, pots=(ChipPot(101),), button="HandA")) == expected


def test_the_worked_all_in():
    pots = (ChipPot(91), ChipPot(40, ("HandB", "HandC")))
    payout = paid(ALL_IN, pots=pots, button="HandA")
    assert totals(payout) == [45, 86, 0]
    side, main = payout.pots
    assert (side.name, side.amount, side.paid_to("HandB")) == ("side pot", 40, 40)
    assert (main.name, main.amount, main.paid_to("HandB")) == ("main pot", 91, 46)
    assert [(part.name, part.amount, part.winners) for part in main.parts] == [
        ("high", 46, ("HandB",)),
        ("low", 45, ("HandA",)),
    ]
    assert main.odd_chip.to == "high"
    assert "goes to high" in main.odd_chip.rule


def test_the_same_all_in_from_contributions():
    payout = paid(ALL_IN, contributions={"HandA": 30, "HandB": 150, "HandC": 50, "HandD": 1},
                  folded=("HandD",))  # fmt: skip
    assert [(pot.name, pot.amount, pot.eligible) for pot in payout.pots] == [
        ("side pot", 40, ("HandB", "HandC")),
        ("main pot", 91, ("HandA", "HandB", "HandC")),
    ]
    assert (payout.returned.label, payout.returned.amount) == ("HandB", 100)
    assert totals(payout) == [45, 86, 0, 0]
    assert [player.returned for player in payout.players] == [0, 100, 0, 0]


def test_a_low_is_qualified_for_each_pot():
    """The only low is all in for the main pot: high takes the side pot whole."""
    side, main = paid(ALL_IN, pots=(ChipPot(90), ChipPot(40, ("HandB", "HandC")))).pots
    assert [part.name for part in side.parts] == ["whole"]
    assert "no hand qualifies for low" in side.division
    assert [part.name for part in main.parts] == ["high", "low"]


def test_a_player_alone_in_a_pot_takes_it_unseen():
    payout = paid(ALL_IN, contributions={"HandA": 30, "HandB": 30, "HandC": 80, "HandD": 80},
                  folded=("HandD",))  # fmt: skip
    side, main = payout.pots
    assert (side.amount, side.eligible, side.parts[0].made) == (100, ("HandC",), {})
    assert side.division == "only HandC is in it"
    assert (main.amount, totals(payout)) == (120, [60, 60, 100, 0])


def test_odd_chips_and_their_rule_are_told():
    (pot,) = paid(ONE_HIGH_TWO_LOWS, pots=(ChipPot(86),), button="HandB").pots
    low = pot.parts[1]
    assert (low.winners, low.each) == (("HandC", "HandB"), 21)
    assert [(chip.to, chip.amount) for chip in low.odd_chips] == [("HandC", 1)]
    assert "first tied seat clockwise from the button" in low.odd_chips[0].rule
    assert pot.odd_chip is None


def test_without_a_button_odd_chips_go_by_the_order_of_hands_and_it_says_so():
    payout = paid(ONE_HIGH_TWO_LOWS, pots=(ChipPot(86),))
    assert payout.turn == ("HandA", "HandB", "HandC")
    assert payout.turn_rule.startswith("no button is given")


def test_a_folded_player_can_have_the_button_and_a_seat_between_the_others():
    payout = paid(
        ONE_HIGH_TWO_LOWS,
        contributions={"HandA": 28, "HandB": 28, "HandC": 28, "Dora": 2},
        folded=("Dora",),
        seats=("HandA", "HandB", "Dora", "HandC"),
        button="Dora",
    )
    assert payout.turn == ("HandC", "HandA", "HandB", "Dora")
    assert {player.label: player.total for player in payout.players} == {
        "HandA": 43, "HandB": 21, "HandC": 22, "Dora": 0
    }  # fmt: skip


def test_a_folded_hand_wins_nothing_though_it_was_best():
    payout = paid(SCOOPED, pots=(ChipPot(10),), folded=("HandB",))
    assert totals(payout) == [10, 0]


@pytest.mark.parametrize(
    ("cards", "names"),
    [
        (QUARTERED, ["quartered", "three-quartered"]),
        (SCOOPED, ["nothing", "scooped"]),
        (TWO_ALIKE, ["half", "half"]),
        (THREE_ALIKE, ["a third"] * 3),
        (ONE_HIGH_TWO_LOWS, ["half", "quartered", "quartered"]),
    ],
)
@pytest.mark.parametrize("amount", [100, 101, 103])
def test_shares_have_names_whatever_the_odd_chips(cards, names, amount):
    payout = paid(cards, pots=(ChipPot(amount),))
    assert [player.share_name for player in payout.players] == names


def test_a_side_pot_that_is_a_quarter_of_the_chips_does_not_make_one_quartered():
    hands = "5cAsQs7d AcKcJc3d 4c4d2h2d | JsKsTcTsQc"
    payout = paid(hands, pots=(ChipPot(150), ChipPot(50, ("HandB", "HandC"))))
    assert totals(payout) == [150, 50, 0]
    assert [player.share_name for player in payout.players] == [
        "three quarters",
        "a quarter",
        "nothing",
    ]


def test_the_rule_set_is_named():
    assert paid(SCOOPED, pots=(ChipPot(10),)).rules is RULE_SETS["wsop-2024"]


def test_a_rule_set_is_data():
    """Another house: the odd chip between the halves goes to low."""
    house = replace(RULE_SETS["wsop-2024"], slug="house", odd_half="low")
    payout = pay(settled(ONE_HIGH_TWO_LOWS), Wagers(pots=(ChipPot(85),), button="HandA"), house)
    assert totals(payout) == [42, 22, 21]


@given(any_tables)
def test_a_dealer_who_pays_chip_by_chip_pays_the_same(table):
    settlement, wagers = table
    deal = settlement.deal
    still_in = [label for label in deal.labels if label not in wagers.folded]
    strengths = {
        hand.label: reference.strengths(deal.game.slug, as_text(hand.cards), as_text(deal.board))
        for hand in deal.hands
    }
    pots = [(pot.amount, set(pot.eligible or still_in)) for pot in wagers.pots]
    back = {}
    if wagers.contributions:
        pots, back = chips_reference.pots_of(wagers.contributions, still_in, wagers.unit)
    order = chips_reference.clockwise(wagers.seats, wagers.button)
    expected = chips_reference.pay(pots, strengths, order, wagers.unit)
    payout = pay(settlement, wagers)
    assert [(pot.amount, set(pot.eligible)) for pot in reversed(payout.pots)] == pots
    for player in payout.players:
        assert player.total == expected[player.label]
        assert player.returned == back.get(player.label, 0)


@given(any_tables)
def test_every_chip_is_paid_in_whole_units(table):
    settlement, wagers = table
    payout = pay(settlement, wagers)
    back = payout.returned.amount if payout.returned else 0
    put_in = sum(wagers.contributions.values()) or sum(pot.amount for pot in wagers.pots)
    assert sum(totals(payout)) + back == put_in
    assert sum(totals(payout)) == sum(pot.amount for pot in payout.pots)
    assert all(total % wagers.unit == 0 for total in totals(payout))
    for pot in payout.pots:
        assert sum(part.amount for part in pot.parts) == pot.amount
        assert sum(map(pot.share_of, pot.eligible)) == 1
        for part in pot.parts:
            assert sum(map(part.paid_to, part.winners)) == part.amount
    if payout.pots:
        assert sum(player.share for player in payout.players) == 1


@given(any_tables)
def test_nobody_gets_two_odd_chips_from_one_half(table):
    for pot in pay(*table).pots:
        for part in pot.parts:
            takers = [chip.to for chip in part.odd_chips]
            assert takers == list(part.winners[: len(takers)])
            assert len(takers) < len(part.winners)


@given(any_tables, st.data())
def test_other_seats_move_only_odd_chips(table, data):
    settlement, wagers = table
    seats = tuple(data.draw(st.permutations(wagers.seats)))
    moved = replace(wagers, seats=seats, button=data.draw(st.none() | st.sampled_from(seats)))

    def but_for_odd_chips(payout):
        return [
            (pot.name, part.name, part.amount, set(part.winners), part.each, len(part.odd_chips))
            for pot in payout.pots
            for part in pot.parts
        ], {player.label: (player.share, player.returned) for player in payout.players}

    assert but_for_odd_chips(pay(settlement, wagers)) == but_for_odd_chips(pay(settlement, moved))


@given(tables(contributions=False))
def test_the_same_pots_twice_pay_twice(table):
    settlement, wagers = table
    twice = replace(wagers, pots=wagers.pots * 2)
    assert totals(pay(settlement, twice)) == [
        2 * total for total in totals(pay(settlement, wagers))
    ]


@given(any_tables)
def test_who_folded_wins_nothing(table):
    payout = pay(*table)
    for label in table[1].folded:
        if label in {player.label for player in payout.players}:
            assert payout.player(label).total == 0
