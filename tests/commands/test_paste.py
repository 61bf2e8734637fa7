"""Test the output and the exit status of `paste`."""

import pytest

from tests.commands.running import call

SPOT = b"Anna (SB): As Kd\nBoris: Qh Qd\nBoard: 2c 3d 5h\nPot: 1.250\nDora folds\n"
SPOT_OUTPUT = """\
Texas Hold'em: two hands, a flop, the chips, and Dora out of the hand.
Anna: As Kd
Boris: Qh Qd
Board: 2c 3d 5h
Pot: 1250
Fold: Dora
"""


def test_the_deal_in_the_text_is_printed():
    completed = call("paste", stdin=SPOT)
    assert completed.stdout.decode() == SPOT_OUTPUT
    assert (completed.stderr, completed.returncode) == (b"", 0)


BADUGI = "3c 2s 4d Ah - As 3h 2d 4h"


@pytest.mark.parametrize(
    ("arguments", "text", "message", "status"),
    [
        ((), "AsKd vs QhQz", "unknown card? Write “?” for it. (line 1, column 11)", 1),
        ((), "hello", "There are no cards in this", 1),
        ((), "", "The text is empty.", 1),
        (("--game", "omaha"), "AsKd vs QhQd", "This looks like Texas Hold'em", 1),
        (("--game", "badugi", "--hand", "5"), BADUGI, "no hand 5: the text has 1 hand", 2),
        (("--game", "bridge"), "AsKd vs QhQd", "unknown game “bridge”", 2),
        (("--hand", "0"), "AsKd vs QhQd", "'0' is not a whole number of at least 1", 2),
    ],
)
def test_errors_are_reported_with_a_status(arguments, text, message, status):
    completed = call("paste", *arguments, stdin=text.encode())
    assert message in completed.stderr.decode()
    assert completed.returncode == status


def test_another_hand_of_several_is_read():
    line = b"HandA:As-Kd HandB:Qh-Qd Board:2c-3d-5h-9s-Th\n"
    lines = line + line.replace(b"As-Kd", b"Ac-Kc")
    completed = call("paste", "--game", "holdem", "--hand", "2", stdin=lines)
    assert completed.stdout.decode().splitlines()[:2] == [
        "2 hands; this is the second: Texas Hold'em: two hands and a full board.",
        "HandA: Ac Kc",
    ]
