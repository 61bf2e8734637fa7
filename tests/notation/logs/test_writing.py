"""Hands of any room, written in another format: they read the same, and are written the same."""

import random
from pathlib import Path

import pytest

from showdown.evaluator.games import GAMES
from showdown.notation.logs.logged_hand import LoggedHand, Skip, SkippedHand
from showdown.notation.logs.registry import read_hand, read_log
from showdown.notation.logs.writing.anonymous import Pseudonyms
from showdown.notation.logs.writing.conversion import WRITTEN_FORMATS, Conversion, MoreThanOne
from tests.audits.test_mutated_logs import SOURCES, mutated
from tests.log_writers import write_phh, write_pokerstars
from tests.logs import well_paid_hand
from tests.pokernow_log import write_pokernow

LOGS = sorted(Path("tests/data/logs").iterdir())
SEVERAL = [form for form in WRITTEN_FORMATS.values() if not form.is_of_one]
each_form = pytest.mark.parametrize("form", SEVERAL, ids=lambda form: form.name)

NIGHT = """\
entry,at,order
"-- starting hand #1 (id: k3x)  (No Limit Texas Hold'em) (dealer: ""Cem @ c3"") --",\
2026-03-01T20:00:00.500Z,100
"Player stacks: #1 ""Anna @ a1"" (10.00) | #2 ""Boris @ b2"" (20.00) | #5 ""Cem @ c3"" (5.00)",\
2026-03-01T20:00:00.500Z,101
"""
ENTRIES = """\
"Anna @ a1" posts a small blind of 0.10
"Boris @ b2" posts a big blind of 0.20
"Cem @ c3" raises to 0.60
"Anna @ a1" folds
"Boris @ b2" calls 0.60
Flop:  [2♣, 7♦, 9♠]
"Boris @ b2" checks
"Cem @ c3" bets 4.40
"Boris @ b2" calls 4.40
Turn: 2♣, 7♦, 9♠ [J♥]
River: 2♣, 7♦, 9♠, J♥ [3♣]
"Boris @ b2" shows a K♣, K♦.
"Cem @ c3" shows a A♣, Q♦.
"Boris @ b2" collected 10.10 from pot with Pair, K's (combination: K♣, K♦, J♥, 9♠, 7♦)
-- ending hand #1 --
"""
AS_POKERSTARS = """\
PokerStars Hand #{number}:  Hold'em No Limit ($0.10/$0.20 USD) - 2026/03/01 15:00:00 ET
Table '' 3-max Seat #3 is the button
Seat 1: Anna ($10 in chips)
Seat 2: Boris ($20 in chips)
Seat 3: Cem ($5 in chips)
Anna: posts small blind $0.10
Boris: posts big blind $0.20
*** HOLE CARDS ***
Cem: raises $0.40 to $0.60
Anna: folds
Boris: calls $0.40
*** FLOP *** [2c 7d 9s]
Boris: checks
Cem: bets $4.40 and is all-in
Boris: calls $4.40
*** TURN *** [2c 7d 9s] [Jh]
*** RIVER *** [2c 7d 9s Jh] [3c]
*** SHOW DOWN ***
Boris: shows [Kc Kd]
Cem: shows [Ac Qd]
Boris collected $10.10 from pot
*** SUMMARY ***
Total pot $10.10 | Rake $0
Board [2c 7d 9s Jh 3c]
Seat 1: Anna folded
Seat 2: Boris showed [Kc Kd] and won ($10.10)
Seat 3: Cem showed [Ac Qd] and lost
"""


def night() -> str:
    rows = [
        '"{}",2026-03-01T20:00:{:02}.000Z,{}'.format(entry.replace('"', '""'), place, 102 + place)
        for place, entry in enumerate(ENTRIES.splitlines())
    ]
    return NIGHT + "\n".join(rows) + "\n"


def hands_of(path: Path) -> list[LoggedHand]:
    return [hand for hand in read_log([path.read_bytes()]) if isinstance(hand, LoggedHand)]


def converted(hands: list, name: str) -> str:
    return "".join(Conversion(WRITTEN_FORMATS[name]).texts(hands))


def told(hand: LoggedHand) -> dict:
    """What no format may change."""
    nets = dict.fromkeys(hand.seats, 0)
    for name in hand.seats:
        nets[name] += hand.paid.get(name, 0)
        nets[name] -= hand.contributions.get(name, 0) + hand.posted_dead.get(name, 0)
    most, second = sorted([0, 0, *hand.contributions.values()])[:-3:-1]
    for name, amount in hand.contributions.items():
        if amount == most:
            nets[name] += most - second
    return {
        "game": hand.game.slug,
        "nets": nets,
        "shown": hand.hands,
        "boards": hand.boards,
        "folded": set(hand.folded),
        "stacks": {name: hand.stacks.get(name) for name in hand.seats},
    }


@each_form
@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_what_is_written_reads_the_same_and_is_written_the_same(form, path: Path) -> None:
    hands = hands_of(path)
    conversion = Conversion(form)
    written = [hand for hand in hands if list(conversion.texts([hand]))]
    assert len(written) + sum(conversion.refused.values()) == len(hands)
    log = converted(written, form.name)
    again = list(read_log([log.encode()]))
    assert [told(hand) for hand in again] == [told(hand) for hand in written]
    assert converted(again, form.name) == log
    ids = [hand.origin.hand for hand in written]
    assert form.numbers_ids or [hand.origin.hand for hand in again] == ids


@each_form
def test_most_hands_of_most_rooms_can_be_written(form) -> None:
    conversion = Conversion(form)
    hands = [hand for path in LOGS for hand in hands_of(path)]
    assert len(list(conversion.texts(hands))) > 0.6 * len(hands)
    assert conversion.refused["reads-otherwise"] <= 2


@pytest.mark.parametrize("write", [write_pokernow, write_pokerstars, write_phh])
def test_made_up_hands_go_through_all_formats_and_keep_their_chips(write) -> None:
    rng = random.Random(8)
    for _ in range(40):
        slug = rng.choice(("holdem", "omaha", "omaha-hilo"))
        first = read_hand(
            write(well_paid_hand(rng, GAMES[slug], has_rake=write is write_pokerstars))
        )
        assert isinstance(first, LoggedHand)
        hand = first
        for form in SEVERAL:
            text = converted([hand], form.name)
            if text:
                hand = read_hand(text)
                assert told(hand) == told(first), text


def test_a_private_game_becomes_the_text_that_trackers_read() -> None:
    text = converted(list(read_log([night().encode()])), "pokerstars")
    number = text.partition("#")[2].partition(":")[0]
    assert number.isdecimal()
    assert text.rstrip("\n") + "\n" == AS_POKERSTARS.format(number=number)


def test_pokerkit_plays_the_hand_to_the_same_stacks() -> None:
    import pokerkit  # slow

    text = converted(list(read_log([night().encode()])), "phh")
    history = pokerkit.HandHistory.loads(text)
    *_, state = history
    assert list(map(float, state.stacks)) == [9.9, 25.1, 0.0]
    assert list(map(float, history.finishing_stacks)) == [9.9, 25.1, 0.0]


def test_what_a_format_cannot_say_is_refused_by_name() -> None:
    def refused(path: str, name: str) -> set[str]:
        conversion = Conversion(WRITTEN_FORMATS[name])
        list(conversion.texts(hands_of(Path("tests/data/logs", path))))
        return set(conversion.refused)

    assert "game" in refused("kings-club.txt", "phhs")
    assert "several-runs" in refused("pokernow.csv", "phhs")
    assert "chips-of-the-house" in refused("run-it-once.txt", "pokerstars")
    assert "cash-out" in refused("cash_outs.txt", "open-hand-history")


def test_hands_that_were_not_read_are_counted_by_their_reason() -> None:
    conversion = Conversion(WRITTEN_FORMATS["phhs"])
    log = night() + "half a row\n"
    hands = list(read_log([log.encode()]))
    assert [hand.reason for hand in hands if isinstance(hand, SkippedHand)] == [Skip.UNREADABLE]
    assert len(list(conversion.texts(hands))) == conversion.written == 1
    assert conversion.unread == {"unreadable": 1}


def test_a_file_of_one_hand_takes_no_second() -> None:
    (hand,) = read_log([night().encode()])
    with pytest.raises(MoreThanOne):
        list(Conversion(WRITTEN_FORMATS["phh"]).texts([hand, hand]))


@pytest.mark.parametrize("source", SOURCES)
def test_whatever_happened_to_a_log_it_is_written_whole_or_not_at_all(source: str) -> None:
    rng = random.Random(f"{source} written")
    hands = SOURCES[source]()
    for _ in range(5):
        text = mutated(rng, rng.choice(hands)).encode(errors="replace")
        for form in SEVERAL:
            conversion = Conversion(form)
            written = "".join(conversion.texts(read_log([text])))
            again = list(read_log([written.encode(errors="replace")]))
            assert len(again) == conversion.written
            assert converted(again, form.name).encode(errors="replace") == written.encode(
                errors="replace"
            )


@each_form
def test_a_key_replaces_the_names_and_always_by_the_same(form) -> None:
    hands = list(read_log([night().encode()]))
    text, again, other = (
        "".join(Conversion(form, Pseudonyms(key)).texts(hands)) for key in ("k", "k", "another")
    )
    assert text == again
    assert text != other
    assert not any(name in text for name in ("Anna", "Boris", "Cem", "a1", "b2", "c3"))
    assert sorted(told(read_hand(text))["nets"].values()) == [-500, -10, 510]
