"""Test the forms of PartyPoker's text since 2005: one hand of each kind in each form."""

import re

import pytest

from showdown.evaluator.cards import format_cards
from showdown.notation.logs.logged_hand import Skip
from tests.notation.logs.judged import judged, paid_right, skipped

CASH = """\
***** Hand History for Game 8101 *****
$100 USD NL Texas Hold'em - Saturday, July 25, 13:52:16 EDT 2026
Table Snow (Real Money)
Seat 3 is the button
Total number of players : 4/6
Seat 4: Anna ( $100 USD )
Seat 3: Boris B ( $52.50 USD )
Seat 6: Cem ( $1,040 USD )
Seat 1: Dora ( $99.10 USD )
Anna posts small blind [$0.50 USD].
Cem posts big blind [$1 USD].
** Dealing down cards **
Dealt to Cem [  Kh Kc ]
Dora folds
Boris B raises [$3 USD]
Anna calls [$2.50 USD]
Cem raises [$11 USD]
Boris B calls [$9 USD]
Anna folds
** Dealing Flop ** [ Td, 7c, 9h ]
Cem bets [$20 USD]
Boris B is all-In  [$40.50 USD]
Cem calls [$20.50 USD]
** Dealing Turn ** [ 3h ]
** Dealing River ** [ Jc ]
Cem shows [ Kh, Kc ]a pair of Kings.
Boris B shows [ Ah, Ts ]a pair of Tens.
Cem wins $105 USD from the main pot with a pair of Kings.
"""
TOURNAMENT = """\
***** Hand History for Game 8201 *****
NL Texas Hold'em $20 USD Buy-in Trny:125049467 Level:12  Blinds-Antes(1 200/2 400 -400) - \
Thursday, May 12, 17:41:57 EDT 2026
Table Powerfest #081. $10,000 Gtd (125049467) Table #41 (Real Money)
Seat 5 is the button
Total number of players : 3/6
Seat 5: Anna ( 26,043 )
Seat 4: Boris B ( 30,000 )
Seat 6: Cem ( 76,008 )
Trny:125049467 Level:12
Blinds-Antes(1 200/2 400 -400)
Cem posts ante [400]
Boris B posts ante [400]
Anna posts ante [400]
Cem posts small blind [1,200].
Boris B posts big blind [2,400].
** Dealing down cards **
Dealt to Cem [  Kh Kc ]
Anna is all-In  [25,643]
Cem is all-In  [74,408]
Boris B folds
** Dealing Flop ** [ Td, 7c, 9h ]
** Dealing Turn ** [ 3h ]
** Dealing River ** [ Jc ]
Cem shows [ Kh, Kc ]a pair of Kings.
Anna shows [ Ah, Ts ]a pair of Tens.
Cem wins 49,965 chips from the side pot 1 with a pair of Kings.
Cem wins 54,886 chips from the main pot with a pair of Kings.
"""
MAIL = """\
***** Hand History For Game 1784559652796h1yodv7zdsi *****
0.10/0.25 Texas Holdem Game Table (NL) - Mon Jul 20 11:00:48 EDT 2026
Table Table 7519720 (Real Money) -- Seat 1 is the button
Total number of players : 4/6
Seat 1: Dora ($95.23)
Seat 2: Boris ($12.60)
Seat 3: Anna ($51.56)
Seat 4: Cem ($85.96)
Boris posts small blind (0.10)
Anna posts big blind (0.25)
** Dealing down cards **
Dealt to Anna [ 9c, 9h ]
Cem raises 0.75 to 0.75
Dora folds
Boris raises 12.50 to 12.60
Boris is all-In.
Anna calls (12.35)
Cem folds
Creating Main Pot with $ 24.70 with Boris, Anna
** Dealing Flop ** :  [ Jc, 7d, 6c ]
** Dealing Turn ** :  [ Ts ]
** Dealing River ** :  [ Js ]
** Summary **
Main Pot: $24.70 Rake: $1.25
Board: [ Jc, 7d, 6c, Ts, Js ]
Dora balance $95.23, didn't bet (folded)
Boris balance $0, lost $12.60[ Ac, Kd ] [ a pair of jacks -- Ac,Kd,Jc,Js,Ts ]
Anna balance $63.66, bet $12.60, collected $24.70, net +$12.10[ 9c, 9h ] [ two pairs ]
Cem balance $85.21, lost $0.75 (folded)
"""
SALE = """\
Boris Cash-out Premium % is 1.0
Boris opted for cash-out
Boris probabilty is 30.00
Boris Cashout Amount is 7.33
** Dealing Flop"""
RUNS = """\
** Dealing FIRST Turn ** :  [ Ts ]
** Dealing FIRST River ** :  [ Js ]
** Dealing SECOND Turn ** :  [ Ah ]
** Dealing SECOND River ** :  [ 2s ]
"""
BOARDS = """\
Hand was run twice
FIRST Board: [ Jc, 7d, 6c, Ts, Js ]
Anna collected 12.35 [ 9c, 9h ] [ two pairs ]
SECOND Board: [ Jc, 7d, 6c, Ah, 2s ]
Boris collected 12.35 [ Ac, Kd ] [ a pair of aces ]
"""
STUD = """\
***** Hand History for Game 8301 *****
$1/$2 USD 7 Card Stud Hi-Lo - Saturday, July 25, 13:52:16 EDT 2026
Table Table  125413 (Real Money)
Seat 1 is the button
Total number of players : 3/8
Seat 1: Anna ( $50 USD )
Seat 2: Boris B ( $30 USD )
Seat 5: Cem ( $20 USD )
Anna posts ante of [$0.10 USD].
Boris B posts ante of [$0.10 USD].
Cem posts ante of [$0.10 USD].
** Dealing **
Dealt to Anna [  3c 5d 9h ]
Dealt to Boris B [ 4s ]
Dealt to Cem [ 2s ]
Cem bring-ins [$0.50 USD]
Anna completes [$1 USD]
Boris B calls [$1 USD]
Cem folds
** Dealing Fourth street **
Dealt to Anna [ 5h ]
Anna bets [$1 USD]
Boris B calls [$1 USD]
** Dealing Fifth street **
Anna double bets [$2 USD]
Boris B calls [$2 USD]
** Dealing Sixth street **
Anna checks
Boris B checks
** Dealing River **
Dealt to Anna [ Qc ]
Anna checks
Boris B checks
Anna shows [ 3c, 5d, 9h, 5h, 9c, Kc, Qc ]two pairs, Nines and Fives.
Boris B shows [ 4c, 2d, 4s, 6s, 8s, Jd, 3h ]a pair of Fours.
Boris B shows8,6,4,3,2  for low.
Anna wins $4.40 USD from the main pot with two pairs, Nines and Fives.
Boris B wins Lo ($4.40 USD) from the main pot with 8,6,4,3,2.
"""
SILENT = re.sub(r".* posts .*\n", "", TOURNAMENT)


def replaced(text: str, *pairs: tuple[str, str]) -> str:
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new)
    return text


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("\n", "\r\r\n"),
        (" USD", ""),
        ("$100 USD NL", "$0.50/$1 USD fastforward NL"),
        ("EDT 2026", "2026"),
        ("Cem raises [$11", "Emil: he wins $5 again\nCem raises [$11"),
        ("Cem raises [$11", "Anna: raises $4\nCem raises [$11"),
        ("Cem raises [$11", "Boris B could not respond in time.(disconnected)\nCem raises [$11"),
        (
            "Cem raises [$11",
            "Cem has knocked out Emil and won a $5 USD bounty prize.\nCem raises [$11",
        ),
        ("Boris B shows", "Boris B doesn't show"),
        ("$105 USD from", "$102.50 USD from"),
        ("Boris B", "** x"),
        ("Boris B", "x wins"),
        # Lines without an end, and amounts in other brackets.
        ("Dora folds\nBoris B raises", "Dora folds.Boris B raises"),
        ("Dora folds\nBoris B raises", "Dora foldsBoris B raises"),
        ("[$0.50 USD].\nCem", "[$0.50 USD].Cem"),
        ("Cem bets [$20", "Boris B checksCem bets [$20"),
        ("[$11 USD]\nBoris B calls", "[$11 USD]Boris B calls"),
        ("raises [$3 USD]", "raises[ $3"),
        ("bets [$20 USD]", "bets[ $20 USD]"),
        ("[$0.50 USD]", "( $0.50 )"),
        ("[$2.50 USD]", "( $2.50 )"),
    ],
)
def test_the_same_hand_is_read_in_other_forms(old: str, new: str) -> None:
    hand = paid_right(replaced(CASH, (old, new)))
    assert hand.game.slug == "holdem"
    assert sorted(hand.contributions.values()) == [300, 5250, 5250]
    assert set(hand.folded) == {"Anna", "Dora"}


@pytest.mark.parametrize(
    ("posts", "dead", "won"),
    [
        ("posts big blind + dead [$1.50].", 50, "$106.50"),
        ("posts big blind + dead [1.50 $].", 50, "$106.50"),
        ("posts big blind [$1 USD].", 0, "$106"),
    ],
)
def test_a_new_player_posts(posts: str, dead: int, won: str) -> None:
    post = ("** Dealing down", f"Dora {posts}\n** Dealing down")
    assert judged(replaced(CASH, post, ("$105", won))).hand.dead == dead


@pytest.mark.parametrize("rake", [0, 500])
def test_a_small_uncalled_bet_is_paid_beside_the_rake(rake: int) -> None:
    own = f"Boris B wins $2 USD from the side pot 1.\nCem wins ${105 - rake // 100} USD from"
    text = replaced(
        CASH,
        ("Boris B ( $52.50", "Boris B ( $54.50"),
        ("Cem ( $1,040", "Cem ( $52.50"),
        ("[$40.50 USD]", "[$42.50 USD]"),
        ("Cem wins $105 USD from", own),
    )
    hand = paid_right(text)
    assert hand.paid == {"Cem": 10500 - rake}


def test_stud_has_no_board() -> None:
    hand = paid_right(STUD)
    assert hand.game.slug == "stud-hilo"
    assert hand.paid == {"Anna": 440, "Boris B": 440}


def test_antes_may_put_a_player_all_in() -> None:
    start, end = TOURNAMENT.index("Cem posts small"), TOURNAMENT.index("** Dealing Flop")
    text = TOURNAMENT[:start] + "** Dealing down cards **\n" + TOURNAMENT[end:]
    won = "Cem wins {} chips from the"
    hand = paid_right(
        replaced(
            text,
            ("Anna posts ante [400]", "Anna posts ante [300]"),
            ("Boris B posts ante [400]", "Boris B posts ante [250]"),
            ("26,043", "300"),
            ("30,000", "250"),
            ("76,008", "400"),
            ("Anna shows", "Boris B shows [ 2c, 2d ]a pair of Twos.\nAnna shows"),
            (won.format("49,965"), won.format("100")),
            (won.format("54,886"), won.format("850")),
        )
    )
    assert hand.paid == {"Cem": 850}


def test_chips_may_be_grouped_by_blanks() -> None:
    text = replaced(TOURNAMENT, ("49,965", "49\u00a0965"), ("54,886", "54 886"))
    assert paid_right(text).paid == {"Cem": 54886}


def test_without_a_button_the_posts_are_unknown() -> None:
    assert skipped(SILENT.replace("Seat 5 is the button\n", "")).reason is Skip.UNREADABLE


def test_the_client_wrote_other_names_in_the_seats() -> None:
    names = [("Boris B", "Player3"), ("Anna", "Player4"), ("Dora", "Player1")]
    own = [("Player3", "real b"), ("Player4", "a.n.n.a"), ("Player1", "D_")]
    at = CASH.index("Dora folds")
    hand = paid_right(replaced(CASH[:at], *names) + replaced(CASH[at:], *names, *own))
    assert hand.contributions == {"Player4": 300, "Cem": 5250, "Player3": 5250}
    assert set(hand.folded) == {"Player1", "Player4"}


def test_players_whose_seats_have_other_names_are_not_accused() -> None:
    names = [
        ("Boris B", "Player3"),
        ("Dora", "Player1"),
        ("Seat 1", "Seat 2: Player2 ( $5 )\nSeat 1"),
    ]
    at = CASH.index("Dora folds")
    text = replaced(CASH[:at], *names) + CASH[at:]
    assert skipped(text).reason is Skip.UNREADABLE


def test_a_hand_may_have_no_small_blind() -> None:
    notice = (
        "There is no Small Blind in this hand as the Big Blind left the table.\n** Dealing down"
    )
    text = replaced(SILENT, ("** Dealing down", notice), ("74,408", "73,208"), ("54,886", "52,486"))
    assert paid_right(text).contributions == {"Cem": 76008, "Boris B": 400, "Anna": 26043}


def test_a_joining_player_is_a_new_player() -> None:
    joins = "Emil has joined the table.\nEmil posts big blind [$1 USD].\n** Dealing down"
    names = [("Boris B", "Player3"), ("Anna", "Hero"), ("Dora folds", "Emil folds\nDora folds")]
    hand = paid_right(replaced(CASH, ("** Dealing down", joins), *names, ("$105", "$106")))
    assert hand.contributions["Emil"] == 100


def test_the_cards_of_the_hero_are_known() -> None:
    text = replaced(CASH, ("Cem shows [ Kh, Kc ]a pair of Kings.\n", ""))
    assert format_cards(paid_right(text).hands["Cem"], "-") == "Kh-Kc"


@pytest.mark.parametrize(
    "text",
    [
        TOURNAMENT,
        SILENT,
        replaced(SILENT, ("** Dealing down", "Emil has left the table.\n** Dealing down")),
        re.sub(r".* posts (?:small|big) .*\n", "", TOURNAMENT),
        re.sub(r".* posts ante .*\n", "", TOURNAMENT),
        replaced(SILENT, ("Seat 6", "Seat 3: Emil ( 0 )\nSeat 6")),
        replaced(TOURNAMENT, ("17:41:57 EDT 2026", "17:41:57  2026")),
    ],
)
def test_a_tournament_may_omit_posts(text: str) -> None:
    hand = paid_right(text)
    assert hand.contributions == {"Cem": 76008, "Boris B": 2800, "Anna": 26043}


@pytest.mark.parametrize(
    ("title", "game"),
    [
        ("NL 6+ Hold'em", "short-deck"),
        ("PL Omaha Hi/Lo", "omaha-hilo"),
        ("PL 5-Card Omaha", "five-card-omaha"),
        ("PL 6 Card Omaha Hi-Lo", "six-card-omaha-hilo"),
    ],
)
def test_a_game_is_known_by_its_whole_title(title: str, game: str) -> None:
    text = replaced(CASH[: CASH.index("** Dealing Flop")], ("NL Texas Hold'em", title))
    text = text.replace("Boris B calls [$9 USD]", "Boris B folds") + "Cem wins $18 USD\n"
    assert judged(text).hand.game.slug == game


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (replaced(CASH, ("NL Texas Hold'em", "PL Omaha 5 Card")), Skip.UNSUPPORTED_GAME),
        (replaced(CASH, ("NL Texas Hold'em", "NL Bomb Pot")), Skip.UNSUPPORTED_GAME),
        (CASH[: CASH.index("** Dealing Turn")], Skip.CUT_OFF),
        (CASH[: CASH.index("** Dealing Turn")] + "Table Closed\n", Skip.CANCELLED),
        (MAIL[: MAIL.index("** Summary")], Skip.CUT_OFF),
    ],
)
def test_why_a_hand_is_skipped(text: str, reason: Skip) -> None:
    assert skipped(text).reason is reason


SOLD = (
    "Boris balance $0, lost $12.60[",
    "Boris Cashed out balance $7.33, bet $12.60, collected $7.33, net -$5.27[",
)
LOST = ("Anna balance $63.66, bet $12.60, collected $24.70, net +$12.10[", "Anna lost $12.60[")


def test_the_price_of_a_hand_is_not_a_pot() -> None:
    hand = paid_right(replaced(MAIL, ("** Dealing Flop", SALE), SOLD))
    assert hand.paid == {"Anna": 2470}
    assert hand.cash_outs["Boris"].price == 733


def test_the_house_gets_the_winnings_of_a_sold_hand() -> None:
    text = replaced(MAIL, ("** Dealing Flop", SALE), SOLD, LOST, ("Ac, Kd ]", "As, Ah ]"))
    assert paid_right(text).paid == {"Boris": 2470}


def test_a_hand_by_mail_is_run_twice() -> None:
    start = MAIL.index("** Dealing Turn")
    runs = MAIL[:start] + RUNS + MAIL[MAIL.index("** Summary") :]
    shares = [
        ("Board: [ Jc, 7d, 6c, Ts, Js ]\n", BOARDS),
        ("Boris balance $0, lost $12.60", "Boris balance $12.35, bet $12.60, collected $12.35"),
        ("collected $24.70", "collected $12.35"),
    ]
    hand = paid_right(replaced(runs, *shares))
    boards = [format_cards(board, "-") for board in hand.boards]
    assert boards == ["Jc-7d-6c-Ts-Js", "Jc-7d-6c-Ah-2s"]
    assert hand.paid == {"Anna": 1235, "Boris": 1235}


def test_antes_without_a_line_follow_from_the_losses() -> None:
    text = replaced(
        re.sub(r"\$|Rake: \S+", "", MAIL.replace(".", "")),
        ("010/025", "10/25"),
        (
            "Texas Holdem Game Table (NL)",
            "Tourney Texas Holdem Game Table (NL) (MTT Tournament #1)",
        ),
        ("Main Pot: 2470 ", "Main Pot: 2635"),
        ("collected 2470, net +1210", "collected 2635, net +1375"),
        ("bet 1260", "bet 1270"),
        ("lost 1260", "lost 1270"),
        ("lost 075", "lost 85"),
        ("didn't bet (folded)", "lost 10 (folded)"),
        ("Boris (1260)", "Boris (1270)"),
    )
    hand = paid_right(text)
    assert hand.contributions == {"Boris": 1270, "Anna": 1270, "Cem": 85, "Dora": 10}
