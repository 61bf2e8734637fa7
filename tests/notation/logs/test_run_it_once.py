"""What the text of Run It Once has been."""

import pytest

from showdown.notation.logs.logged_hand import Skip
from tests.notation.logs.judged import paid_right, skipped

HAND = """\
Run It Once Poker Hand #9191:  {game} - 2026/08/14 17:55 UTC [2026/08/14 18:55 CET]
Table ID '36197292' 6-Max Seat #1 is the button
Seat 1: Anna ({sign}90 in chips)
Seat 2: Boris ({sign}20 in chips)
Boris: posts big blind {sign}2
Anna: posts small blind {sign}1
*** HOLE CARDS ***
Anna: raises {sign}2 to {sign}4
Boris: raises {sign}16 to {sign}20 and is all-in
Anna: calls {sign}16
*** FLOP *** [2c Kd 5c]
*** TURN *** [2c Kd 5c] [7s]
*** RIVER *** [2c Kd 5c 7s] [8d]
*** SHOWDOWN ***
{shows}*** SUMMARY ***
Total pot {sign}40 | Rake {sign}0.00
Board [2c Kd 5c 7s 8d]
{summary}"""
SHOWN = """\
Boris shows [Ah Ad] for Pair [Ah Ad Kd 8d 7s]
Anna shows [Jc Jd] for Pair [Jd Jc Kd 8d 7s]
Boris collected {sign}40 from pot
"""
WON = "Seat 2: Boris (big blind) showed [Ah Ad] and won {sign}40 with Pair of A and K 8 7\n"


def hand(game: str, sign: str = "€", shows: str = SHOWN, summary: str = WON) -> str:
    return HAND.format(
        game=game, sign=sign, shows=shows.format(sign=sign), summary=summary.format(sign=sign)
    )


@pytest.mark.parametrize(
    ("game", "sign", "decimals"),
    [
        ("Hold'em No Limit (€1/€2)", "€", 2),
        ("Tournament #158168, €4.69+€0.31 Cub3d, Hold'em No Limit (1/2)", "", 0),
        ("Tournament #158168, €4.69+€0.31 Sunday, the big one, Hold'em No Limit (1/2)", "", 0),
    ],
)
def test_headers(game: str, sign: str, decimals: int) -> None:
    read = paid_right(hand(game, sign))
    assert (read.decimals, read.contributions["Anna"]) == (decimals, 20 * 10**decimals)
    assert read.origin.played


def test_both_halves_of_a_pot_are_paid_in_one_line() -> None:
    shows = "Boris shows [Ah Ad 3c 4c] for Pair\nAnna shows [Jc Jd Th 9h] for Pair\n"
    halves = "{sign}20 with Pair of A, and won {sign}20 with Low 7 5 3 2 A"
    summary = f"Seat 2: Boris (big blind) showed [Ah Ad 3c 4c] and won {halves}\n"
    read = paid_right(hand("Omaha Hi/Lo Pot Limit (€1/€2)", shows=shows, summary=summary))
    assert read.paid == {"Boris": 4000}


def test_who_wins_a_large_splash_without_a_bet_is_not_told() -> None:
    text = hand("Hold'em No Limit (€1/€2)", shows="", summary="Seat 1: Anna (button)\n")
    begun, _, played = text.partition("Boris: posts")
    _, flop, end = played.partition("*** FLOP ***")
    text = f"{begun}*** HOLE CARDS ***\nSTP added: €40\n{flop}{end}"
    assert skipped(text).reason in (Skip.UNREADABLE, Skip.CUT_OFF)


def test_a_game_that_the_room_did_not_have_is_skipped() -> None:
    assert skipped(hand("7 Card Stud Limit (€1/€2)")).reason is Skip.UNSUPPORTED_GAME
