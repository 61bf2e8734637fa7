"""Test variants of PokerNow's logs since 2020, and copies saved by spreadsheets."""

import csv
import io
import re
from collections.abc import Callable, Iterable, Sequence

import pytest

from showdown.notation.logs.logged_hand import LoggedHand, Skip, SkippedHand
from tests.notation.logs.judged import all_read, judged

ANN, BO, CY = '"Ann @ aaaaaaaaaa"', '"Bo @ bbbbbbbb-_"', '"Cy @ cccccccccc"'
HEADING = f"-- starting hand #7 (id: abc)  (No Limit Texas Hold'em) (dealer: {CY}) --"
STACKS = f"Player stacks: #1 {ANN} (1000) | #3 {BO} (1000) | #9 {CY} (1000)"
BEFORE_FLOP = (
    f"{ANN} posts a small blind of 5",
    f"{BO} posts a big blind of 10",
    f"{CY} raises to 30",
    f"{ANN} folds",
    f"{BO} calls 30",
)
STREETS = (
    "Flop:  [2♣, 7♦, 9♠]",
    f"{BO} checks",
    f"{CY} bets 40",
    f"{BO} calls 40",
    "Turn: 2♣, 7♦, 9♠ [3♥]",
    "River: 2♣, 7♦, 9♠, 3♥ [J♣]",
)
SHOWDOWN = (
    f"{BO} shows a A♥, 10♥.",
    f"{CY} shows a K♥, 9♥.",
    f"{CY} collected 145 from pot with Pair, 9's (combination: 9♥, 9♠, K♥, J♣, 7♦)",
)
END = "-- ending hand #7 --"
HAND = (HEADING, STACKS, "Your hand is 4♣, 5♣", *BEFORE_FLOP, *STREETS, *SHOWDOWN, END)
CONFIG = "Game Config Changes\n* Cents Mode: off » on\n* Names: “a”, b"

type Cells = Callable[[str, str, str], Sequence[str]]


def log_of(
    entries: Iterable[str],
    heading: str = "entry,at,order",
    cells: Cells = lambda entry, at, order: (entry, at, order),
    separator: str = ",",
    is_newest_first: bool = True,
) -> str:
    rows = [
        cells(entry, f"2020-08-31T22:00:{place:02}.000Z", str(159891120000000 + place))
        for place, entry in enumerate(entries)
    ]
    written = io.StringIO()
    writer = csv.writer(written, delimiter=separator, lineterminator="\n")
    writer.writerows(reversed(rows) if is_newest_first else rows)
    return f"{heading}\n{written.getvalue()}" if heading else written.getvalue()


def hand_of(entries: Iterable[str]) -> LoggedHand:
    return judged(log_of(entries)).hand


def with_old(pattern: str, new: str, entries: Iterable[str] = HAND) -> list[str]:
    return [re.sub(pattern, new, entry) for entry in entries]


@pytest.mark.parametrize(
    ("heading", "slug"),
    [
        (f"-- starting hand #7  (No Limit Texas Hold'em) (dealer: {CY}) --", "holdem"),
        (f"-- starting hand #7 (id: abc)  No Limit Texas Hold'em (dealer: {CY}) --", "holdem"),
        ("-- starting hand #7 (id: abc)  No Limit Texas Hold'em (dead button) --", "holdem"),
        (f"-- starting hand #7 (dealer: {CY}) --", "holdem"),
        (f"-- starting hand #7 (id: abc)  Crazy Pineapple Hold'em (dealer: {CY}) --", ""),
    ],
)
def test_the_game_in_the_heading_has_several_forms(heading: str, slug: str) -> None:
    (hand,) = all_read(log_of([heading, *HAND[1:]]))
    if slug:
        assert isinstance(hand, LoggedHand)
        assert hand.game.slug == slug
    else:
        assert isinstance(hand, SkippedHand)
        assert hand.reason is Skip.UNSUPPORTED_GAME


@pytest.mark.parametrize(
    ("title", "slug"),
    [
        ("Pot Limit Omaha 5 Hi", "five-card-omaha"),
        ("(Pot Limit Omaha 5 Hi/Lo (8 or Better))", "five-card-omaha-hilo"),
    ],
)
def test_a_title_states_the_number_of_cards_in_a_hand(title: str, slug: str) -> None:
    heading = f"-- starting hand #7 (id: abc)  {title} (dealer: {CY}) --"
    shown = with_old("9♥.$", "9♥, 4♦, 5♦, 8♠.", with_old("10♥.$", "10♥, 2♠, K♦, Q♦.", SHOWDOWN))
    hand = hand_of([heading, STACKS, *BEFORE_FLOP, *STREETS, *shown, END])
    assert hand.game.slug == slug


@pytest.mark.parametrize(
    "entries",
    [
        with_old("♥", "♥\ufe0f"),
        with_old("10♥", "T♥"),
        with_old("♣", "â™£", with_old("♠", "â™\xa0", with_old("♥", "â™¥", with_old("♦", "â™¦")))),
        with_old(r"\((\d+)\)", r"($\1.00)", with_old(r"( of| to|s|ed) (\d+)$", r"\1 $\2.00")),
        with_old("Ann @", "500 and go all in @"),
        with_old("Ann @", 'An "n", @ b @'),
        [*HAND[:6], f"{BO} chooses to run it 2 times.", *HAND[6:]],
    ],
    ids=["emoji", "T", "garbled", "dollars", "all in", "quotes", "numbers"],
)
def test_spellings_of_names_cards_and_amounts_do_not_matter(entries: list[str]) -> None:
    hand = hand_of(entries)
    assert hand.paid == {"Cy": 145 * 10**hand.decimals}
    assert set(hand.hands) == {"Bo", "Cy"}


@pytest.mark.parametrize(
    ("posts", "contributions"),
    [
        (["posts a straddle of 20"], {"Ann": 20, "Bo": 10, "Cy": 60}),
        (["posts a missed big blind of 10"], {"Ann": 10, "Bo": 10, "Cy": 60}),
    ],
)
def test_a_straddle_or_missed_big_blind_contains_the_small_blind(
    posts: list[str], contributions: dict[str, int]
) -> None:
    pot = contributions["Ann"] * 2 + 10
    hand = hand_of(
        [
            *(HEADING, STACKS, *BEFORE_FLOP[:2], *(f"{ANN} {post}" for post in posts)),
            *(f"{CY} raises to 60", f"{BO} folds", f"{ANN} folds"),
            f"Uncalled bet of {60 - contributions['Ann']} returned to {CY}",
            *(f"{CY} collected {pot} from pot", END),
        ]
    )
    assert hand.contributions == contributions


def test_antes_are_dead_if_all_but_one_fold() -> None:
    antes = [f"{player} posts an ante of 2" for player in (ANN, BO, CY)]
    fold = (f"{BO} folds", f"Uncalled bet of 20 returned to {CY}", f"{CY} collected 31 from pot")
    hand = hand_of([HEADING, STACKS, *antes, *BEFORE_FLOP[:4], *fold, END])
    assert hand.posted_dead == {"Ann": 2, "Bo": 2, "Cy": 2}


def test_a_bounty_is_a_bet_outside_the_pot() -> None:
    bounty = (
        f"{ANN} shows a 7♥, 2♥.",
        f"{BO} paid 3 for the 7-2 bounty to {ANN}",
        f"{ANN} collected 3 from the 7-2 bounty",
    )
    assert hand_of([*HAND, *bounty]).paid == {"Cy": 145}
    assert hand_of([*HAND[:-1], *bounty[1:], END]).paid == {"Cy": 145}


def test_a_player_who_logs_in_stays_the_same() -> None:
    login = 'The player "Ann @ aaaaaaaaaa" changed the ID from aaaaaaaaaa to z-z because of login'
    entries = [*HAND[:4], login, *with_old("Ann @ a+", "Ann @ z-z", HAND[4:])]
    assert set(hand_of(entries).seats) == {"Ann", "Bo", "Cy"}


def test_cents_in_the_name_of_a_player_are_ignored() -> None:
    shown = (
        *(f"{BO} shows a K♦, 9♦.", f"{CY} shows a K♥, 9♥."),
        *(f"{BO} collected 73 from pot with Pair", f"{CY} collected 72 from pot with Pair"),
    )
    entries = with_old("Ann @", "Ann 1.25 @", [*HAND[:-4], *shown, END])
    assert hand_of(entries).decimals == 0


@pytest.mark.parametrize("is_newest_first", [True, False])
def test_an_entry_of_several_lines_is_one_row(is_newest_first: bool) -> None:
    entries = [CONFIG, *HAND[:6], CONFIG, *HAND[6:], CONFIG]
    text = log_of(entries, is_newest_first=is_newest_first)
    assert judged(text).hand == judged(text.replace("\n", "\r\n")).hand


def test_an_unclosed_quotation_mark_affects_no_other_row() -> None:
    rows = log_of(HAND).split("\n")
    read = all_read("\n".join([*rows[:5], '"open', "and so on", *rows[5:]]))
    assert [(hand.origin.line, type(hand)) for hand in read] == [
        (len(rows) + 1, LoggedHand),
        (6, SkippedHand),
    ]


def test_a_hand_that_was_canceled_is_skipped_with_the_reason() -> None:
    (hand,) = all_read(log_of([*HAND[:8], "The hand was cancelled.", END]))
    assert isinstance(hand, SkippedHand)
    assert hand.reason is Skip.CANCELLED


@pytest.mark.parametrize("is_newest_first", [True, False])
@pytest.mark.parametrize(
    ("heading", "cells", "separator"),
    [
        ("entry;at;order", lambda entry, at, order: (entry, at, order), ";"),
        ("entry\tat\torder", lambda entry, at, order: (entry, at, order), "\t"),
        ("at,entry,order", lambda entry, at, order: (at, entry, order), ","),
        ("order,at,entry", lambda entry, at, order: (order, at, entry), ","),
        ("entry,at,order,,", lambda entry, at, order: (entry, at, order, "", ""), ","),
        (",Entry, At, Order", lambda entry, at, order: ("5", entry, at, order), ","),
        ("entry,at", lambda entry, at, order: (entry, at), ","),
        ("entry,at", lambda entry, at, order: (entry, "noon"), ","),
        ("entry,at,order", lambda entry, at, order: (entry, at, "1.59891E+14"), ","),
        ("entry,at,order", lambda entry, at, order: (entry, at, "1"), ","),
        ("entry,at,order", lambda entry, at, order: (entry, "31.8.2020, 10:00", order), ","),
        ("", lambda entry, at, order: (entry, at, order), ","),
    ],
)
def test_columns_may_vary_and_the_order_of_rows_may_be_lost(
    heading: str, cells: Cells, separator: str, is_newest_first: bool
) -> None:
    entries = [CONFIG, *HAND] if heading else HAND
    text = log_of(entries, heading, cells, separator, is_newest_first)
    hand = judged(text).hand
    assert hand.paid == {"Cy": 145}
    assert 1 <= hand.origin.line <= text.count("\n")


def test_repeated_rows_are_read_once() -> None:
    text = log_of(HAND)
    rows = text.partition("\n")[2]
    assert judged(text + rows).hand.paid == {"Cy": 145}


OLD = (
    f"-- starting hand #7 (dealer: {CY}) --",
    f"Players stacks: {ANN} (1000) | {BO} (1000) | {CY} (1000)",
    *with_old("raises to|calls", r"raises with", BEFORE_FLOP[:4]),
    f"{BO} calls with 30",
    "flop:  [2♣, 7♦, 9♠]",
    f"{BO} checks",
    f"{CY} bets and all in with 970",
)
OLD_SHOWDOWN = (
    f"{BO} calls and all in with 970",
    "turn: 2♣, 7♦, 9♠ [3♥]",
    "river: 2♣, 7♦, 9♠, 3♥ [J♣]",
    f"{BO} shows a A♥, 10♥.",
    f"{CY} wins 2005 with Pair, 9's (hand: K♥, 9♥)",
)


@pytest.mark.parametrize("sign", ["@", "#"])
def test_a_log_of_the_first_months_is_read(sign: str) -> None:
    hand = hand_of(with_old(" @ ", f" {sign} ", [*OLD, *OLD_SHOWDOWN, END]))
    assert hand.contributions == {"Ann": 5, "Bo": 1000, "Cy": 1000}
    assert set(hand.hands) == {"Bo", "Cy"}


@pytest.mark.parametrize("gained", [65, 1035])
def test_a_log_of_the_first_months_does_not_state_returned_bets(gained: int) -> None:
    hand = hand_of([*OLD, f"{BO} folds", f"{CY} gained {gained}", END])
    assert hand.paid == {"Cy": 65}
