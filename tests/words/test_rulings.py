"""Test the sentences of a ruling: headline, reasons, lines to the dealer, and temptations."""

import random
from fractions import Fraction
from pathlib import Path

import pytest

import showdown
from showdown.evaluator.deals import Deal
from showdown.evaluator.games import find_game
from showdown.evaluator.rake import Rake
from showdown.evaluator.rankings import EIGHT_OR_BETTER, NOT_QUALIFIED
from showdown.evaluator.settlement import settle
from showdown.evaluator.temptations import (
    CounterfeitedRanks,
    ForbiddenCombination,
    LowCards,
    find_temptations,
)
from showdown.evaluator.wagers import Pot, Wagers
from showdown.notation.deal_line import read_line
from showdown.words.headlines import headline, reason_text, share_text
from showdown.words.odds import favorite_text
from showdown.words.payouts import dealer_lines, pot_name, share_name, totals_line
from showdown.words.ranks import NUMBERS
from showdown.words.temptations import temptation_text
from tests.evaluator.dealing import (
    ALL_IN,
    GAMES_BY_SLUG,
    ONE_HIGH_TWO_LOWS,
    QUARTERED,
    SCOOPED,
    THREE_ALIKE,
    TWO_ALIKE,
    draw_player_count,
    pay_text,
    random_deal,
    settle_text,
)
from tests.made_up_games import EVERY_GAME
from tests.scope import examples

_, *RULINGS = (Path(__file__).parents[1] / "data" / "rulings.txt").read_text().split("\n\n")
SENTENCES = {
    "Headline": lambda settlement: [headline(settlement)],
    "Why": lambda settlement: list(map(reason_text, settlement.contests)),
    "Dealer": lambda settlement: list(dealer_lines(settlement.payout)),
    "Tempting": lambda settlement: list(
        map(temptation_text, find_temptations(settlement, "HandA"))
    ),
}


@pytest.mark.parametrize("ruling", RULINGS, ids=lambda ruling: ruling.partition("\n")[0])
def test_a_ruling_has_the_expected_sentences(ruling):
    dealt, *lines = ruling.splitlines()
    slug, cards = dealt.split(" ", 1)
    cards, _, chips = cards.partition(" ; ")
    line = f"{settle_text(cards, slug).deal} {chips}"
    settlement = read_line(line, GAMES_BY_SLUG[slug]).settle()
    expected = {}
    for kind, sentence in (line.split(":", 1) for line in lines):
        expected.setdefault(kind, []).extend(filter(None, [sentence.strip()]))
    assert {kind: SENTENCES[kind](settlement) for kind in expected} == expected


def test_names_are_kept_as_they_are_spelled():
    """`anna` and `Anna` are two players, so a headline keeps the case of names at its start."""
    hands = {"anna": "AsAc", "Anna": "KsKc"}
    for boards, beginning in (
        (["2h3h4d9cTd"], "anna wins with"),
        (["2h3h4d9cKd"], "Anna wins with"),
        (["2h3h4d9cTd", "2h3h4d9cKd"], "anna wins run 1 with"),
        (["AhKhQhJhTh"], "anna and Anna split with"),
    ):
        deal = Deal.parse(find_game("holdem"), hands, boards)
        assert headline(settle(deal)).startswith(beginning)


@pytest.mark.parametrize("game", EVERY_GAME, ids=lambda game: game.slug)
def test_a_headline_has_at_most_one_colon(game):
    rng = random.Random(game.slug)
    for _ in range(60):
        sentence = headline(
            settle(random_deal(rng, game, draw_player_count(rng, game, max_players=4)))
        )
        assert sentence.count(": ") <= 1
        assert " of board " not in sentence


@pytest.mark.parametrize(
    ("share", "words"),
    [
        (Fraction(1), "the whole pot"),
        (Fraction(3, 4), "three quarters"),
        (Fraction(101, 257), "39%"),
        (Fraction(0), "nothing"),
    ],
)
def test_a_share_has_a_name_or_is_a_percentage(share, words):
    assert share_text(share) == words


@pytest.mark.parametrize(
    ("hands", "board", "sentence"),
    [
        (["AsAh", "KsKh"], "2c3d7h9s", "HandA is a 95.5% favorite"),  # 42 of 44 cards
        (["AsAh", "AdAc"], "2c3d7h9s", "HandA and HandB are even at 50.0% each"),
        (["AsAh", "KsKh"], "AcAd2c3d", "HandB is drawing dead"),
        # Of 42 cards, nine spades, three aces and three kings win for HandA. Three queens, three
        # sevens, two jacks and two tens win for HandC, and the other 17 cards for HandB.
        (["AsKs", "9h4h", "JcTc"], "9s8s2h3d", "HandB leads with 40.5%"),
    ],
)
def test_the_headline_names_the_favorite(hands, board, sentence):
    assert favorite_text(showdown.odds("holdem", hands, board=board).odds) == sentence


def test_the_totals_include_returned_chips():
    put_in = {"HandA": 30, "HandB": 1150, "HandC": 50}
    line = totals_line(pay_text(ALL_IN, contributions=put_in))
    assert line == "HandA 45; HandB 85; HandC 0; 1100 back to HandB"


@pytest.mark.parametrize(
    ("count", "names"),
    [
        (1, ["pot"]),
        (2, ["main pot", "side pot"]),
        (4, ["main pot", "side pot 1", "side pot 2", "side pot 3"]),
    ],
)
def test_several_side_pots_are_numbered(count, names):
    assert [pot_name(number, count) for number in range(count)] == names


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
def test_odd_chips_do_not_change_the_names_of_shares(cards, names, amount):
    settlement = settle_text(cards, wagers=Wagers(pots=(Pot(amount),)))
    payout = settlement.payout
    assert [share_name(settlement.game, payout, player) for player in payout.players] == names


def test_side_pots_with_numbers_have_no_article():
    wagers = {"contributions": {"HandA": 300, "HandB": 200, "HandC": 100, "HandD": 300}}
    hands = "AsAc KsKc QsQc JsJc | 2h3h4d9cTd"
    house, *pots = dealer_lines(pay_text(hands, "holdem", **wagers, rake=Rake(percent=5)))
    assert house == (
        "The house takes a rake of 45: 10 from side pot 2, 15 from side pot 1,"
        " 20 from the main pot."
    )
    amounts = [line.partition(":")[0] for line in pots]
    assert amounts == [
        "Side pot 2, 190 after rake",
        "Side pot 1, 285 after rake",
        "Main pot, 380 after rake",
    ]


def test_winning_a_quarter_of_the_chips_by_a_side_pot_is_not_quartered():
    hands = "5cAsQs7d AcKcJc3d 4c4d2h2d | JsKsTcTsQc"
    pots = (Pot(150), Pot(50, ("HandB", "HandC")))
    settlement = settle_text(hands, wagers=Wagers(pots=pots))
    payout = settlement.payout
    assert [player.total for player in payout.players] == [150, 50, 0]
    names = [share_name(settlement.game, payout, player) for player in payout.players]
    assert names == ["three quarters", "a quarter", "nothing"]


@pytest.mark.parametrize("game", EVERY_GAME, ids=lambda game: game.slug)
def test_refutations_state_only_rules_of_the_game(game):
    rng = random.Random(game.slug)
    for _ in range(examples(300)):
        settlement = settle(random_deal(rng, game, draw_player_count(rng, game, 4)))
        for hand in settlement.deal.hands:
            for temptation in find_temptations(settlement, hand.label):
                check_refutation(temptation)


def check_refutation(temptation):
    contest, refutation = temptation.contest, temptation.refutation
    ranking, choice, text = contest.ranking, contest.choice, temptation_text(temptation)
    if isinstance(refutation, CounterfeitedRanks | LowCards):
        assert ranking is EIGHT_OR_BETTER
    if isinstance(refutation, CounterfeitedRanks):
        assert refutation.ranks
    if isinstance(refutation, ForbiddenCombination):
        assert refutation.hole_count != choice.hole_count
        assert (
            refutation.hole_count + refutation.board_count == choice.hole_count + choice.board_count
        )
        assert refutation.rank > refutation.made
        assert contest.rank(temptation.cards) == refutation.rank != NOT_QUALIFIED
    if "must play exactly" in text:
        assert text.endswith(
            f"exactly {NUMBERS[choice.hole_count]} and {NUMBERS[choice.board_count]}"
        )
    if "a flush needs" in text:
        needed = {NUMBERS[choice.hole_count], f"{NUMBERS[choice.board_count]} there"}
        assert text.partition("a flush needs ")[2] in needed
