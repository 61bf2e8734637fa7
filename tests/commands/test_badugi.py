"""Test the command `badugi`, which reads lines of hands and writes the winning hands."""

import pytest

from tests.commands.running import call


def badugi(text):
    return call("badugi", "-", "-", stdin=text.encode())


LEFT, RIGHT = "3c2s4dAh", "As3h2d4h"


def cards(hand):
    return [hand[at : at + 2] for at in range(0, len(hand), 2)]


def characters(hand):
    return [list(card) for card in cards(hand)]


BOTH = cards(LEFT + RIGHT)


@pytest.mark.parametrize(
    ("line", "winner"),
    [
        # Hands as they were given, also those that tie
        ("3c 2s 4d Ah - As 3h 2d 4h", "3c 2s 4d Ah"),
        (f"{LEFT} - {RIGHT}\r", LEFT),
        ("AS 3H 2D 4H - 3c 2s 4d Ah - Kd Qd Jd 9d", "3c 2s 4d Ah"),
        ("Ac 2d 3h 4s - As 2h 3d 4c", "Ac 2d 3h 4s - As 2h 3d 4c"),
        # Two hands with another separator
        (f"{LEFT} | {RIGHT}", LEFT),
        (f"{LEFT}/{RIGHT}", LEFT),
        (f"{LEFT} vs {RIGHT}", LEFT),
        (f"{LEFT};{RIGHT}", LEFT),
        # Strings and lists, one for each hand
        (f"'{LEFT}', '{RIGHT}'", f"'{LEFT}'"),
        (f'"{LEFT}" "{RIGHT}"', f'"{LEFT}"'),
        (f"{cards(LEFT)} - {cards(RIGHT)}", str(cards(LEFT))),
        # A list of both
        (str([LEFT, RIGHT]), f"'{LEFT}'"),
        (str([cards(LEFT), cards(RIGHT)]), str(cards(LEFT))),
        (str([characters(LEFT), characters(RIGHT)]), str(characters(LEFT))),
        (str((tuple(cards(RIGHT)), tuple(cards(LEFT)))), str(tuple(cards(LEFT)))),
        # A list in which nothing separates the hands
        (str(BOTH), LEFT),
        (str(list("3c 2s 4d Ah - As 3h 2d 4h")), LEFT),
    ],
)
def test_hands_may_be_written_as_programs_write_them(line, winner):
    done = badugi(f"{line}\n")
    assert done.stdout.decode() == f"{winner}\n"
    assert done.returncode == 0


@pytest.mark.parametrize(
    ("line", "column", "fault"),
    [
        ([LEFT, "As3h2x4h"], 19, "“2x4h” isn't a card"),
        ([cards(LEFT), ["As", "3h", "2x", "4h"]], 42, "“2x4h” isn't a card"),
        ([LEFT[:6], RIGHT], 2, "HandA has 3 cards"),
        ([characters(LEFT), characters(RIGHT)[:3]], 52, "HandB has 3 cards"),
    ],
)
def test_a_bad_card_in_a_list_is_named_with_its_column(line, column, fault):
    done = badugi(f"{line}\n")
    assert done.stdout.decode().startswith(f"Error: line 1, column {column}: {fault}")


@pytest.mark.parametrize("junk", ["[" * 500_000, "'" * 500_001, '["3c' * 200_000, "/ |" * 300_000])
def test_long_junk_that_looks_like_lists_is_refused_quickly(junk):
    done = badugi(f"{junk}\n{LEFT} - {RIGHT}\n")
    assert done.stdout.decode().splitlines()[-1] == LEFT
    assert done.returncode == 1


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("3c 2s 4d Ah", "Error: line 1: 1 hand; Badugi is for 2 to 13 players"),
        (
            " - ".join(["3c 2s 4d Ah"] * 15),
            "Error: line 1: 15 hands; Badugi is for 2 to 13 players",
        ),
        ("3c 2s 4d Ah - As 3h 2d 4x", "Error: line 1, column 24: “4x” isn't a card"),
        ("3c 2s 4d Ah - As 3h 2d Ah", "Error: line 1: A♥ appears twice, in HandA and HandB"),
    ],
)
def test_a_bad_line_is_named_and_the_next_is_settled(line, error):
    done = badugi(f"{line}\nAc 2d 3h 4s - As 2h 3d 5c\n")
    first, second = done.stdout.decode().splitlines()
    assert first.startswith(error)
    assert second == "Ac 2d 3h 4s"
    assert done.returncode == 1
