"""Test the historical forms of Winamax's text."""

import pytest

from showdown.notation.logs.logged_hand import Skip
from tests.notation.logs.judged import judged, paid_right, skipped

HEADER = (
    "CashGame - HandId: #11-1-1790000001 - Holdem no limit (0.10€/0.25€) - 2026/03/04 20:15:10 UTC"
)
HAND = """\
Winamax Poker - {header}
Table: 'Turin' 5-max (real money) Seat #2 is the button
Seat 1: Anna (20.50€)
Seat 2: Boris B (25€)
Seat 3: Cem (8.20€)
Seat 5: Dora (30€)
*** ANTE/BLINDS ***
Cem denies small blind
Dora posts big blind 0.25€
{posts}Dealt to Anna [Ah Kd]
*** PRE-FLOP ***
Anna raises {raises}
Boris B folds
Dora raises 1.25€ to 2€
Anna calls 1.25€
*** FLOP *** [Kc 7h 2s]
Dora checks
Anna checks
*** TURN *** [Kc 7h 2s][9d]
Dora checks
Anna checks
*** RIVER *** [Kc 7h 2s 9d][9s]
Dora bets 2€
Anna calls 2€
*** SHOW DOWN ***
Dora shows [Qc Ks] (Two pairs : Kings and 9)
Anna shows [Ah Kd] (Two pairs : Kings and 9)
Anna collected {won}€ from pot
*** SUMMARY ***
Total pot {won}€ | Rake 0.40€
Board: [Kc 7h 2s 9d 9s]
Seat 1: Anna showed [Ah Kd] and won {won}€ with Two pairs : Kings and 9
Seat 5: Dora (big blind) showed [Qc Ks] and lost with Two pairs : Kings and 9
"""
SMALL_BLIND = "Anna posts small blind 0.10€ out of position\n"
WITHOUT_DEAD = {"posts": "", "raises": "0.50€ to 0.75€", "won": "7.60"}
RAZZ = """\
Winamax Poker - CashGame - HandId: #11-2-1790000002 - Razz fixed limit (0.10€/0.50€/1€)
Table: 'Turin' 6-max (real money)
Seat 1: Anna (20€)
Seat 2: Boris (5€)
*** ANTE/BLINDS ***
Anna posts ante 0.10€
Boris posts ante 0.10€
*** 3rd STREET ***
Dealt to Anna [8c Tc 7c]
Dealt to Boris [X X Kh]
Boris brings in 0.20€
Anna raises 0.30€ to 0.50€
Boris raises {raises}
Anna calls 0.50€
*** 4th STREET ***
Dealt to Boris [X X Kh] [Ks]
Dealt to Anna [8c Tc 7c] [2d]
Anna bets 0.50€
Boris folds
{collected}*** SUMMARY ***
Total pot 2.60€ | Rake 0.10€
Seat 1: Anna won 2.60€
"""
COLLECTED = "Anna collected 2.60€ from pot\n"
HOLD_UP = """\
Winamax Poker - HOLD-UP "Turin" - HandId: #11-3-1790000003 - Holdem no limit (0.01€/0.02€)
Table: 'Turin' 5-max (real money) Seat 5 is the button
{before_seats}Seat 1: Anna (0.60€)
Seat 2: Boris (2€)
Seat 5: Cem (2€)
{before_blinds}*** ANTE/BLINDS ***
Anna posts small blind 0.01€
Boris posts big blind 0.02€
{before_flop}*** PRE-FLOP ***
Cem folds
Anna folds
Boris collected 0.23€ from pot
*** SUMMARY ***
Total pot 0.23€ | No rake
Seat 2: Boris (big blind) won 0.23€
"""
SPLIT = """\
Winamax Poker - Tournament "ATOM" buyIn: 4.50€ + 0.50€ level: 1 - HandId: #11-4-1790000004 \
- Holdem no limit (10/20)
Table: 'ATOM(1035278361)#0035' 6-max (real money) Seat #1 is the button
Seat 1: Anna (20000, 2.50€ bounty)
Seat 2: Boris v2.5 (20000, 12.75€ bounty)
Seat 3: Cem ({stack}, 0.5€ bounty)
*** ANTE/BLINDS ***
Boris v2.5 posts small blind 10
Cem posts big blind 20
*** PRE-FLOP ***
Anna raises {raises}
Boris v2.5 folds
Cem calls {calls}
*** FLOP *** [Qs 7h 2s]
Cem checks
Anna checks
*** TURN *** [Qs 7h 2s][Js]
Cem checks
Anna checks
*** RIVER *** [Qs 7h 2s Js][Tc]
Cem checks
Anna checks
*** SHOW DOWN ***
Cem shows [Ah Kc] (Straight Ace high)
Anna shows [Ad Kh] (Straight Ace high)
Anna collected {anna} from pot
Cem collected {cem} from pot
*** SUMMARY ***
Total pot {total} | No rake
Board: [Qs 7h 2s Js Tc]
"""
PLACES = ("before_seats", "before_blinds", "before_flop")


@pytest.mark.parametrize(
    "header",
    [
        HEADER,
        'Go Fast "Turin" - HandId: #11-1-1790000001 - Holdem no limit (0.10€/0.25€)',
        "CashGame - HandId: #1179 - Hold'em No Limit (€0.10/€0.25) - 2026/03/04 20:15:10 CEST",
        'ESCAPE "Turin" - HandId: #11-1-1790000001 - Holdem limit (0.05€/0.10€/0.25€)',
    ],
)
def test_the_first_line_has_several_forms(header: str) -> None:
    hand = paid_right(HAND.format(header=header, **WITHOUT_DEAD))
    assert hand.game.slug == "holdem"
    assert hand.contributions == {"Dora": 400, "Anna": 400}


@pytest.mark.parametrize("raises", ["0.50€ to 0.75€", "0.50€ to 0.85€"])
@pytest.mark.parametrize(
    "posts",
    [
        f"{SMALL_BLIND}Anna posts big blind 0.25€ out of position\n",
        f"Anna posts big blind 0.25€ out of position\n{SMALL_BLIND}",
        "Anna posts small blind 0.35€ out of position\n",
        "Anna posts big blind 0.25€ out of position\nAnna posts dead blind (0.10€)\n",
    ],
)
def test_the_total_of_a_raise_may_have_a_dead_blind_in_it(posts: str, raises: str) -> None:
    hand = paid_right(HAND.format(header=HEADER, posts=posts, raises=raises, won="7.70"))
    assert hand.contributions == {"Dora": 400, "Anna": 400}
    assert hand.posted_dead == {"Anna": 10}


@pytest.mark.parametrize("raises", ["0.50€ to 1€", "0.50€ to 0.80€"])
def test_the_total_of_a_raise_may_lack_the_bring_in(raises: str) -> None:
    hand = judged(RAZZ.format(raises=raises, collected=COLLECTED)).hand
    assert hand.contributions == {"Anna": 150, "Boris": 100}


def test_winnings_may_be_stated_only_in_the_summary() -> None:
    assert judged(RAZZ.format(raises="0.50€ to 1€", collected="")).hand.paid == {"Anna": 210}


def test_a_seat_may_be_empty() -> None:
    text = HAND.format(header=HEADER, **WITHOUT_DEAD)
    hand = paid_right(text.replace("Seat 5: Dora", "Seat 4: Eve ()\nSeat 5: Dora"))
    assert hand.seats == ("Dora", "Anna", "Boris B")


@pytest.mark.parametrize("place", PLACES)
def test_chips_of_the_house_may_be_anywhere_before_the_flop(place: str) -> None:
    hand = judged(
        HOLD_UP.format(**{**dict.fromkeys(PLACES, ""), place: "Hold-up to Pot: total 0.20€\n"})
    )
    assert hand.hand.dead == 20


@pytest.mark.parametrize("place", ["*** SUMMARY ***\n", "Total pot", "Board: ["])
def test_a_summary_may_be_cut_off(place: str) -> None:
    begun, heading, _ = HAND.format(header=HEADER, **WITHOUT_DEAD).partition(place)
    cut = begun.replace("Anna collected 7.60€ from pot\n", "") + heading
    assert skipped(cut).reason is Skip.CUT_OFF


@pytest.mark.parametrize("total", ["2011", "2.01k"])
def test_bounties_have_cents_and_chips_have_none(total: str) -> None:
    chips = {"stack": 20000, "raises": "980 to 1000", "calls": 980, "anna": 1006, "cem": 1005}
    hand = SPLIT.format(**chips, total=total).replace("blind 10\n", "blind 11\n")
    assert paid_right(hand).decimals == 0


def test_in_old_tournaments_chips_have_halves() -> None:
    chips = {"stack": "20000.50", "raises": "980.50 to 1000.50", "calls": 980.5}
    assert paid_right(SPLIT.format(**chips, anna=1005, cem=1006, total="2.01k")).decimals == 2
