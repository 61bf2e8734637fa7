"""Test payouts under each rule set: real cases, invariants and a chip-by-chip reference."""

from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from showdown.evaluator.errors import Fault, InvalidWagers
from showdown.evaluator.games import Family, find_game
from showdown.evaluator.rake import Rake, TakenFrom
from showdown.evaluator.rule_sets import RULE_SETS, find_rule_set
from showdown.evaluator.settlement import HandStatus, settle
from showdown.evaluator.wagers import Pot, Wagers
from showdown.models.fields import RuleSetField
from showdown.notation.deal_json import deal_from_json
from showdown.notation.deal_line import line_of, read_line
from showdown.pages.forms.chips import RulesField
from showdown.words.citations import citations
from showdown.words.headlines import headline
from showdown.words.payouts import dealer_lines
from tests.evaluator import chips_reference, reference
from tests.evaluator.dealing import (
    ONE_HIGH_TWO_LOWS,
    THREE_ALIKE,
    all_boards,
    any_tables,
    as_text,
    deals,
    payout_of,
    settled,
    tied_stud_tables,
)
from tests.factories import DealFactory
from tests.made_up_games import EVERY_GAME

EQUAL_BOTH_WAYS = "4sKd6hJh 6sQdQc4h | 9s5s7c3d5h"
THREE_AND_TWO = "2cQs3cKd Jd2hAc3d 2sQdTd6s | 6c3h4s5c9s"


def paid(cards, rules="wsop-2026", game="omaha-hilo", **wagers):
    return [player.total for player in payout_of(cards, game, rules, **wagers).players]


@pytest.mark.parametrize(
    ("cards", "wagers", "expected"),
    [
        # Real pots: players who tie for high and for low share one pot, or each half separately.
        (EQUAL_BOTH_WAYS, {"pots": (Pot(12022),), "button": "HandA"},
         {"wsop-2026": [6011, 6011], "tda-2026": [6010, 6012], "roberts": [6011, 6011],
          "exact": [601100, 601100]}),
        (THREE_AND_TWO,
         {"pots": (Pot(503), Pot(2514, ("HandA", "HandC"))), "button": "HandB"},
         {"wsop-2026": [1341, 335, 1341], "tda-2026": [1340, 335, 1342]}),
        # In Robert's Rules, nobody takes the odd chips of both halves while another has none.
        (EQUAL_BOTH_WAYS, {"pots": (Pot(66),), "button": "HandA"},
         {"wsop-2026": [33, 33], "tda-2026": [32, 34], "roberts": [33, 33]}),
        (THREE_ALIKE, {"pots": (Pot(11),), "seats": ("HandA", "HandC", "HandB")},
         {"tda-2026": [4, 4, 3], "exact": [367, 367, 366], "roberts": [4, 4, 3]}),
        # Exact shares are rounded down to hundredths; the remainder is paid like an odd chip.
        (THREE_ALIKE, {"pots": (Pot(100),)}, {"exact": [3334, 3333, 3333]}),
        (ONE_HIGH_TWO_LOWS, {"pots": (Pot(5),)}, {"exact": [250, 125, 125]}),
    ],
)  # fmt: skip
def test_rule_sets_pay_differently(cards, wagers, expected):
    assert {rules: paid(cards, rules, **wagers) for rules in expected} == expected


@pytest.mark.parametrize(
    ("game", "rules", "cards", "expected"),
    [
        # The two play A-K-Q-J-9 of different suits; the spade ace is the highest card by suit.
        ("seven-card-stud", "wsop-2026", "AhKcQdJs9h2c3d AsKdQcJh9c2d3c", [50, 51]),
        # Both play 7-5-4-3-2 in razz; in Robert's Rules, the lowest of all seven cards decides.
        ("razz", "wsop-2026", "7h5c4d3s2hKcQd 7s5d4c3h2cKdQh", [50, 51]),
        ("razz", "roberts", "7h5c4d3s2hKcQd 7s5d4c3h2cKdQh", [50, 51]),
        ("razz", "roberts", "7h5c4d3s2cKcQd 7s5d4c3h2hKdQh", [51, 50]),
        # Nine-high straights: the spade nine plays, but the club king is higher among all seven.
        ("seven-card-stud", "wsop-2026", "9h8c7d6s5hKc2d 9s8d7c6h5dQs2c", [50, 51]),
        ("seven-card-stud", "roberts", "9h8c7d6s5hKc2d 9s8d7c6h5dQs2c", [51, 50]),
        # Of two eights for one low, or of two nines for one straight, the higher suit plays.
        ("razz", "wsop-2026", "8s8c5c4c3s2sKd 8h5d4d3d2hKhQh", [51, 50]),
        ("razz", "wsop-2026", "8d8c5c4c3s2sKd 8h5d4d3d2hKhQh", [50, 51]),
        ("seven-card-stud", "tda-2026", "9c9s8c7d6s5h2d 9h8d7c6h5dQd2c", [51, 50]),
        # In a low the ace is the lowest card: the seven decides, or the ace if all cards count.
        ("razz", "wsop-2026", "7c4d3s2hAsKcQd 7h4c3d2cAdKdQh", [50, 51]),
        ("razz", "roberts", "7c4d3s2hAcKcQd 7h4c3d2cAdKdQh", [51, 50]),
        ("stud-hilo-regular", "roberts", "KsKd8c4d3s2hAh KhKc8h4c3d2cAd", [51, 50]),
        # In deuce to seven the ace is the highest card.
        ("deuce-to-seven-razz", "wsop-2026", "AsKcQdJh9cKdQh AhKhQcJs9sKsQs", [51, 50]),
        ("deuce-to-seven-razz", "roberts", "7c5d4s3h2dAcKd 7h5c4d3d2cAdKh", [50, 51]),
        # The shared card is the highest of both hands, so the first player left of the button wins.
        ("seven-card-stud", "wsop-2026", "AcKcQh9d3d2h AdKdQs9c3c2d | As", [50, 51]),
        ("seven-card-stud", "roberts", "9c8d7h6s5cKd 9d8h7s6c5dKc | Ks", [50, 51]),
        # The shared card is one of the seven cards, and plays if it is the higher of two eights.
        ("razz", "wsop-2026", "8c7d4c3s2sKd 8d7h4h3d2hQh | 8s", [50, 51]),
    ],
)
def test_in_stud_a_card_decides_the_odd_chip(game, rules, cards, expected):
    assert paid(cards, rules, game, pots=(Pot(101),), button="HandA") == expected


@given(any_tables | tied_stud_tables(), st.sampled_from(sorted(RULE_SETS)))
def test_every_rule_set_pays_as_the_reference_does(table, rules):
    """The reference compares hands by brute force and pays each pot chip by chip."""
    deal, wagers = table
    payout = settle(deal, wagers, RULE_SETS[rules]).payout
    still_in = [label for label in deal.labels if label not in wagers.folded]
    pots, back = [(pot.amount, set(pot.eligible or still_in)) for pot in wagers.pots], {}
    if wagers.contributions:
        pots, back = chips_reference.pots_of(wagers.contributions, still_in, wagers.unit)
    scale, unit = (100, 1) if rules == "exact" else (1, wagers.unit)
    assert [(pot.amount, set(pot.eligible)) for pot in reversed(payout.pots)] == [
        (amount * scale, eligible) for amount, eligible in pots
    ]
    turn = chips_reference.clockwise(wagers.seats, wagers.button)
    due = dict.fromkeys(turn, 0)
    for amount, eligible in pots:
        everyone = [label for label in turn if label in eligible]
        boards = boards_to_pay(deal, everyone, turn, rules)
        paid = chips_reference.pay(amount * scale // unit, boards, rules, everyone)
        for label, units in paid.items():
            due[label] += units * unit
    for player in payout.players:
        assert player.total == due[player.label]
        assert player.returned == back.get(player.label, 0) * scale


@pytest.mark.parametrize(
    "game", [game for game in EVERY_GAME if game.boards], ids=lambda game: game.slug
)
def test_exact_payouts_of_several_runs_are_the_shares_of_the_pot(game):
    for runs in (2, 3) * 5:
        deal = DealFactory(game=game, runs=runs)
        settlement = settle(deal, Wagers(pots=(Pot(5040),)), RULE_SETS["exact"])
        due = {player.label: player.share * 504_000 for player in settlement.players}
        assert {player.label: player.total for player in settlement.payout.players} == due


def test_all_players_share_a_run_in_which_nobody_qualifies():
    deal = "Ac2c9h9d 3d4d8s8d | KhKdQsQc9s | 5c6d7hKcQh"
    settlement = settled(deal, "omaha-low-only", Wagers(pots=(Pot(9),), button="HandA"))
    assert headline(settlement) == (
        "HandA wins run 2 with 7-6-5-2-A, nobody qualifies on run 1: HandA three quarters, HandB a"
        " quarter"
    )
    assert dealer_lines(settlement.payout) == (
        "Pot, 9: HandA and HandB. Run 1: nobody qualifies, 5: 2 each, and the odd chip to HandB,"
        " first left of the button. Run 2: HandA, 7-6-5-2-A, 4. No low. The odd chip goes to the"
        " first run.",
    )


def test_the_reference_has_every_stud_game():
    stud = {game.slug for game in EVERY_GAME if game.family is Family.STUD}
    assert set(chips_reference.STUD) == stud


def boards_to_pay(deal, labels, turn, book):
    """Find the winners of each contest by brute force, for each part of the pot."""
    slug, board = deal.game.slug, as_text(all_boards(deal))
    hands = {hand.label: as_text(hand.cards) for hand in deal.hands if hand.label in labels}
    if slug in chips_reference.STUD:
        hands, board = {label: cards + board for label, cards in hands.items()}, []
    won = reference.winners(slug, [hands[label] for label in labels], board)
    contests = [
        chips_reference.takers(slug, at, hands, [labels[index] for index in indices], turn, book)
        for at, indices in enumerate(won)
    ]
    return chips_reference.boards_of(slug, map(len, deal.game.parts), contests, turn, book)


@given(deals(most=4), st.integers(1, 500), st.integers(0, 100), st.sampled_from(TakenFrom))
def test_the_rake_comes_only_from_the_pots(deal, chips, percent, taken_from):
    rake = Rake(percent=Decimal(percent), cap=40, taken_from=taken_from)
    sides = (Pot(chips), Pot(2 * chips, deal.labels[:2]))
    payout = settle(deal, Wagers(pots=sides, rake=rake)).payout
    assert payout.rake == min(40, 3 * chips * percent // 100)
    assert sum(pot.taken for pot in payout.pots) == payout.rake
    assert sum(player.total for player in payout.players) == 3 * chips - payout.rake
    side, main = payout.pots
    if taken_from is TakenFrom.MAIN:
        assert main.taken == min(chips, payout.rake)
    else:
        assert abs(side.taken - 2 * main.taken) <= 2


def test_a_fixed_rake_and_a_jackpot_drop_are_stated():
    rake = Rake(amount=12, jackpot=1)
    wagers = Wagers(pots=(Pot(300), Pot(120, ("HandA", "HandB"))), rake=rake)
    settlement = settled("AsAd KsKd QsQd | 2c3d7h8hTc", "holdem", wagers)
    assert dealer_lines(settlement.payout)[0] == (
        "The house takes a rake of 12 and a jackpot drop of 1: 3 from the side pot,"
        " 10 from the main pot."
    )
    assert [player.total for player in settlement.payout.players] == [407, 0, 0]


@pytest.mark.parametrize(
    ("rake", "fault"),
    [
        ({"amount": 5, "percent": Decimal(5)}, Fault.RAKE_TWICE),
        ({"percent": Decimal(101)}, Fault.NOT_A_PERCENTAGE),
        ({"amount": -25}, Fault.NEGATIVE),
        ({"amount": 500}, Fault.RAKE_TOO_LARGE),
        ({"amount": 10}, Fault.NOT_IN_UNITS),
        ({"jackpot": 3}, Fault.NOT_IN_UNITS),
    ],
)
def test_an_invalid_rake_is_refused(rake, fault):
    with pytest.raises(InvalidWagers) as caught:
        payout_of("AsAd KsKd | 2c3d7h8hTc", "holdem", pots=(Pot(100),), unit=25, rake=Rake(**rake))
    assert caught.value.fault is fault


@pytest.mark.parametrize(
    ("rake", "taken"),
    [
        ({"percent": Decimal(50), "cap": 60}, 50),
        ({"percent": Decimal(50), "cap": 20}, 0),
        ({"percent": Decimal(30)}, 25),
        ({"amount": 25, "jackpot": 50}, 75),
    ],
)
def test_the_house_takes_whole_chips_and_every_other_chip_is_paid(rake, taken):
    wagers = Wagers(pots=(Pot(100),), unit=25, rake=Rake(**rake))
    payout = settled("AsAd KsKd | 2c3d7h8hTc", "holdem", wagers).payout
    assert payout.rake + payout.jackpot == taken
    assert payout.player("HandA").total == 100 - taken


def test_a_mucked_hand_cannot_win_but_its_chips_count():
    put_in = {"HandA": 100, "HandB": 100, "HandC": 50}
    settlement = settled(
        "2c7d KsKd mucked | AcAdAh3s4s", "holdem", Wagers(contributions=put_in, button="HandA")
    )
    assert [player.total for player in settlement.payout.players] == [0, 250, 0]
    assert settlement.player("HandC").standing is HandStatus.MUCKED


def test_one_shown_hand_wins_without_a_showdown():
    settlement = settled("2c7d mucked | AcAdAh3s4s", "holdem", Wagers(pots=(Pot(40),)))
    assert [player.total for player in settlement.payout.players] == [40, 0]
    assert headline(settlement) == "HandA wins: nobody else shows a hand"


@given(deals(most=5), st.data())
def test_a_folded_hand_does_not_compete(deal, data):
    """Without the folded hands, the results of the others are the same."""
    stays, *others = data.draw(st.permutations(deal.labels))
    folded = tuple(data.draw(st.lists(st.sampled_from(others), unique=True, min_size=1)))
    settlement = settle(deal, Wagers(folded=folded))
    assert settlement.player(stays).standing is HandStatus.COMPETES
    assert set(settlement.competing) == set(deal.labels) - set(folded)
    for label in folded:
        player = settlement.player(label)
        assert (player.standing, player.share) == (HandStatus.FOLDED, 0)
        assert all(label not in result.winners for result in settlement.contests)
        assert label not in headline(settlement)
    remaining = tuple(hand for hand in deal.hands if hand.label not in folded)
    if len(remaining) in deal.game.players and not deal.has_shared_card:
        without = settle(replace(deal, hands=remaining))
        assert {p.label: p.share for p in without.players} == {
            p.label: p.share for p in settlement.players if p.label not in folded
        }
        for before, after in zip(settlement.contests, without.contests, strict=True):
            assert (before.winners, before.why) == (after.winners, after.why)
            assert (before.rank, before.beaten) == (after.rank, after.beaten)


def test_a_dead_blind_is_in_the_main_pot_and_not_returned():
    wagers = Wagers(contributions={"HandA": 35, "HandB": 35}, dead=5)
    settlement = settled("AsAd KsKd | 2c3d7h8hTc", "holdem", wagers)
    assert settlement.payout.returned is None
    assert settlement.payout.player("HandA").total == 75


@pytest.mark.parametrize(("old", "slug"), [("wsop-2024", "wsop-2026"), ("tda-2024", "tda-2026")])
def test_an_earlier_edition_is_an_alias_of_the_new_one(old, slug):
    rules = RULE_SETS[slug]
    assert find_rule_set(old) is RULE_SETS[old] is RULE_SETS.get(old) is rules
    assert old in RULE_SETS
    assert old not in list(RULE_SETS)
    deal = "HandA:AsKd HandB:AdKs Board:2c3c4d9h9s Pot:3"
    submission = read_line(f"{deal} Rules:{old}", find_game("holdem"))
    assert submission.rules is rules
    assert old not in line_of(submission)
    document = {"game": "holdem", "hands": ["AsKd", "AdKs"], "board": "2c3c4d9h9s", "rules": old}
    assert deal_from_json(document | {"pots": [{"amount": 3}]}).rules is rules
    assert RuleSetField().to_python(old) is rules
    assert RulesField().clean(old) == RulesField().prepare_value(old) == slug


def test_a_ruling_cites_the_numbers_of_the_new_edition():
    cards = "8s8c5c4c3s2sKd 8h5d4d3d2hKhQh"
    payout = settled(cards, "razz", Wagers(pots=(Pot(9),)), RULE_SETS["tda-2026"]).payout
    assert citations(RULE_SETS["tda-2026"], payout) == (
        "Poker TDA Rules, 2026, rule 13: cards speak at showdown",
        "Poker TDA Rules, 2026, rule 21: awarding odd chips",
        "Poker TDA Rules, 2026, rule 21: the high card by suit",
    )
