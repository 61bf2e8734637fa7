"""Test the text of PokerStars, line by line."""

from dataclasses import replace
from pathlib import Path
from textwrap import indent

import pytest

from showdown.evaluator.cards import parse_cards
from showdown.evaluator.games import GAMES
from showdown.notation.logs.logged_hand import LoggedHand, Skip, SkippedHand
from showdown.notation.logs.registry import read_hand, read_log
from tests.logs import unsettled

LOG = Path("tests/data/logs/pokerstars.txt").read_text()
HANDS = {hand.origin.hand: hand for hand in read_log([LOG.encode()])}


def changed(hand: str, old: str, new: str) -> LoggedHand | SkippedHand | None:
    """Return the hand read from the log with one replacement."""
    start = LOG.index(f"#{hand}:")
    text = LOG[LOG.rindex("PokerStars", 0, start) :]
    assert old in text
    return read_hand(text.replace(old, new, 1))


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
