"""What PokerTracker exports of iPoker and Merge, in its many forms: one hand of each."""

import re

import pytest

from showdown.notation.logs.logged_hand import Skip
from tests.notation.logs.judged import faults, read

IPOKER = """GAME #9914 Version:18.9.3.4 Uncalled:Y Texas Hold'em NL €0.05/€0.10 2026-01-03 11:56:34
Table Boggstown
Seat 1: Anna (€10.00 in chips) DEALER
Seat 3: Boris (€1,014.05 in chips)
Seat 5: Cem (€10.00 in chips)
Seat 6: Dora (€18.86 in chips)
Boris: Post SB €0.05
Cem: Post BB €0.10
*** HOLE CARDS ***
Dealt to Cem [HA CA]
Dora: Fold
Anna: Raise (NF) €0.25
Boris: Fold
Cem: Raise (NF) €1.00
Anna: Call €0.75
*** FLOP *** [DJ SQ C8]
*** TURN *** [S3]
Cem: Bet €1.20
Anna: Call €1.20
*** RIVER *** [C10]
Anna: Bet €1.80
Cem: Call €1.80
*** SUMMARY ***
Total pot €7.52 Rake €0.53
Anna: Shows [DQ D10] Two Pair, Queens and Tens
Cem: Mucks [HA CA] One Pair, Aces
Anna: wins €7.52
"""
MERGE = """MERGE_GAME #9915-366: Holdem NL $0.10/$0.25 01/11/2026 20:43:26
Table Tijuana (9915), Seats 6
Seat 1: Anna ($26.50 in chips) DEALER
Seat 2: Boris ($48.19 in chips)
Seat 3: Cem ($29.16 in chips)
Seat 6: Dora ($25.00 in chips)
Boris: Post SB $0.10
Cem: Post BB $0.25
*** HOLE CARDS ***
Dora: Raise $0.75
Anna: Fold
Boris: Fold
Cem: Raise $2.00
Dora: Call $1.25
*** FLOP *** [Ks Td 4c]
*** TURN *** [3c]
*** RIVER *** [8d]
Cem: Bet $1.00
Dora: Call $1.00
*** SUMMARY ***
Cem: Shows [Ah 8s]
Dora: Shows [Ac 7h]
Cem: wins $5.80
"""


@pytest.mark.parametrize(
    "title",
    [
        *("Texas Hold'em NL RSD1/RSD2", "Texas Hold'em RSD1/RSD2", "Texas Hold'em SL €0.05/€0.10"),
        *("Holdem Half Pot Limit 0,05€/0,10€", "| Hold'em NL (€0.05/€0.10 EUR) |"),
    ],
)
def test_a_game_is_known_by_its_title(title: str) -> None:
    assert faults(IPOKER.replace("Texas Hold'em NL €0.05/€0.10", title)) == [None]


@pytest.mark.parametrize("pattern", ["{}€", "{} kr", "€ {}", "RSD{}", "{}"])
@pytest.mark.parametrize("comma", [False, True])
def test_amounts_may_have_any_sign_or_none(pattern: str, *, comma: bool) -> None:
    def written(amount: re.Match[str]) -> str:
        text = amount[1].replace(",", " ").replace(".", ",") if comma else amount[1]
        return pattern.format(text)

    assert faults(re.sub(r"€([\d.,]+)", written, IPOKER)) == [None]
    assert faults(re.sub(r"\$([\d.,]+)", written, MERGE)) == [None]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (" DEALER", " (REBUY) (ADDON) DEALER"),
        ("€7.52 Rake", "€7.52 | Rake"),
        ("wins", "collects"),
        ("Shows", "shows"),
        ("Bet €1.80", "All-in €1.80"),
        ("[C10]", "[DJ SQ C8 S3 C10]"),
        ("[C10]", "[DJ SQ C8 S3] [C10]"),
        (" Version:18.9.3.4 Uncalled:Y", ":"),
    ],
)
def test_lines_may_be_written_otherwise(old: str, new: str) -> None:
    assert old in IPOKER
    assert faults(IPOKER.replace(old, new)) == [None]


@pytest.mark.parametrize(
    ("post", "contributions", "dead"),
    [("SB €0.05", 0, 5), ("Straddle €0.20", 20, 0), ("BB €0.15", 10, 5)],
)
def test_what_somebody_posts_after_the_big_blind_may_be_dead(
    post: str, contributions: int, dead: int
) -> None:
    text = IPOKER.replace("Total pot €7.52 Rake €0.53\n", "")
    hand = read(text.replace("*** HOLE", f"Dora: Post {post}\n*** HOLE"))
    assert hand.contributions.get("Dora", 0) == contributions
    assert hand.dead == dead


def test_a_big_blind_may_be_called_a_small_one() -> None:
    text = MERGE.replace("NL $0.10/$0.25", "NL Tournament").replace(
        "Post BB $0.25", "Post SB $0.15"
    )
    assert read(text).dead == 0


def test_a_hand_that_nobody_won_was_cancelled_or_is_cut_off() -> None:
    won = "Anna: wins €7.52\n"
    assert faults(IPOKER.replace(won, "Hand cancelled\n")) == [Skip.CANCELLED]
    assert faults(IPOKER.partition("*** TURN")[0] + "Hand cancelled\n") == [Skip.CANCELLED]
    assert faults(IPOKER.replace(won, "")) == [Skip.CUT_OFF]


def test_who_is_all_in_with_a_big_blind_after_the_ante_may_post_less_than_the_small_one() -> None:
    text = MERGE.replace("Cem ($29.16", "Cem ($0.06").replace("Post BB $0.25", "Post BB $0.04")
    assert (
        read(text.replace("Boris: Post", "Cem: Post Ante $0.02\nBoris: Post")).game.slug == "holdem"
    )


def test_who_was_all_in_with_the_big_blind_does_not_say_how_large_it_is() -> None:
    text = MERGE.replace("Cem ($29.16", "Cem ($0.20").replace("Post BB $0.25", "Post BB $0.20")
    hand = read(text.replace("*** HOLE", "Anna: Post DB $0.35\n*** HOLE"))
    assert hand.posted_dead == {"Anna": 10}
