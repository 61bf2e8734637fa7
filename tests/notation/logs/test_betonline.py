"""What the text of BetOnline has been, in its own name and in that of its skins."""

import pytest

from showdown.notation.logs.logged_hand import Skip
from showdown.notation.logs.registry import read_log
from tests.notation.logs.judged import judged, paid_right, skipped

HAND = """\
{site} Game #{number}: {game} ($0.50/1.00) - 2026/08/07 14:59:15 Eastern Daylight Time
Table 'John Wayne' 10-Max, Seat #8 is the button
Seat 8: Anna (22.50 in chips) - The button
Seat 9: Boris (57.38 in chips) - Small Blind
Seat 0: Cem (19.00 in chips) - Big Blind
Seat 3: Dora (40.00 in chips) - Sitting out
Boris: posts small blind 0.50
Cem: posts big blind 1.00
{posts}*** HOLE CARDS ***
Dealt to Cem [{hole}]
{bets}*** FLOP *** [10c 8d Ad]
*** TURN *** [10c 8d Ad][2s]
*** RIVER *** [10c 8d Ad 2s][3h]
*** SHOW DOWN ***
{shows}*** SUMMARY ***
{summary}"""
BETS = """\
Dora: checks
Anna: folds
Boris: folds
Cem: checks
"""
SHOWS = "Cem shows Ah Kc\nDora shows Qh Qs\n"


def hand(**parts: str) -> str:
    given = {
        "site": "BetOnline Poker",
        "number": "9301",
        "game": "Hold'em No Limit",
        "hole": "Ah Kc",
        "posts": "",
        "bets": BETS,
        "shows": SHOWS,
    }
    return HAND.format(**{**given, **parts})


def won(*players: str, total: str = "{0}", rake: str = "0.10") -> str:
    """A summary with these `seat name amount`."""
    lines = [player.split(" ") for player in players]
    ends = "".join(f"Seat {seat}: {name} collected ({paid})\n" for seat, name, paid in lines)
    return f"Total pot {total.format(lines[0][2])} | Rake {rake}\nBoard [10c 8d Ad 2s 3h]\n{ends}"


@pytest.mark.parametrize("site", ["SportsBetting.ag Poker", "Tiger Gaming", "PayNoRake"])
def test_skins(site: str) -> None:
    text = hand(site=site, posts="Dora: post now 1.00\n", summary=won("0 Cem 2.40"))
    assert paid_right(text).contributions == {"Boris": 50, "Cem": 100, "Dora": 100}


@pytest.mark.parametrize("posted", ["1.00", "0.00"])
def test_the_dead_small_blind_is_what_is_missing_of_the_pot(posted: str) -> None:
    bets = BETS.replace("Dora: checks", "Dora: raises 2.00 to 3.00" if posted == "1.00" else "{}")
    bets = bets.format("Dora: raises 3.00 to 3.00").replace("Cem: checks", "Cem: calls 2.00")
    text = hand(posts=f"Dora: post dead {posted}\n", bets=bets, summary=won("0 Cem 6.90"))
    read = paid_right(text)
    assert (read.contributions["Dora"], read.posted_dead) == (300, {"Dora": 50})


def test_two_players_may_have_posted_a_dead_small_blind() -> None:
    posts = "Dora: post dead 1.00\nAnna: post dead 1.00\n"
    read = paid_right(hand(posts=posts, summary=won("0 Cem 4.30", rake="0.20")))
    assert read.posted_dead == {"Dora": 50, "Anna": 50}


ALL_IN = """\
Dora: raises 40.00 to 40.00 and is all in
Anna: calls 22.50 and is all in
Boris: folds
Cem: calls 18.00 and is all in
Uncalled bet (17.50) returned to Dora
"""


def test_the_total_may_stand_pot_by_pot_in_and_above_the_summary() -> None:
    """Main 57.50, of which Cem wins 55.10; side 7.00, which Dora wins."""
    shows = f"Total pot 7.00 | Rake 2.40\n{SHOWS}Anna shows Jh Js\n"
    text = hand(bets=ALL_IN, shows=shows, summary=won("0 Cem 55.10", "3 Dora 7.00", rake="2.40"))
    read = paid_right(text)
    assert sum(read.pots) == 6210
    assert read.paid == {"Cem": 5510, "Dora": 700}


def test_what_is_not_paid_by_the_summary_is_not_said_to_be_right() -> None:
    shows = f"Total pot 7.00 | Rake 2.40\n{SHOWS}Anna shows Jh Js\n"
    text = hand(bets=ALL_IN, shows=shows, summary=won("0 Cem 55.10", rake="2.40"))
    assert skipped(text).reason is Skip.DOES_NOT_ADD_UP


def test_cards_may_be_shown_below_the_summary_or_only_there() -> None:
    posts = "Dora: post now 1.00\n"
    below = hand(posts=posts, shows="", summary=SHOWS + won("0 Cem 2.40"))
    assert set(paid_right(below).hands) == {"Cem", "Dora"}
    only = won("0 Cem 2.40").replace("Cem collected", "Cem showed [Ah Kc] and won")
    assert set(paid_right(hand(posts=posts, shows="", summary=only)).hands) == {"Cem"}


def test_who_is_dealt_four_cards_plays_omaha() -> None:
    shows = "Cem shows Ah Kc Qd 9d\nDora shows Jh Js 4c 4d\n"
    text = hand(
        game="Hold'em Pot Limit",
        hole="Ah Kc Qd 9d",
        posts="Dora: post now 1.00\n",
        shows=shows,
        summary=won("0 Cem 2.40"),
    )
    assert paid_right(text).game.slug == "omaha"


def test_the_room_may_not_know_who_acts() -> None:
    bets = BETS.replace("Dora: checks", "Unknown player: calls 1.00").replace("Anna: folds", "")
    shows = "Cem shows Ah Kc\nUnknown player shows Qh Qs\n"
    read = paid_right(hand(bets=bets, shows=shows, summary=won("0 Cem 2.40")))
    assert read.contributions["Unknown player"] == 100


def test_a_player_may_have_no_name() -> None:
    text = hand(posts="Dora: post now 1.00\n", summary=won("0 Cem 2.40")).replace("Boris", "")
    assert paid_right(text).contributions["Unknown player"] == 50


def test_a_hand_may_be_cancelled() -> None:
    text = hand(bets="Hand cancelled\n", shows="", summary="Total pot 1.50 | Rake 0.00\n")
    assert skipped(text).reason is Skip.CANCELLED


def test_what_is_said_between_two_hands_belongs_to_none() -> None:
    first = hand(posts="Dora: post now 1.00\n", summary=won("0 Cem 2.40"))
    between = 'Joined table during game\nEve joins the table at seat #5\nEve said "hi: all"\n'
    second = first.replace("9301", "9302")
    hands = list(read_log([f"{between}{first}\n{between}\n{second}".encode()]))
    assert [each.origin.hand for each in hands] == ["9301", "9302"]


OTHER = """\
{site} Game #9401: Hold'em No Limit - 2026-08-07 14:59:15
Table {table} Money) Seat #9 is the button
Seat 9: Anna (22.50 in Chips)
Seat 0: Boris (57.38 in Chips)
Seat 1: Cem (19.00 in Chips)
Boris: Posts small blind 0.50.
Cem: Posts big blind 1.00.
*** HOLE CARDS ***
Dealt To Cem [AH KC]
Anna: Raises 3.00.
Boris: Folds.
Cem: {answer}.
{end}*** SUMMARY ***
"""


@pytest.mark.parametrize(
    ("site", "table"), [("ActionPoker.com", "Aruba (Real"), ("Gear Poker", "Fun 2 (Play")]
)
def test_other_skins_write_in_their_own_way(site: str, table: str) -> None:
    end = """\
*** FLOP *** [10S 6D 7S]
Cem: Bets 4.00.
Anna: Reraises 19.50 and is All In.
Cem: Calls 12.00 and is All In.
Uncalled bet (3.50) returned to Anna.
*** TURN *** [10S 6D 7S] [AD]
*** RIVER *** [10S 6D 7S AD] [2H]
"""
    text = OTHER.format(site=site, table=table, answer="Calls 2.00", end=end)
    text += "Total Pot 36.70 | Rake 1.80.\nSeat 9: Anna showed [QS QD AD 10S 7S ] but did not win\n"
    text += "Seat 1: Cem (big blind)  showed [AH AD KC 10S 7S ] and won (36.70)\n"
    read = judged(text).hand
    assert read.contributions == {"Boris": 50, "Cem": 1900, "Anna": 2250}
    assert (read.paid, len(read.boards[0])) == ({"Cem": 3670}, 5)
    assert read.origin.table == table.partition(" (")[0]


def test_other_skins_may_not_say_what_goes_back() -> None:
    text = OTHER.format(site="Gear Poker", table="Fun 2 (Play", answer="Folds", end="")
    text += "Total Pot 2.50 | Rake 0.00.\nSeat 9: Anna (button)  collected (2.50)\n"
    assert judged(text).hand.paid == {"Anna": 250}
