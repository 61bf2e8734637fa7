"""Test the text of PokerStars, line by line."""

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from textwrap import indent

import pytest

from showdown.evaluator.cards import parse_cards
from showdown.evaluator.games import GAMES
from showdown.notation.logs.logged_hand import Limit, LoggedHand, Origin, Skip, SkippedHand
from showdown.notation.logs.registry import read_hand, read_log
from showdown.notation.logs.rooms.pokerstars import PokerStars
from tests.logs import unsettled

LOG = Path("tests/data/logs/pokerstars.txt").read_text()
HANDS = {hand.origin.hand: hand for hand in read_log([LOG.encode()])}


def changed(hand: str, old: str, new: str) -> LoggedHand | SkippedHand | None:
    """Return the hand read from the log with one replacement."""
    start = LOG.index(f"#{hand}:")
    text = LOG[LOG.rindex("PokerStars", 0, start) :]
    assert old in text
    return read_hand(text.replace(old, new, 1))


def test_a_cash_game_with_a_dead_blind_a_rake_and_a_returned_bet() -> None:
    assert HANDS["1001"] == LoggedHand(
        origin=Origin(
            format="pokerstars",
            line=1,
            hand="1001",
            table="Rosalind III",
            played=datetime(2026, 7, 14, 10, 30, 5, tzinfo=UTC),
        ),
        game=GAMES["holdem"],
        seats=("Eve", "Ada", "Cleo", "Dan (left)"),
        hands={"Ada": parse_cards("KcKd")},
        known={"Eve": parse_cards("9c8c")},
        boards=(parse_cards("2c7d9sJh3c"),),
        folded=("Cleo", "Dan (left)"),
        stacks={"Ada": 5000, "Ben": 5000, "Cleo": 5075, "Dan (left)": 4930, "Eve": 1200},
        contributions={"Eve": 1200, "Ada": 1350, "Cleo": 150},
        dead=25,
        posted_dead={"Cleo": 25},
        returned={"Ada": 150},
        paid={"Ada": 2455},
        pots=(2575,),
        rake=120,
        states=PokerStars.states,
        decimals=2,
        currency="$",
        last_round=1,
        limit=Limit.NO,
    )


def test_a_tournament_of_mixed_games_with_antes_and_a_side_pot() -> None:
    hand = HANDS["1002"]
    assert isinstance(hand, LoggedHand)
    assert hand.game is GAMES["stud-hilo"]
    assert hand.seats == ("Ada", "Ben", "Dan")
    assert hand.contributions == {"Ada": 88, "Ben": 88, "Dan": 5}
    assert hand.paid == {"Ada": 90, "Ben": 91}
    assert (hand.pots, hand.rake, hand.decimals) == ((15, 166), 0, 0)


def test_a_raise_after_the_only_draw_counts_from_zero() -> None:
    hand = HANDS["1003"]
    assert isinstance(hand, LoggedHand)
    assert hand.game is GAMES["deuce-to-seven"]
    assert hand.contributions == {"Ada": 110, "Ben": 110}
    assert hand.decimals == 0


@pytest.mark.parametrize(
    ("old", "new", "reason", "detail"),
    [
        ("Cleo: calls $1\n", "", Skip.DOES_NOT_ADD_UP, "25.75"),
        ("Ada: shows [Kc Kd]", "Ada: shows [Kc Zd]", Skip.UNREADABLE, "“Zd” isn't a card"),
        ("Board [2c 7d 9s Jh 3c]", "Board [2c 7d 9s]", Skip.CUT_OFF, "3 cards"),
        ("Seat 6: Eve ($12", "Seat 6: Ada ($12", Skip.UNREADABLE, "the same name"),
        ("Eve: raises $3 to $6", "Eve: raises", Skip.UNREADABLE, "an amount"),
        ("Cleo: calls $1\n", "Cleo: calls $1_0\n", Skip.UNREADABLE, "an amount"),
        ("Cleo: calls $1\n", "Cleo: calls $-1.50\n", Skip.UNREADABLE, "an amount"),
        ("Total pot", "Total", Skip.UNREADABLE, "total pot"),
    ],
)
def test_a_broken_hand_states_its_error(old: str, new: str, reason: Skip, detail: str) -> None:
    skipped = unsettled(changed("1001", old, new))
    assert skipped
    assert (skipped.reason, detail in skipped.detail) == (reason, True)


@pytest.mark.parametrize(
    ("title", "game"),
    [
        ("Hold'em No Limit", "holdem"),
        ("Hold'em Limit", "holdem"),
        ("6+ Hold'em No Limit", "short-deck"),
        ("Omaha Pot Limit", "omaha"),
        ("Omaha Hi/Lo Limit", "omaha-hilo"),
        ("5 Card Omaha Pot Limit", "five-card-omaha"),
        ("5 Card Omaha Hi/Lo Pot Limit", "five-card-omaha-hilo"),
        ("6 Card Omaha Pot Limit", "six-card-omaha"),
        ("Courchevel Pot Limit", "five-card-omaha"),
        ("Courchevel Hi/Lo Pot Limit", "five-card-omaha-hilo"),
        ("8-Game (Triple Draw 2-7 Lowball Limit, $1/$2 USD)", "deuce-to-seven"),
        ("A-5 Triple Draw Limit ($1/$2 USD)", "ace-to-five"),
        ("8-Game (Triple Draw A-5 Lowball Limit, $1/$2 USD)", "ace-to-five"),
        ("Hold'em No Limit ($1/$2 - $40 Cap - USD)", "holdem"),
        ("HORSE (Razz Limit, $1/$2 USD)", "razz"),
        ("Mixed PLH/PLO (Omaha Pot Limit, $1/$2 USD)", "omaha"),
        ("Tournament #5, Freeroll  Hold'em No Limit - Level I (10/20)", "holdem"),
        ("Tournament #5, 550FPP 7 Card Stud Limit - Level I (10/20)", "seven-card-stud"),
        ("{Home Game} Tournament #5, $1+$0 USD Badugi Limit - Level I (1/2)", "badugi"),
        ("Fusion Pot Limit", None),
        ("Tempest Hold'em Pot Limit", None),
        ("Swap Hold'em Pot Limit", None),
    ],
)
def test_the_game_is_read_from_the_first_line(title: str, game: str | None) -> None:
    start = LOG.index("PokerStars Game #1003")
    text = LOG[start : LOG.index("PokerStars Hand #1004")]
    text = text.replace("Single Draw 2-7 Lowball No Limit", title)
    hand = read_hand(text.replace("Rake 0 ", "Rake 0 \nBoard [2c 7d 9s Jh 3c]"))
    if game:
        assert isinstance(hand, LoggedHand)
        assert hand.game is GAMES[game]
    else:
        assert isinstance(hand, SkippedHand)
        assert hand.reason is Skip.UNSUPPORTED_GAME


def test_a_cashed_out_player_still_wins_the_pot() -> None:
    text = LOG[: LOG.index("PokerStars Hand #1002")]
    text = text.replace(
        "Ada collected $24.55 from pot", "Ada cashed out the hand for $20 | Cash Out Fee $0.20"
    )
    sold = "and won ($24.55) with a pair of Kings"
    text = text.replace(sold, f"{sold} (pot not awarded as player cashed out)")
    hand, unsold = read_hand(text), HANDS["1001"]
    assert isinstance(hand, LoggedHand)
    assert isinstance(unsold, LoggedHand)
    assert hand.cash_outs == {"Ada": (2000, 20, None)}
    assert replace(hand, cash_outs={}) == unsold


def test_a_winner_without_showing_is_judged_by_known_cards() -> None:
    hand = changed("1001", "Ada collected $24.55", "Eve collected $24.55")
    assert isinstance(hand, LoggedHand)
    assert hand.hands == {"Eve": parse_cards("9c8c"), "Ada": parse_cards("KcKd")}
    assert unsettled(hand) is None


def test_a_hand_without_payments_is_skipped() -> None:
    text = LOG[: LOG.index("PokerStars Hand #1002")]
    text = text.replace("Ada collected $24.55 from pot\n", "")
    pasted = read_hand(text)
    assert isinstance(pasted, LoggedHand)
    assert not pasted.paid
    (skipped,) = read_log([text.encode()])
    assert isinstance(skipped, SkippedHand)
    assert "states no payments" in skipped.detail


def test_a_hand_may_be_pasted_with_an_indent_and_blanks_at_the_ends_of_lines() -> None:
    text = LOG[: LOG.index("PokerStars Hand #1002")]
    assert read_hand(indent(text.replace("\n", " \n"), "\t")) == HANDS["1001"]


def test_the_lines_of_a_double_spaced_log_are_counted() -> None:
    text = LOG[: LOG.index("PokerStars Hand #1002")].replace("\n", "\n\n")
    _, more = read_log([f"{text}\n\nmore\n".encode()])
    assert isinstance(more, SkippedHand)
    assert more.origin.line == text.count("\n") + 3
