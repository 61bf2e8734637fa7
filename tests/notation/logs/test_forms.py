"""Other forms in which rooms and programs have written the same: each is read and paid right."""

import json

import pytest

from showdown.audits.array_judging import judge_all
from showdown.audits.judging import Judgement
from showdown.audits.terms import Terms
from showdown.notation.logs.logged_hand import LoggedHand, SkippedHand
from showdown.notation.logs.registry import read_log
from tests.notation.logs.judged import judged


def hand_of(text: str) -> LoggedHand:
    """The hand in this text, which is paid right."""
    return judged(text).hand


STARS = """\
PokerStars Hand #81:  Hold'em No Limit ($0.50/$1 USD) - 2026/03/05 20:05:11 ET
Table 'Pavonis' 6-max Seat #4 is the button
Seat 2: Hana ($120.50 in chips)
Seat 4: Igor ($88 in chips)
Seat 6: Jana ($61.25 in chips)
{antes}Jana: posts small blind $0.50
Hana: posts big blind $1
*** HOLE CARDS ***
Igor: raises $2 to $3
Jana: folds
Hana: folds
Uncalled bet ($2) returned to Igor
Igor collected {pot} from pot
*** SUMMARY ***
Total pot {pot} | Rake $0
Seat 4: Igor (button) collected ({pot})
"""


@pytest.mark.parametrize(
    "post",
    ["posts an ante of $0.25", "posts ante of $0.25", "posts ante $0.25", "posts the ante $0.25"],
)
def test_an_ante_in_other_words_is_no_blind(post: str) -> None:
    antes = "".join(f"{name}: {post}\n" for name in ("Hana", "Igor", "Jana"))
    hand = hand_of(STARS.format(antes=antes, pot="$3.25"))
    assert hand.posted_dead == {"Hana": 25, "Igor": 25, "Jana": 25}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Hold'em No Limit", "No Limit Texas Hold'em"),
        ("Hold'em No Limit", "No Limit Hold'em"),
        ("20:05:11 ET", "20:05:11 CET"),
        (" in chips)", " in Chips)"),
        ("*** HOLE", "Seat 5: Kaja ( in chips)\n*** HOLE"),
    ],
)
def test_headings_and_seats_of_programs_that_write_like_pokerstars(old: str, new: str) -> None:
    text = STARS.format(antes="", pot="$2.50")
    assert old in text
    assert hand_of(text.replace(old, new)).game.slug == "holdem"


def test_a_text_may_be_double_spaced() -> None:
    text = STARS.format(antes="", pot="$2.50").replace("\n", "\n\n") + "\n\nmore\n"
    hand, more = read_log([text.encode()])
    assert hand_of(text.partition("more")[0]).paid == {"Igor": 250}
    assert not isinstance(hand, SkippedHand)
    assert isinstance(more, SkippedHand)
    assert more.origin.line == text[: text.index("more")].count("\n") + 1


GG = """\
Poker Hand #HD82: Hold'em No Limit  ($0.05/$0.10) - 2026/03/18 04:12:52
Table 'NLHRed9' 6-max Seat #1 is the button
Seat 1: Hana ($12.10 in chips)
Seat 3: Igor ($9.40 in chips)
Hana: posts small blind $0.05
Igor: posts big blind $0.10
*** HOLE CARDS ***
Hana: calls $0.05
Igor: checks
*** FLOP *** [3d 4c Ad]
*** TURN *** [3d 4c Ad] [As]
*** RIVER *** [3d 4c Ad As] [8h]
Igor: checks
Hana: Bet & Muck $0.10
Igor: calls $0.10
Hana: Bet & Muck folds
Igor: shows [Kh 9d] (Pair of Aces)
*** SHOWDOWN ***
Igor collected $0.38 from pot
*** SUMMARY ***
Total pot $0.4 | Rake $0.02 | Jackpot $0 | Bingo $0
Board [3d 4c Ad As 8h]
"""


def test_a_bet_that_is_mucked_when_called_is_a_bet_and_a_fold() -> None:
    hand = hand_of(GG)
    assert hand.contributions == {"Hana": 20, "Igor": 20}
    assert hand.folded == ("Hana",)


PACIFIC = """\
***** 888poker Hand History for Game 83 *****
0,05 $/0,10 $ Blinds No Limit Holdem - *** 11 03 2026 19:05:03
Table Lima 6 Max (Real Money)
Seat 2 is the button
Total number of players : 3
Seat 2: Hana ( 4 $ )
Seat 4: Igor ( 5,50 $ )
Seat 5: Jana ( 6 $ )
Igor posts small blind [0,05 $]
Jana posts big blind [0,10 $]
** Dealing down cards **
Dealt to Igor [ KHerz, 7Kreuz ]
Hana raises [0,20 $]
Igor folds
Jana calls [$0.10]
** Dealing flop ** [ Qs, 8s, 2s ]
Jana checks
Hana bets [$0.30]
Jana folds
** Summary **
Hana collected [ $0.45 ]
"""


def test_a_hand_may_change_its_language() -> None:
    assert list(map(str, hand_of(PACIFIC).known["Igor"])) == ["Kh", "7c"]


PARTY = """\
***** Hand History for Game 84 *****
$20 USD NL Texas Hold'em - Saturday, March 11, 13:52:16 EDT 2026
Table Coast (Real Money)
Seat 3 is the button
Total number of players : 3/6
Seat 1: Hana ( $20 USD )
Seat 2: Igor ( $20 USD )
Seat 3: Jana ( $20 USD )
Hana posts small blind [$0.25 USD].
Igor posts big blind [$0.50 USD].
** Dealing down cards **
Jana raises [$1 USD]
Hana folds
Igor calls [$0.50 USD]
** Dealing Flop ** [ Th, 6c, 9d ]
Igor checks
Jana bets [$1 USD]
Igor folds
Jana wins $3.25 USD from the main pot.
"""


@pytest.mark.parametrize(
    "changes",
    [
        {"Hana folds\nIgor": "Hana folds.Igor"},
        {"Hana folds\nIgor": "Hana foldsIgor"},
        {"USD].\nIgor": "USD].Igor"},
        {
            "Igor checks\nJana": "Igor checksJana",
            "[$1 USD]\nIgor folds\n": "[$1 USD]Igor folds.\n",
        },
        {"raises [$1 USD]": "raises[ $1"},
        {"bets [$1 USD]": "bets[ $1 USD]"},
        {"[$0.25 USD]": "( $0.25 )", "[$0.50 USD]": "( $0.50 )", "[$1 USD]": "( $1 )"},
    ],
)
def test_partypoker_glues_lines_and_writes_amounts_in_other_brackets(changes: dict) -> None:
    text = PARTY
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new)
    hand = hand_of(text)
    assert hand.contributions == {"Hana": 25, "Igor": 100, "Jana": 200}
    assert set(hand.folded) == {"Hana", "Igor"}


WINAMAX = """\
Winamax Poker - CashGame - HandId: #1-85-17 - Omaha pot limit (5€/10€) - 2026/01/01 01:01:01 UTC
Table: 'Brest' 5-max (real money) Seat #5 is the button
Seat 1: Jana ()
Seat 2: Hana (1070.50€)
Seat 5: Igor (430€)
*** ANTE/BLINDS ***
Igor posts small blind 5€
Hana posts big blind 10€
*** PRE-FLOP ***
Igor folds
Hana collected 15€ from pot
*** SUMMARY ***
Total pot 15€ | No rake
Seat 2: Hana (big blind) won 15€
"""


def test_a_seat_may_be_empty_at_winamax() -> None:
    assert hand_of(WINAMAX).seats == ("Hana", "Igor")


def ohh(amount: int, won: int) -> str:
    def action(player: int, name: str, amount: int = 0) -> dict:
        return {"player_id": player, "action": name, "amount": amount}

    preflop = [action(1, "Post SB", 1), action(2, "Post BB", 2), action(1, "Raise", 7)]
    flop = [action(1, "Bet", 40), action(2, "Fold")]
    document = {
        "spec_version": "1.4.7",
        "game_type": "Holdem",
        "game_number": "86",
        "currency": "Chips",
        "dealer_seat": 2,
        "players": [
            {"id": 1, "name": "Hana", "seat": 1, "starting_stack": 90},
            {"id": 2, "name": "Igor", "seat": 2, "starting_stack": 80},
        ],
        "rounds": [
            {"id": 0, "street": "Preflop", "actions": [*preflop, action(2, "Call", 6)]},
            {"id": 1, "street": "Flop", "cards": ["9h", "8h", "Kc"], "actions": flop},
        ],
        "pots": [
            {
                "number": 0,
                "amount": amount,
                "rake": 2,
                "player_wins": [{"player_id": 1, "win_amount": won}],
            }
        ],
    }
    return json.dumps({"ohh": document})


@pytest.mark.parametrize("uncalled", [0, 40])
def test_what_nobody_called_may_be_in_the_pot_of_open_hand_history(uncalled: int) -> None:
    hand = hand_of(ohh(16 + uncalled, 14 + uncalled))
    assert (hand.pots, hand.paid, hand.rake) == ((16,), {"Hana": 14}, 2)


LIMIT = """\
PokerStars Hand #87: Tournament #9, $1+$0 Hold'em Limit - Level I ({stakes}) - 2026/03/05 20:05:11
Table '9 1' 6-max Seat #4 is the button
Seat 2: Hana (1500 in chips)
Seat 4: Igor (1500 in chips)
Seat 6: Jana (1500 in chips)
Jana: posts small blind 10
Hana: posts small & big blinds 30
*** HOLE CARDS ***
Igor: folds
Jana: calls 10
Hana: checks
*** FLOP *** [2c 7d 9s]
Jana: bets 20
Hana: folds
Uncalled bet (20) returned to Jana
Jana collected 50 from pot
*** SUMMARY ***
Total pot 50 | Rake 0
"""


@pytest.mark.parametrize("stakes", ["20/40", "10/20"])
def test_the_stakes_of_a_limit_tournament_may_be_its_bets_or_its_blinds(stakes: str) -> None:
    hand = hand_of(LIMIT.format(stakes=stakes))
    assert hand.posted_dead == {"Hana": 10}


KINGS = """\
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
def test_who_has_as_much_as_before_may_have_no_net_at_kings_club(net: str) -> None:
    assert hand_of(KINGS.format(net=net)).paid == {"Hana": 1000, "Igor": 1000}


TIE = """\
PokerStars Hand #89:  Hold'em No Limit ($0.50/$1 USD) - 2026/07/30 6:40:30 ET
Table 'Bode' 9-max Seat #2 is the button
Seat 2: Hana ($50 in chips)
Seat 3: Igor ($50 in chips)
Seat 4: Jana ($50 in chips)
Igor: posts small blind $0.50
Jana: posts big blind $1
*** HOLE CARDS ***
Hana: folds
Igor: calls $0.50
Jana: checks
*** FLOP *** [Ks 6d Kd]
*** TURN *** [Ks 6d Kd] [Jh]
*** RIVER *** [Ks 6d Kd Jh] [8c]
*** SHOW DOWN ***
Igor: shows [Ac 7s] (a pair of Kings)
Jana: shows [As 4h] (a pair of Kings)
Igor collected ${igor} from pot
Jana collected ${jana} from pot
*** SUMMARY ***
Total pot $2 | Rake ${rake}
Board [Ks 6d Kd Jh 8c]
"""


@pytest.mark.parametrize(
    ("igor", "jana", "rake", "kind"),
    [
        ("0.95", "0.95", "0.10", None),
        ("0.98", "0.92", "0.10", None),
        ("0.90", "1.00", "0.10", None),
        ("1.02", "0.88", "0.10", "share"),
        ("1.01", "0.99", "0", "odd-chip"),
        ("1.90", "0", "0.10", "share"),
        ("0.98", "0.97", "0.05", None),
        ("0.97", "0.98", "0.05", "odd-chip"),
    ],
)
def test_of_those_who_tie_one_may_pay_more_of_the_rake(igor, jana, rake, kind) -> None:
    (each,) = judge_all(read_log([TIE.format(igor=igor, jana=jana, rake=rake).encode()]), Terms())
    assert isinstance(each, Judgement)
    assert (each.difference and each.difference.kind) == kind


BOVADA = """\
Bovada Hand #90: HOLDEM No Limit - 2026-04-22 01:49:18
Seat 1: UTG ($5 in chips)
Seat 2: Small Blind ($5 in chips)
Seat 3: Big Blind ($5 in chips)
Seat 4: Dealer ($5 in chips)
Dealer : Set dealer [4]
Small Blind : Small Blind $0.25
Big Blind : Big blind $0.51
*** HOLE CARDS ***
UTG : Card dealt to a spot [{utg}]
Small Blind : Card dealt to a spot [Ah 4d]
Big Blind : Card dealt to a spot [{big}]
Dealer : Card dealt to a spot [2c 3d]
UTG : Calls $0.51
Dealer : Folds
Small Blind : Calls $0.26
Big Blind : Checks
*** FLOP *** [As Kh Qs]
*** TURN *** [As Kh Qs] [Jc]
*** RIVER *** [As Kh Qs Jc] [9c]
UTG : Showdown [Ad As Kh Qs Jc] (One pair)
Small Blind : Showdown [Ah As Kh Qs Jc] (One pair)
Big Blind : Showdown [Ac As Kh Qs Jc] (One pair)
{results}*** SUMMARY ***
Total Pot($1.53)
Board [As Kh Qs Jc 9c]
"""


@pytest.mark.parametrize(
    ("results", "kind"),
    [
        ({"Small Blind": "0.76", "Big Blind": "0.77"}, None),
        ({"Small Blind": "0.77", "Big Blind": "0.76"}, "odd-chip"),
        ({"Small Blind": "0.76", "UTG": "0.77"}, None),
        ({"UTG": "0.77", "Big Blind": "0.76"}, "odd-chip"),
        ({"UTG": "0.76", "Big Blind": "0.77"}, None),
    ],
)
@pytest.mark.parametrize("times", [1, 60])
def test_odd_cents_of_bovada_go_from_the_big_blind_on(results, kind, times: int) -> None:
    """A few hands are judged by the rules, many by arrays."""
    text = BOVADA.format(
        utg="Ad 6c" if "UTG" in results else "2d 6c",
        big="Ac 5c" if "Big Blind" in results else "2h 5c",
        results="".join(f"{name} : Hand result ${won}\n" for name, won in results.items()),
    )
    if "Small Blind" not in results:
        text = text.replace("[Ah 4d]", "[2s 4d]")
    log = "".join(text.replace("#90", f"#{90 + number}") for number in range(times))
    judged = list(judge_all(read_log([log.encode()]), Terms()))
    assert [each.difference and each.difference.kind for each in judged] == [kind] * times
