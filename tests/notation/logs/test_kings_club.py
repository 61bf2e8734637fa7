"""Test the text of KingsClub, and the figures that it omits."""

import pytest

from showdown.audits.array_judging import judge_all
from showdown.audits.terms import Terms
from showdown.evaluator.verdicts import Kind
from showdown.notation.logs.logged_hand import Skip
from showdown.notation.logs.registry import read_log
from tests.notation.logs.judged import judged, paid_right, skipped

HEADER = "#4538: No Limit Holdem - 125/250\n2026-08-04 05:20:01\nTable 'Zoo' Seat 1 is the button"
HAND = """\
{header}
Seat 1: Anna (10,000)
Seat 2: Boris (5,000.50)
Seat 4: {cem} (8,000)
Seat 5: Dora (1,000){away}
{cem}: posts ante 50
Boris: posts the small blind 125
{cem}: posts the big blind 250
{posts}*** HOLE CARDS ***
Dealt to Anna: [Qc Ks]
Dealt to {cem}: [X X]
Anna raises to 1,200
Boris folds
{cem} calls 1,200
{dora}*** FLOP *** [8d 4d 3c]
{cem} checks
Anna bets 1,200, and is all in
{cem} calls 1,200 (disconnect)
*** TURN *** [8d 4d 3c] [5c]
{cem} checks
Anna checks
*** RIVER *** [8d 4d 3c 5c] [7s]
{cem} checks
Anna checks
{cem} shows [Kd 6d]
Anna shows [Qc Ks]
*** SUMMARY ***
Seat 1: Anna (7,600) -2,400
Seat 2: Boris (4,875.50) -125
Seat 4: {cem} {after}
{net}Rake 3
Rake 2
{cem} wins {won}
"""
TWO_IN = {
    "header": HEADER,
    "cem": "Cem",
    "away": "",
    "posts": "",
    "dora": "",
    "after": "(10,520) +2,520",
    "net": "",
    "won": "(4,970) from pot",
}


@pytest.mark.parametrize(
    "header",
    [
        HEADER,
        HEADER.replace("Table 'Zoo' Seat 1", "Table ID 'Zoo' 6-max (Play Money) Seat #1"),
        HEADER.replace("#4538: ", "#4538:  "),
        HEADER.replace("'Zoo'", "'T123 [4]'"),
        HEADER.partition("\n")[0],
    ],
)
def test_the_heading_has_several_forms(header: str) -> None:
    assert paid_right(HAND.format(**{**TWO_IN, "header": header})).rake == 500


@pytest.mark.parametrize(
    "won", ["(4,970) from pot", "pot (4,970)", "(4,970)", "main pot (4,970)", "the pot (4,970) "]
)
@pytest.mark.parametrize("away", ["", ", is sitting out", " is sitting out", " (sitting out)"])
def test_the_line_of_the_winner_has_several_forms(won: str, away: str) -> None:
    hand = paid_right(HAND.format(**{**TWO_IN, "won": won, "away": away}))
    assert hand.paid == {"Cem": 497000}


@pytest.mark.parametrize(
    ("posts", "put_in", "dead", "cem"),
    [
        ("Dora: posts straddle 500\n", 500, 0, "(11,020) +3,020"),
        ("Dora: straddles 500\n", 500, 0, "(11,020) +3,020"),
        ("Dora: posts blind 375 \n", 250, 125, "(10,895) +2,895"),
        ("", 0, 125, "(10,645) +2,645"),
    ],
)
def test_a_returning_player_posts_and_folds(posts: str, put_in: int, dead: int, cem: str) -> None:
    """The missed small blind may have no line."""
    net = f"Seat 5: Dora ({1000 - put_in - dead}) -{put_in + dead}\n"
    won = f"({4970 + put_in + dead}) from pot"
    posted = {"posts": posts, "dora": "Dora folds\n", "net": net, "after": cem, "won": won}
    hand = paid_right(HAND.format(**{**TWO_IN, **posted}))
    assert hand.contributions.get("Dora", 0) == put_in * 100
    assert hand.dead == dead * 100 + 5000


@pytest.mark.parametrize("name", ["Cem: x", "Anna calls", "Seat 3: (x)", "x wins pot (3)"])
def test_names_may_look_like_lines(name: str) -> None:
    assert paid_right(HAND.format(**{**TWO_IN, "cem": name})).paid == {name: 497000}


def test_winnings_may_follow_from_the_chips_alone() -> None:
    without, _, _ = HAND.format(**TWO_IN).partition("Cem wins")
    assert paid_right(without).paid == {"Cem": 497000}


@pytest.mark.parametrize("place", ["Seat 4: Cem (10", "Rake 3", "Rake 2"])
def test_a_summary_may_be_cut_off(place: str) -> None:
    begun, _, _ = HAND.format(**TWO_IN).partition(place)
    assert skipped(begun).reason is Skip.CUT_OFF


def test_a_hand_may_be_cancelled() -> None:
    hand = HAND.format(**TWO_IN).replace("*** FLOP", "Hand cancelled\n*** FLOP")
    assert skipped(hand).reason is Skip.CANCELLED


SIDE_POT = """\
#4540: No Limit Holdem - 125/250
2026-08-04 05:20:01
Table 'Zoo' Seat 1 is the button
Seat 1: Anna (325)
Seat 2: Boris (10,000)
Seat 4: Cem (10,000)
Boris: posts the small blind 125
Cem: posts the big blind 250
*** HOLE CARDS ***
Anna calls 325, and is all in
Boris calls 500
Cem calls 500
*** FLOP *** [8d 4d 3c]
*** TURN *** [8d 4d 3c] [5c]
*** RIVER *** [8d 4d 3c 5c] [7s]
Boris bets 1,000
Cem folds
Boris shows [Kd 6d]
Anna shows [3h 4s]
*** SUMMARY ***
Seat 1: Anna (0) -325
Seat 2: Boris (10,825) +825
Seat 4: Cem (9,500) -500
{name} wins pot (350)
"""


def test_a_stated_pot_is_checked_against_the_winnings_of_its_player() -> None:
    assert paid_right(SIDE_POT.format(name="Boris")).paid == {"Boris": 132500}
    logs = {name: SIDE_POT.format(name=name).encode() for name in ("Anna", "Cem", "Zoe")}
    judged_logs = {name: next(judge_all(read_log([log]), Terms())) for name, log in logs.items()}
    kinds = {name: judgement.difference.kind for name, judgement in judged_logs.items()}
    assert kinds == {"Anna": Kind.WINNER, "Cem": Kind.FOLDED, "Zoe": Kind.UNKNOWN_PLAYER}


EVEN = """\
#88: No Limit Holdem - 5/10
2026-08-04 05:20:01
Table 'Zoo' Seat 3 is the button
Seat 1: Hana (100)
Seat 2: Igor (100)
Seat 3: Jana (100)
*** HOLE CARDS ***
Hana: posts the small blind 5
Igor: posts the big blind 10
Jana folds
Hana calls 10
Igor checks
*** FLOP *** [2c 7d 9s]
*** TURN *** [2c 7d 9s] [Jh]
*** RIVER *** [2c 7d 9s Jh] [3c]
Hana shows [Ah Kd]
Igor shows [As Kc]
*** SUMMARY ***
Seat 1: Hana (100){net}
Seat 2: Igor (100){net}
Seat 3: Jana (100){net}
Hana wins (10) from pot
Igor wins (10) from pot
"""


@pytest.mark.parametrize("net", ["", " 0", " +0", " -0.00"])
def test_an_unchanged_stack_may_state_a_net_of_zero(net: str) -> None:
    assert judged(EVEN.format(net=net)).hand.paid == {"Hana": 1000, "Igor": 1000}
