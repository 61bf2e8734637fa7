"""Test the texts of Seals with Clubs, and of SwC Poker, as the room was called later."""

import pytest

from showdown.notation.logs.logged_hand import Skip
from tests.notation.logs.judged import faults, read

OLD = """Hand #9942-10 - 2026-01-16 23:59:34
Game: NL Hold'em (2 - 10) - Blinds 0.05/0.10
Site: Seals With Clubs
Table: NLHE 6max .05/.10 #7
Seat 1: Anna (7.87)
Seat 2: Boris (10) - waiting for big blind
Seat 3: Cem (1.40)
Seat 4: Dora (7.19)
Dora has the dealer button
Anna posts small blind 0.05
Boris posts big blind 0.10
** Hole Cards ** [4 players]
Cem raises to 0.30
Dora has timed out
Dora folds
Anna calls 0.25
Boris calls 0.20
** Flop ** [4s 5s 6h]
Anna bets 2
Boris calls 2
Cem calls 1.10 (All-in)
** Turn ** [Kd]
Anna checks
Boris checks
** River ** [2c]
Anna bets 1
Boris folds
Anna refunded 1
** Side Pot 1 Show Down ** [4s 5s 6h Kd 2c]
Anna wins Side Pot 1 (1.80)
Rake (0)
** Main Pot Show Down ** [4s 5s 6h Kd 2c]
Anna shows [Kc Qd] (a Pair of Kings +Q65)
Cem shows [As Ah] (a Pair of Aces +K65)
Cem wins Main Pot (4.10) with a Pair
Rake (0.10)
Cem adds 9.74 chips
"""
NEW = """SwCPoker Hand #9943:  Hold'em No Limit (0.02/0.04) - 2026/06/27 9:47:48 UTC
Table 'No-Rake Micro Stakes #1'(28248) 9-max (Real Money) Seat #8 is the button
Seat 7: Anna (1,004.75 in chips)
Seat 8: _Boris_ (4 in chips)
Anna: posts small blind 0.02
_Boris_: posts big blind 0.04
*** HOLE CARDS ***
Dealt to Anna [3c 9d]
Anna: raises 0.06 to 0.08
_Boris_: calls 0.04
*** FLOP *** [9s 7s 2d]
Anna: bets 0.22
_Boris_: calls 0.22
*** TURN *** [9s 7s 2d] [Kh]
Anna: checks
_Boris_: checks
*** RIVER *** [9s 7s 2d Kh] [4c]
Anna: bets 0.50
_Boris_: calls 0.20 and is all-in
Uncalled bet (0.30) returned to Anna
*** SHOW DOWN ***
Anna: shows [3c 9d] (a pair of Nines)
_Boris_: mucks hand
Anna collected 0.97 from pot
*** SUMMARY ***
Total pot 0.97 | Rake 0.03
Seat 7: Anna (small blind) showed [3c 9d] and won (0.97) with a pair of Nines
Seat 8: _Boris_ (button) (big blind) mucked [8c 8d]
"""


def test_each_pot_has_a_separate_rake() -> None:
    hand = read(OLD)
    assert (hand.rake, hand.paid) == (10, {"Anna": 180, "Cem": 410})
    assert faults(OLD) == [None]


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        (OLD, "NL Hold'em (2 - 10)", "No Limit Hold'em"),
        (OLD, "Rake (0.10)", "Rake (0.10) Pot (4.20) Players (Anna: 2.30, Boris: 2.30, Cem: 1.40)"),
        (NEW, "Total pot 0.97", "Total pot 1.00"),
        (NEW, "Anna collected 0.97 from pot\n", ""),
        (NEW, "Total pot", "Board [9s 7s 2d Kh 4c]\nTotal pot"),
        (NEW, "\n", "\r\n"),
    ],
)
def test_lines_may_be_written_otherwise(text: str, old: str, new: str) -> None:
    assert old in text
    assert faults(text.replace(old, new)) == [None]


@pytest.mark.parametrize(
    ("post", "contributions", "dead"),
    [("small & big blind 0.15", 10, 5), ("small blind 0.05", 0, 5), ("big blind 0.10", 10, 0)],
)
def test_posts_beside_the_blinds_may_be_dead(post: str, contributions: int, dead: int) -> None:
    text = OLD.replace("** Hole", f"Eve posts {post}\nEve folds\n** Hole", 1)
    hand = read(text.replace("Dora has the", "Seat 6: Eve (9)\nDora has the"))
    assert hand.contributions.get("Eve", 0) == contributions
    assert hand.dead == dead


@pytest.mark.parametrize(
    ("title", "slug"),
    [
        ("Tournament (NLH Freeroll [50 Chips])#19, 0+0 Hold'em No Limit - Level XVIII ", "holdem"),
        ("sitngo (x)#19, 0.5+0.05 Short Deck Hold'em Pot Limit - Level I ", "short-deck"),
        ("Omaha Hi-Lo Fixed Limit ", "omaha-hilo"),
        ("Tournament (PLO)#183, 0+0 Omaha 5 Cards Pot Limit - Level I ", "five-card-omaha"),
    ],
)
def test_a_game_is_known_by_its_title(title: str, slug: str) -> None:
    text = NEW.replace(" Hold'em No Limit (0.02/0.04)", f"{title}(0.02/0.04)")
    assert read(text).game.slug == slug
    assert faults(text.replace(title, "Badugi Fixed Limit ")) == [Skip.UNSUPPORTED_GAME]


def test_posting_both_blinds_includes_a_dead_small_blind() -> None:
    text = NEW.replace("*** HOLE", "Cem: posts small & big blind 0.06\nCem: folds\n*** HOLE")
    hand = read(text.replace("Anna: posts", "Seat 9: Cem (5 in chips)\nAnna: posts"))
    assert (hand.contributions["Cem"], hand.dead) == (4, 2)


def test_a_hand_without_an_end_is_cut_off() -> None:
    assert faults(NEW.partition("*** TURN")[0] + "Anna leaves the table\n") == [Skip.CUT_OFF]
    assert faults(OLD.partition("** Turn")[0]) == [Skip.CUT_OFF]
    assert faults(OLD.partition("** Turn")[0] + "Hand cancelled\n") == [Skip.CANCELLED]


@pytest.mark.parametrize(
    ("text", "dead"),
    [
        (
            OLD.replace("Boris (10)", "Boris (0.06)")
            .replace("blind 0.10", "blind 0.06 (All-in)")
            .replace("** Hole", "Dora posts small & big blind 0.15\n** Hole", 1),
            {"Dora": 5},
        ),
        (
            NEW.replace("blind 0.04", "blind 0.03 and is all-in")
            .replace("*** HOLE", "Cem: posts small & big blinds 0.06\n*** HOLE")
            .replace("Anna: posts", "Seat 9: Cem (5 in chips)\nAnna: posts"),
            {"Cem": 2},
        ),
    ],
)
def test_an_all_in_big_blind_does_not_state_its_size(text: str, dead: dict[str, int]) -> None:
    assert read(text).posted_dead == dead
