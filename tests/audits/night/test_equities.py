"""Test that equities in all-ins are the odds of each pot among its eligible players."""

import random
from dataclasses import replace
from fractions import Fraction

import pytest

import showdown
from showdown.audits.night.all_in import NoEquity, find_all_in
from showdown.audits.night.equities import EquityCalculator
from showdown.audits.night.winnings import calculate_sums
from showdown.audits.terms import Terms
from showdown.evaluator.cards import format_cards
from showdown.evaluator.games import GAMES
from showdown.management.commands.night import night_to_csv, night_to_text
from showdown.notation.logs.log_reader import read_hand
from showdown.notation.logs.logged_hand import ActionKind, Draw
from tests.audits.night.nights import make_all_in, report_of
from tests.logs import special_hand
from tests.scope import quick_first

TERMS = Terms()
GAMES_PLAYED = (
    *("holdem", "omaha", "omaha-hilo", "short-deck", "five-card-omaha", "five-card-omaha-hilo"),
    *("six-card-omaha", "six-card-omaha-hilo", "double-board-omaha", "double-board-holdem"),
)
BOARD_CARDS_BY_ROUND = (0, 3, 4)


def random_all_in_hand(rng, slug):
    game = GAMES[slug]
    names = ("Anna", "Boris", "Cem")[: rng.choice((2, 2, 3))]
    stacks = {name: rng.randint(50, 900) for name in names}
    cards = list(game.deck)
    rng.shuffle(cards)
    hands = {name: tuple(cards.pop() for _ in range(game.hole)) for name in names}
    earliest = 1 if len(game.boards) > 1 else 0
    last_round = rng.randint(earliest, 2)
    boards = [
        tuple(cards.pop() for _ in range(BOARD_CARDS_BY_ROUND[last_round])) for _ in game.boards
    ]
    boards = tuple(
        (*board, *(cards.pop() for _ in range(5 - len(board))))
        for _ in range(rng.choice((1, 2)))
        for board in boards
    )
    hand = make_all_in(stacks, game, hands, boards, rng.choice((0, 7)))
    return replace(hand, last_round=last_round)


def expected_equities(hand, betting_round):
    equities = dict.fromkeys(hand.seats, Fraction(0))
    levels = sorted(set(hand.contributions.values()))
    pots = []
    for below, level in zip([0, *levels], levels, strict=False):
        eligible = [name for name in hand.seats if hand.contributions[name] >= level]
        if len(eligible) > 1:
            pots.append((eligible, len(eligible) * (level - below)))
    total = sum(amount for _, amount in pots)
    rakes = [hand.rake * amount // total for _, amount in pots]
    rakes[0] += hand.rake - sum(rakes)
    boards = [
        format_cards(board[: BOARD_CARDS_BY_ROUND[betting_round]])
        for board in hand.boards[: len(hand.game.boards)]
    ]
    for (eligible, amount), rake in zip(pots, rakes, strict=True):
        dead = [card for name in hand.seats if name not in eligible for card in hand.hands[name]]
        found = showdown.odds(
            hand.game.slug,
            {name: format_cards(hand.hands[name]) for name in eligible},
            boards=boards,
            dead_cards=format_cards(dead),
        )
        assert found.is_exact
        for name in eligible:
            equities[name] += found.shares[name] * (amount - rake)
    return equities


@pytest.mark.parametrize("slug", GAMES_PLAYED)
def test_equities_are_the_odds_of_each_pot(slug):
    rng = random.Random(slug)
    for _ in range(20):
        hand = random_all_in_hand(rng, slug)
        found = find_all_in(hand, TERMS)
        equities = found.equities_of(found.odds()).by_name
        expected = expected_equities(hand, found.round)
        # Rounding may move a chip of the rake between pots.
        tolerance = (
            Fraction(0) if len(found.pots) == 1 or not hand.rake else Fraction(len(found.pots))
        )
        assert all(abs(equities[name] - expected[name]) <= tolerance for name in hand.seats)
        assert sum(equities.values()) == sum(expected.values())


def random_hand(**changes):
    return replace(random_all_in_hand(random.Random(3), "holdem"), **changes)  # type: ignore[arg-type]


def test_only_an_all_in_before_the_last_card_has_equity():
    larger_stacks = {name: chips + 1 for name, chips in random_hand().stacks.items()}
    assert find_all_in(random_hand(stacks=larger_stacks), TERMS) is None
    assert find_all_in(random_hand(last_round=3), TERMS) is None


FIFTH_STREET = special_hand("pokerstars", "an all-in on fifth street")
FOLDED_STUD = FIFTH_STREET.partition("Anna: calls $2")[0] + (
    "Anna: folds\nUncalled bet ($2) returned to Boris\nBoris collected $1.20 from pot\n"
    "*** SUMMARY ***\nTotal pot $1.20 | Rake $0\n"
)


def fifth_street_hand(boris="Ks 9c Kh 3s 8c 8d 5h"):
    return read_hand(FIFTH_STREET.replace("Ks 9c Kh 3s 8c 8d 5h", boris))


def test_equities_in_stud_use_the_cards_of_the_street():
    found = find_all_in(fifth_street_hand(), TERMS)
    assert found.when == "on fifth street"
    known = {"Anna": "Ac4d7dTd3d", "Boris": "Ks9cKh3s8c"}
    expected = showdown.odds("seven-card-stud", known)
    assert expected.is_exact
    equities = found.equities_of(found.odds()).by_name
    assert equities == {name: share * 500 for name, share in expected.shares.items()}


def test_later_cards_of_stud_need_not_be_shown():
    """A log of KingsClub may show only the cards that a hand had at the last bet."""
    hand = fifth_street_hand()
    shown = {name: cards[:5] for name, cards in hand.hands.items()}
    assert find_all_in(replace(hand, hands=shown), TERMS) == find_all_in(hand, TERMS)
    shown["Boris"] = shown["Boris"][:4]
    with pytest.raises(NoEquity, match="not all cards are known"):
        find_all_in(replace(hand, hands=shown), TERMS)


def test_two_boards_before_the_flop_have_the_equities_of_one():
    hand = replace(random_hand(game=GAMES["double-board-holdem"]), last_round=0)
    hand = replace(hand, boards=(hand.boards[0], hand.boards[0]))
    found, one = find_all_in(hand, TERMS), find_all_in(random_hand(last_round=0), TERMS)
    assert found == one is not None


def test_a_card_of_courchevel_is_dealt_before_the_flop():
    hand = replace(
        random_all_in_hand(random.Random(4), "five-card-omaha"), last_round=0, cards_before_flop=1
    )
    found = find_all_in(hand, TERMS)
    assert found.spot.boards == (hand.boards[0][:1],)


NAMES = ("Anna", "Boris", "Cem")
STUD = ("seven-card-stud", "stud-hilo", "razz", "deuce-to-seven-razz", "razzdugi")
DRAWS = ("badugi", "deuce-to-seven", "five-card-draw", "ace-to-five", "badacey", "drawmaha")
RAKE = 7


def make_hand(slug, players, rng):
    game, names = GAMES[slug], NAMES[:players]
    cards = rng.sample(game.deck, len(game.deck))
    hands = {name: tuple(cards.pop() for _ in range(game.hole)) for name in names}
    boards = (tuple(cards.pop() for _ in range(5)),) if game.boards else ()
    return make_all_in(dict.fromkeys(names, 300), game, hands, boards, RAKE)


def make_stud_hand(slug, street, players=2):
    """Return a hand with an all-in on this street; 3 is third street."""
    hand = make_hand(slug, players, random.Random(f"{slug} {street}"))
    dealt = {
        name: (cards[:3], *((card,) for card in cards[3:6]), cards[6:])
        for name, cards in hand.hands.items()
    }
    return replace(hand, dealt=dealt, last_round=street - 3)


def make_draw_hand(slug, numbers):
    """Return a hand with an all-in before the last draw, and these numbers of discards."""
    rng = random.Random(slug)
    hand = make_hand(slug, len(numbers), rng)
    dealt = {card for cards in (*hand.hands.values(), *hand.boards) for card in cards}
    stub = [card for card in hand.game.deck if card not in dealt]
    rng.shuffle(stub)
    draws = {}
    for name, number in zip(hand.seats, numbers, strict=True):
        cards = hand.hands[name]
        discards = tuple(stub.pop() for _ in range(number))
        known = ((*discards, *cards[number:]), discards) if number else ()
        draws[name] = (Draw(number, *known),)
    actions = [(ActionKind.BET, name, chips) for name, chips in hand.contributions.items()]
    actions += [
        (ActionKind.DRAW, name, number) for name, number in zip(hand.seats, numbers, strict=True)
    ]
    last_round = 1 if hand.boards else 2
    return replace(hand, draws=draws, actions=tuple(actions), last_round=last_round)


def cards_before_draw(hand):
    """Return each player's discards and kept cards, for example `9h5d|3c2sAs`."""
    texts = {}
    for name, (last,) in hand.draws.items():
        kept = format_cards(last.kept or hand.hands[name], "")
        texts[name] = f"{format_cards(last.discarded, '')}|{kept}" if last.discarded else kept
    return texts


def check_equities(hand, spot, board=""):
    """Return the all-in of the hand, after checking that its equities are the odds of the spot."""
    all_in = find_all_in(hand, Terms())
    odds = EquityCalculator(Terms()).odds(all_in)
    equities = all_in.equities_of(odds)
    pot = sum(hand.contributions.values()) - RAKE
    expected = showdown.odds(hand.game.slug, spot, board, within=0.002, seconds=600)
    for name in hand.seats:
        error = abs(equities.by_name[name] - expected.shares[name] * pot)
        assert error <= equities.margins.get(name, 0) + 0.002 * pot * (not expected.is_exact)
    assert odds.is_exact == (not equities.margins)
    sums, _ = calculate_sums(hand, equities)
    assert sum(of_player.luck for of_player in sums.values()) == 0
    return all_in


@pytest.mark.parametrize("slug", quick_first(*STUD))
@pytest.mark.parametrize("street", [3, 4, 5, 6])
def test_stud_has_equities_from_third_street_on(slug, street):
    hand = make_stud_hand(slug, street)
    known = {name: format_cards(cards[:street], "") for name, cards in hand.hands.items()}
    all_in = check_equities(hand, known)
    assert EquityCalculator(Terms()).odds(all_in).is_exact == (street > 4)


def test_fifth_street_is_sampled_if_time_is_short():
    all_in = find_all_in(make_stud_hand("razz", 5), Terms())
    assert not EquityCalculator(Terms(), max_milliseconds=2_000).odds(all_in).is_exact


def test_a_sample_is_the_same_each_time():
    all_in = find_all_in(make_stud_hand("razz", 3, players=3), Terms())
    assert len(all_in.pots) == 1
    odds, again = all_in.sample_odds(), all_in.sample_odds()
    assert (odds.tally, odds.pots) == (again.tally, again.pots)
    assert 0 < odds.margin < 0.006
    margin = odds.margin * all_in.pots[0].amount
    assert [odds.margin_of_chips(seat) for seat in range(3)] == pytest.approx([margin] * 3)


def test_a_short_stack_has_only_the_margin_of_the_main_pot():
    hand = make_stud_hand("razz", 3, players=3)
    stacks = {"Anna": 100, "Boris": 400, "Cem": 400}
    all_in = find_all_in(replace(hand, stacks=stacks, contributions=stacks), Terms())
    odds = all_in.sample_odds()
    assert [len(pot.eligible) for pot in all_in.pots] == [3, 2]
    assert odds.margin_of_chips(0) < odds.margin_of_chips(1) / 2


@pytest.mark.parametrize("slug", DRAWS)
@pytest.mark.parametrize("numbers", [(1, 0), (2, 1)])
def test_equities_before_the_last_draw_use_the_discards(slug, numbers):
    hand = make_draw_hand(slug, numbers)
    board = format_cards(hand.boards[0][:3], "") if hand.boards else ""
    all_in = check_equities(hand, cards_before_draw(hand), board)
    assert all_in.when == ("on the flop" if board else "before the last draw")


FIFTH = fifth_street_hand()
TWO_CARDS = {name: (cards[:2],) * 3 for name, cards in FIFTH.hands.items()}
DRAW = make_draw_hand("badugi", (1, 0))
DRAWMAHA = make_draw_hand("drawmaha", (1, 0))
FLOP = (*DRAWMAHA.actions[:2], (ActionKind.STREET, "", 0), *DRAWMAHA.actions[2:])
NO_EQUITY = {
    "stacks": (random_hand(stacks={}), "not all stacks are stated"),
    "last round": (random_hand(last_round=None), "doesn't state when the last chips went in"),
    "hands": (random_hand(hands={}), "not all cards are known"),
    "sorted stud": (fifth_street_hand("Kh Ks 9c 8c 8d 5h 3s"), "the order of the cards"),
    "stud without streets": (replace(FIFTH, dealt={}), "the order of the cards"),
    "stud with two cards a street": (replace(FIFTH, dealt=TWO_CARDS), "the order of the cards"),
    "draws": (replace(DRAW, draws={}), "not all cards are known"),
    "discards": (
        replace(DRAW, draws={"Anna": (Draw(2),), "Boris": (Draw(1),)}),
        "not all cards are known",
    ),
    "hands of a draw": (replace(DRAW, hands={}), "not all cards are known"),
    "a player's draw": (replace(DRAW, actions=DRAW.actions[:-1]), "not all cards are known"),
    "two draws": (replace(DRAW, actions=(*DRAW.actions, *DRAW.actions[-2:])), "later draws"),
    "a draw after the flop": (replace(DRAWMAHA, actions=FLOP, last_round=0), "later draws"),
}


@pytest.mark.parametrize("unknown", NO_EQUITY)
def test_the_error_names_the_unknown_value(unknown):
    hand, message = NO_EQUITY[unknown]
    with pytest.raises(NoEquity, match=message):
        find_all_in(hand, TERMS)


def test_there_is_no_equity_after_the_last_draw():
    assert find_all_in(replace(DRAW, actions=(*DRAW.actions[2:], *DRAW.actions[:2])), TERMS) is None


DISCARDS = {
    room: special_hand(room, "an all-in before the last draw")
    for room in ("phh", "pokerstars", "kings-club")
}
each_discard = pytest.mark.parametrize("text", DISCARDS.values(), ids=DISCARDS)


@each_discard
def test_logs_state_the_discards(text):
    hand = read_hand(text)
    all_in = find_all_in(hand, Terms())
    equities = all_in.equities_of(all_in.odds()).by_name
    share = showdown.odds("deuce-to-seven", {"Anna": "KdJh|6c5s4h", "Boris": "9d8d5h3h2c"})
    assert share.is_exact
    assert equities["Anna"] == share.shares["Anna"] * sum(hand.contributions.values())


THIRD_STREET = special_hand("pokerstars", "an all-in on third street")


def test_sampled_figures_of_a_night_have_margins():
    (currency,) = report_of(THIRD_STREET.encode())["currencies"]
    assert (currency["all_ins_counted"], currency["all_ins_sampled"]) == (1, 1)
    (all_in,) = currency["all_ins"]
    assert all_in["round"] == "on third street"
    for row in (*all_in["players"], *currency["players"]):
        assert row["margin"] == "0.01"
    assert sum(float(row["owed"]) for row in all_in["players"]) == pytest.approx(1.90)


def test_command_and_table_show_the_margin():
    report = report_of(THIRD_STREET.encode())
    rows = [row.rstrip().split(",") for row in night_to_csv(report)]
    assert rows[0][-2:] == ["luck", "margin"]
    assert {row[-1] for row in rows[1:]} == {"0.01"}
    text = "\n".join(night_to_text(report))
    assert "The EV of 1 hand is sampled" in text
    assert "luck  margin" in text
