"""Test that the error for a text in an unsupported format names the format."""

import pytest

from showdown.notation.logs.logged_hand import Skip, SkippedHand
from showdown.notation.logs.registry import read_hand, read_log

FORMER = "hands are not read since version 1.1"


@pytest.mark.parametrize(
    ("text", "detail"),
    [
        ("***** History for hand R5-1-2 *****\nStart hand: …\n", "of Ongame isn't read"),
        ('Game # 12 - Omaha Pot Limit  EUR 1/2 - Table "A"\nPlayers:\n', "of Entraction"),
        ("Hand#5C4A2B1 - Holdem -- $1/$2 NL -- 2010/01/01\n", "Cake"),
        ("Table #7 - Rotherhithe\nStarting Hand #8\n", "PKR"),
        ("\n\n Stage #3017: Holdem  No Limit $5 - 2009-07-01\n", "Absolute Poker"),
        ('<HISTORY ID="1" GAME="GAME_THM">\n', "Boss Media"),
        ("EverestPoker Game #1: Table Oslo-1 - $1/$2\n", f"Everest {FORMER}"),
        ("** Game ID 1 starting - 2026-01-02 10:00:00\n", f"Microgaming {FORMER}"),
        (
            "GAME #1: Texas Hold'em NL $1/$2\n",
            f"PokerTracker's exports of iPoker and Merge {FORMER}",
        ),
        ('<description type="Holdem" stakes="No Limit $1/$2"/>\n', f"Merge {FORMER}"),
        ("Run It Once Poker Hand #1:  Omaha Pot Limit\n", f"Run It Once {FORMER}"),
        ("BetOnline Poker Game #1: Hold'em No Limit\n", f"BetOnline {FORMER}"),
        (
            "Game started at: 2016/8/2 11:17:19\nGame ID: 1 0.50/1\n",
            f"Winning before 2019 {FORMER}",
        ),
        ("CoinPoker Hand #1: Hold'em\n", "CoinPoker"),
        ("STATE:19:r200c/f:9hQc|5dQd:-1|1:a|b\n", "Computer Poker Competition"),
        ("Mano PokerStars #1: Hold'em No Limit\n", "in English"),
        ("PokerStars Tournament #1, No Limit Hold'em\nBuy-In: $1\n", "summary"),
        ("player_nickname,player_id,buy_in\nAnn,a,1\n", "ledger"),
        ("<!DOCTYPE html>\n<html>", "a web page, not a log"),
        ('{"gameId": "g", "hands": []}\n', "isn't Open Hand History"),
        ("Hand ID,Player\n1,Ann\n", "begins like this: “Hand ID,Player”"),
        ("\x01\x02\n", "this is not text"),
        ('<?xml version="1.0"?>\n<note/>\n', "the log contains no hand"),
    ],
)
def test_the_error_for_a_text_in_another_format_names_it(text: str, detail: str) -> None:
    (skipped,) = read_log([text.encode()])
    assert isinstance(skipped, SkippedHand)
    assert skipped.reason is Skip.UNREADABLE
    assert detail in skipped.detail


@pytest.mark.parametrize("text", ["", "\n \n"])
def test_blank_text_has_no_entries(text: str) -> None:
    assert not list(read_log([]))
    assert not list(read_log([b"", text.encode()]))
    assert read_hand(text) is None


def test_text_before_a_hand_is_skipped() -> None:
    hand = '{"ohh": {}}'
    before, broken = read_log([f"From: Ann\n\n{hand}\n".encode()])
    assert isinstance(before, SkippedHand)
    assert (before.origin.line, before.detail) == (1, "not a hand history")
    assert isinstance(broken, SkippedHand)
