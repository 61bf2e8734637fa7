"""Test that hands are the same after writing and reading, and that they become deals."""

import json
import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from showdown.evaluator.cards import parse_cards
from showdown.evaluator.deals import is_label
from showdown.evaluator.errors import DuplicateCard, InvalidWagers
from showdown.evaluator.games import GAMES
from showdown.evaluator.rule_sets import WSOP_2026
from showdown.notation.logs.log_reader import FORMATS, read_hand, read_log
from showdown.notation.logs.logged_hand import (
    USUAL_STATEMENTS,
    CashOut,
    LoggedHand,
    Origin,
    Statement,
)
from showdown.notation.logs.submission import seat_labels, submission_from_hand
from showdown.notation.logs.writing import OUTPUT_FORMATS
from tests.log_writers import (
    OPEN_HAND_HISTORY_TYPES,
    PHH_VARIANTS,
    POKERNOW_TITLES,
    POKERSTARS_TITLES,
    write_open_hand_history,
    write_phh,
    write_pokernow,
    write_pokerstars,
)
from tests.logs import make_correct_hand


class WritableFormat(NamedTuple):
    """A format, its writer, and the hands that it can express.

    A log with the newest line first doesn't name the table.
    """

    name: str
    write: Callable[[LoggedHand], str]
    games: Sequence[str]
    max_runs: int = 1
    has_rake: bool = True
    is_newest_first: bool = False

    def expected_hand(self, hand):
        (statements,) = [reader.statements for reader in FORMATS if reader.name == self.name]
        origin = hand.origin._replace(format=self.name)
        if self.is_newest_first:
            origin = origin._replace(line=self.write(hand).count("\n"), table="")
        pots = hand.pots if Statement.POTS in statements else ()
        returned = hand.returned if Statement.RETURNS in statements else {}
        return replace(hand, origin=origin, pots=pots, returned=returned, statements=statements)


WRITABLE_FORMATS = (
    WritableFormat("open-hand-history", write_open_hand_history, tuple(OPEN_HAND_HISTORY_TYPES), 3),
    WritableFormat("pokerstars", write_pokerstars, tuple(POKERSTARS_TITLES), 3),
    WritableFormat("phh", write_phh, tuple(PHH_VARIANTS), has_rake=False),
    WritableFormat(
        "pokernow", write_pokernow, tuple(POKERNOW_TITLES), 3, has_rake=False, is_newest_first=True
    ),
)

each_format = pytest.mark.parametrize(
    "log_format", WRITABLE_FORMATS, ids=lambda log_format: log_format.name
)


@st.composite
def written_hands(draw, log_format):
    game = GAMES[draw(st.sampled_from(log_format.games))]
    return make_correct_hand(
        random.Random(draw(st.integers(0, 2**32))),
        game,
        decimals=draw(st.sampled_from((0, 2))),
        runs=draw(st.integers(1, log_format.max_runs)),
        has_rake=log_format.has_rake,
    )


def _comparable(hand):
    """Return the hand without the fields that generated hands lack, such as ids."""
    if not isinstance(hand, LoggedHand):
        return hand
    absent_fields = {
        "last_round": None,
        "limit": None,
        "cards_before_flop": 0,
        "taken_from_pots": (),
    }
    return replace(hand, ids={}, currency="", **absent_fields)


@each_format
@given(st.data())
def test_a_hand_is_read_back_as_it_was_written(log_format, data):
    hand = data.draw(written_hands(log_format))
    assert _comparable(read_hand(log_format.write(hand))) == log_format.expected_hand(hand)


@given(st.data())
def test_a_log_may_mix_formats_and_games(data):
    log_formats = data.draw(st.lists(st.sampled_from(WRITABLE_FORMATS), min_size=1, max_size=5))
    hands = [data.draw(written_hands(log_format)) for log_format in log_formats]
    texts = [log_format.write(hand) for log_format, hand in zip(log_formats, hands, strict=True)]
    ending = data.draw(st.sampled_from(("\n", "\r\n", "\r")))
    encoding = data.draw(st.sampled_from(("utf-8", "utf-8-sig", "utf-16-le", "utf-16-be")))
    log = "".join(texts).replace("\n", ending).encode(encoding)
    size = data.draw(st.integers(1, 2000))
    blocks = (log[start : start + size] for start in range(0, len(log), size))
    before = ["".join(texts[:index]).count("\n") for index in range(len(texts))]
    assert list(map(_comparable, read_log(blocks))) == [
        replace(read, origin=read.origin._replace(line=lines + read.origin.line))
        for read, lines in zip(
            map(WritableFormat.expected_hand, log_formats, hands), before, strict=True
        )
    ]


HAND = LoggedHand(
    statements=USUAL_STATEMENTS,
    origin=Origin(format="", line=1),
    game=GAMES["holdem"],
    seats=("Ada", "Ben", "Cleo"),
    hands={"Ada": parse_cards("KcKd"), "Cleo": parse_cards("QcQd")},
    boards=(parse_cards("2c7d9sJh3c"),),
    contributions={"Ada": 50, "Ben": 100, "Cleo": 100},
    dead=5,
    rake=10,
)


def test_unshown_hands_are_mucked():
    submission = submission_from_hand(HAND, WSOP_2026)
    assert submission.deal.shown_labels == ("Ada", "Cleo")
    assert submission.wagers.button == "Cleo"
    payout = submission.settle().payout
    assert {player.label: player.total for player in payout.players} == {
        "Ada": 148,
        "Ben": 0,
        "Cleo": 97,
    }


def test_a_stud_game_has_no_button():
    hands = {"Ada": parse_cards("2c3c4c5c6c7c8c"), "Cleo": parse_cards("2d3d4d5d6d7d8d")}
    hand = replace(HAND, game=GAMES["razz"], hands=hands, boards=())
    wagers = submission_from_hand(hand, WSOP_2026).wagers
    assert wagers.button is None


@pytest.mark.parametrize(
    "names",
    [
        ("a:b", "a=b", "a,b"),
        ("x" * 50, "x" * 51, "x" * 52),
        ("", "\0", "  "),
        ("Seat 2", "::", "Board"),
        ("a_b 2", "a:b", "a=b"),
        ("\u202e", "名前", "名:前"),
    ],
)
def test_each_name_becomes_a_distinct_label(names):
    hands = dict(zip(names[::2], HAND.hands.values(), strict=True))
    put_in = dict(zip(names, (50, 100, 100), strict=True))
    hand = replace(HAND, seats=names, hands=hands, contributions=put_in)
    labels = seat_labels(hand)
    assert list(labels) == list(names)
    assert len(set(labels.values())) == 3
    assert all(map(is_label, labels.values()))
    assert all(labels[name] == name for name in names if is_label(name))
    payout = submission_from_hand(hand, WSOP_2026).settle().payout
    assert [player.total for player in payout.players] == [148, 0, 97]


def test_losers_who_sold_their_hands_are_written_in_the_order_of_the_sales():
    """A set of names would have another order in each process."""
    sold = {f"player {number}": CashOut(number) for number in (5, 2, 4, 1, 3)}
    origin = HAND.origin._replace(played=datetime(2026, 3, 1, tzinfo=UTC))
    hand = replace(HAND, origin=origin, seats=(*HAND.seats, *sold), cash_outs=sold)
    text = OUTPUT_FORMATS["open-hand-history"].write(hand)
    (pot,) = json.loads(text)["ohh"]["pots"]
    assert [win["cashout_amount"] for win in pot["player_wins"]] == [5, 2, 4, 1, 3]


def test_impossible_deals_are_refused():
    hand = replace(HAND, hands={**HAND.hands, "Cleo": parse_cards("KcQd")})
    with pytest.raises(DuplicateCard):
        submission_from_hand(hand, WSOP_2026)


def test_a_side_pot_that_was_won_without_showing_is_refused():
    hands = {"Ada": parse_cards("KcKd")}
    hand = replace(HAND, hands=hands, folded=("Cleo",), paid={"Ada": 155, "Ben": 100})
    with pytest.raises(InvalidWagers):
        submission_from_hand(hand, WSOP_2026)
