"""Test payouts under each rule set: invariants, and a chip-by-chip reference."""

from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from showdown.evaluator.games import Family, find_game
from showdown.evaluator.rake import Rake, TakenFrom
from showdown.evaluator.rule_sets import RULE_SETS, find_rule_set
from showdown.evaluator.settlement import HandStatus, settle
from showdown.evaluator.wagers import Pot, Wagers
from showdown.models.fields import RuleSetField
from showdown.notation.deal_json import deal_from_json
from showdown.notation.deal_line import read_line, write_line
from showdown.pages.forms.chips import RulesField
from showdown.words.citations import cite_rules
from showdown.words.headlines import headline
from tests.evaluator import chips_reference
from tests.evaluator.dealing import (
    any_tables,
    card_texts,
    deals,
    list_board_cards,
    settle_text,
    tied_stud_tables,
)
from tests.evaluator.slow_deal import SlowDeal
from tests.factories import DealFactory
from tests.made_up_games import EVERY_GAME


@given(any_tables | tied_stud_tables(), st.sampled_from(sorted(RULE_SETS)))
def test_every_rule_set_pays_as_the_reference_does(table, rules):
    """The reference compares hands by brute force and pays each pot chip by chip."""
    deal, wagers = table
    payout = settle(deal, wagers, RULE_SETS[rules]).payout
    still_in = [label for label in deal.labels if label not in wagers.folded]
    pots, returned = [(pot.amount, set(pot.eligible or still_in)) for pot in wagers.pots], {}
    if wagers.contributions:
        pots, returned = chips_reference.build_pots(wagers.contributions, still_in, wagers.unit)
    slow = SlowDeal(
        slug=deal.game.slug,
        hands={hand.label: card_texts(hand.cards) for hand in deal.hands},
        runs=[card_texts(list_board_cards(deal))],
        parts=tuple(map(len, deal.game.parts)),
        turn=chips_reference.order_clockwise(wagers.seats, wagers.button),
        rules=rules,
        unit=wagers.unit,
        pots_and_returns=(pots, returned),
    )
    expected_totals, scale = slow.total_payouts(), 100 if rules == "exact" else 1
    settled_pots = [(pot.amount, set(pot.eligible)) for pot in reversed(payout.pots)]
    assert settled_pots == [(amount * scale, eligible) for amount, eligible in pots]
    for player in payout.players:
        assert player.total == expected_totals.get(player.label, 0)
        assert player.returned == returned.get(player.label, 0) * scale


every_rule_set = st.sampled_from(list(RULE_SETS.values()))


@given(any_tables, every_rule_set)
def test_every_chip_is_paid_in_whole_units(table, rules):
    deal, wagers = table
    payout = settle(deal, wagers, rules).payout
    scale = 10**payout.decimals
    unit = 1 if rules.is_exact else wagers.unit
    returned = payout.returned.amount if payout.returned else 0
    put_in = sum(wagers.contributions.values()) or sum(pot.amount for pot in wagers.pots)
    totals = [player.total for player in payout.players]
    assert sum(totals) + returned == put_in * scale
    assert sum(totals) == sum(pot.amount for pot in payout.pots)
    assert all(total % unit == 0 for total in totals)
    for pot in payout.pots:
        assert sum(award.amount for award in pot.awards) == pot.amount
        assert sum(pot.shares.values()) == 1
        for award in pot.awards:
            shares = [award.paid_to(label) for label in award.winners]
            assert sum(shares) == award.amount
            assert max(shares) - min(shares) <= unit
    if payout.pots:
        assert sum(player.share for player in payout.players) == 1


@given(any_tables, every_rule_set)
def test_a_player_gets_at_most_one_odd_chip_of_an_award(table, rules):
    for pot in settle(*table, rules).payout.pots:
        for award in pot.awards:
            receivers = [chip.receiver for chip in award.odd_chips]
            assert len(set(receivers)) == len(receivers) < len(award.winners)
            assert set(receivers) <= set(award.winners)


@pytest.mark.parametrize(
    "game", [game for game in EVERY_GAME if game.boards], ids=lambda game: game.slug
)
def test_exact_payouts_of_several_runs_are_the_shares_of_the_pot(game):
    for runs in (2, 3) * 5:
        deal = DealFactory(game=game, runs=runs)
        settlement = settle(deal, Wagers(pots=(Pot(5040),)), RULE_SETS["exact"])
        expected = {player.label: player.share * 504_000 for player in settlement.players}
        assert {player.label: player.total for player in settlement.payout.players} == expected


def test_the_reference_has_every_stud_game():
    stud = {game.slug for game in EVERY_GAME if game.family is Family.STUD}
    assert set(chips_reference.STUD) == stud


@given(deals(max_players=4), st.integers(1, 500), st.integers(0, 100), st.sampled_from(TakenFrom))
def test_the_rake_comes_only_from_the_pots(deal, chips, percent, taken_from):
    rake = Rake(percent=Decimal(percent), cap=40, taken_from=taken_from)
    pots = (Pot(chips), Pot(2 * chips, deal.labels[:2]))
    payout = settle(deal, Wagers(pots=pots, rake=rake)).payout
    assert payout.rake == min(40, 3 * chips * percent // 100)
    assert sum(pot.taken for pot in payout.pots) == payout.rake
    assert sum(player.total for player in payout.players) == 3 * chips - payout.rake
    side, main = payout.pots
    if taken_from is TakenFrom.MAIN:
        assert main.taken == min(chips, payout.rake)
    else:
        assert abs(side.taken - 2 * main.taken) <= 2


@pytest.mark.parametrize(
    ("rake", "taken"),
    [
        ({"percent": Decimal(50), "cap": 60}, 50),
        ({"percent": Decimal(50), "cap": 20}, 0),
        ({"percent": Decimal(30)}, 25),
        ({"amount": 25, "jackpot": 50}, 75),
    ],
)
def test_every_chip_that_the_house_does_not_take_is_paid(rake, taken):
    wagers = Wagers(pots=(Pot(100),), unit=25, rake=Rake(**rake))
    payout = settle_text("AsAd KsKd | 2c3d7h8hTc", "holdem", wagers).payout
    assert payout.rake + payout.jackpot == taken
    assert payout.player("HandA").total == 100 - taken


@given(deals(max_players=5), st.data())
def test_a_folded_hand_does_not_compete(deal, data):
    contender, *others = data.draw(st.permutations(deal.labels))
    folded = tuple(data.draw(st.lists(st.sampled_from(others), unique=True, min_size=1)))
    settlement = settle(deal, Wagers(folded=folded))
    assert settlement.player(contender).status is HandStatus.COMPETES
    assert set(settlement.competing) == set(deal.labels) - set(folded)
    for label in folded:
        player = settlement.player(label)
        assert (player.status, player.share) == (HandStatus.FOLDED, 0)
        assert all(label not in result.winners for result in settlement.contests)
        assert label not in headline(settlement)
    remaining = tuple(hand for hand in deal.hands if hand.label not in folded)
    if len(remaining) in deal.game.players and not deal.has_shared_card:
        without = settle(replace(deal, hands=remaining))
        others = {p.label: p.share for p in settlement.players if p.label not in folded}
        assert {p.label: p.share for p in without.players} == others
        for before, after in zip(settlement.contests, without.contests, strict=True):
            assert (before.winners, before.why) == (after.winners, after.why)
            assert (before.rank, before.beaten) == (after.rank, after.beaten)


@pytest.mark.parametrize(("old", "slug"), [("wsop-2024", "wsop-2026"), ("tda-2024", "tda-2026")])
def test_an_earlier_edition_is_an_alias_of_the_new_one(old, slug):
    rules = RULE_SETS[slug]
    assert find_rule_set(old) is RULE_SETS[old] is RULE_SETS.get(old) is rules
    assert old in RULE_SETS
    assert old not in list(RULE_SETS)
    deal = "HandA:AsKd HandB:AdKs Board:2c3c4d9h9s Pot:3"
    submission = read_line(f"{deal} Rules:{old}", find_game("holdem"))
    assert submission.rules is rules
    assert old not in write_line(submission)
    document = {"game": "holdem", "hands": ["AsKd", "AdKs"], "board": "2c3c4d9h9s", "rules": old}
    assert deal_from_json(document | {"pots": [{"amount": 3}]}).rules is rules
    assert RuleSetField().to_python(old) is rules
    assert RulesField().clean(old) == RulesField().prepare_value(old) == slug


def test_a_ruling_cites_the_numbers_of_the_new_edition():
    cards = "8s8c5c4c3s2sKd 8h5d4d3d2hKhQh"
    payout = settle_text(cards, "razz", Wagers(pots=(Pot(9),)), RULE_SETS["tda-2026"]).payout
    assert cite_rules(RULE_SETS["tda-2026"], payout) == (
        "Poker TDA Rules, 2026, rule 13: cards speak at showdown",
        "Poker TDA Rules, 2026, rule 21: awarding odd chips",
        "Poker TDA Rules, 2026, rule 21: the high card by suit",
    )
