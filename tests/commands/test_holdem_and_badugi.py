"""Test `holdem` and `badugi`, which read hands and write the winners."""

import pytest

from tests.commands.running import call

GOOD = b"3\n2s 9c Ad 4h Xs\nAs Ac\n9h 7h\nXh 6h\n"

SAMPLE = b"3 2s 9c Ad 4h Xs As Ac 9h 7h Xh 6h 2 3s 4s 5s As Ad 6h 7h 7d 6c"

TEN_PLAYERS = (
    b"10\n2s 3s 4s 5s 6s\nAc Ad\nAh Kh\nKc Kd\nQc Qd\nJc Jd\nXc Xd\n9c 9d\n8c 8d\n7c 7d\n7s 6d\n"
)


TWICE = "Error: line 2: A♦ appears twice"


def holdem(text):
    return call("holdem", "-", "-", stdin=text)


@pytest.mark.parametrize(
    ("text", "output"),
    [
        (GOOD, b"1\n"),
        (GOOD.replace(b"X", b"T").replace(b"\n", b"\r\n"), b"1\n"),
        (b"\xef\xbb\xbf\n" + GOOD.replace(b" ", b"  ").rstrip(), b"1\n"),
        (b"1\n2s 9c Ad 4h Xs\nAs Ac\n", b"1\n"),
        (b"2\n3s 4s 5s As Ad\n6h 7h\n7d 6c\n", b"1 2\n"),
        (b"2\nAs Ks Qs Js Ts\n6h 7h\n7d 6c\n" * 2, b"1 2\n1 2\n"),
        (TEN_PLAYERS, b"10\n"),
        # All on one line, like the sample on the contest's page, or broken anywhere
        (SAMPLE, b"1\n1 2\n"),
        (b"2 3s4s5sAsAd 6h7h 7d6c\n\n0", b"1 2\n"),
        (SAMPLE.replace(b" Ad", b"\nAd").replace(b" 6c", b"\n6c 0"), b"1\n1 2\n"),
        (SAMPLE.replace(b" 2 ", b"\n2\n") + b" 1 2s 9c Ad 4h Xs As Ac", b"1\n1 2\n1\n"),
    ],
)
def test_instances_are_settled(text, output):
    assert holdem(text).stdout == output


@pytest.mark.parametrize(
    ("bad", "error"),
    [
        (b"hello\n", "Error: line 1: “hello” isn't a number of players (1 to 10)"),
        (b"2\n2s 9c Ad 4h\nAs Ac\n9h 7h\n", "Error: line 2: Board has 4 cards"),
        (b"2\n2s 9c Ad 4h Xs\nAs Ac\n9h 7\n", "Error: line 4, column 4: “7” isn't a card"),
        (b"2\n2s 9c Ad 4h Xs\nAs Ad\n9h 7h\n", f"{TWICE}, in Player-1 and Board"),
        (b"11\n2s 9c Ad 4h Xs\n", "Error: line 1: “11” isn't a number of players (1 to 10)"),
        (b"2\n2s 9c Ad 4h Xs\nAs Ac\n", "Error: line 1: 2 players need 3 lines of cards; 2 lines"),
        (b"1 2s 9c Ad 4h Xs\nAs 7z\n", "Error: line 2, column 4: “7z” isn't a card"),
    ],
)
def test_reading_resumes_after_an_invalid_instance(bad, error):
    completed = holdem(bad + GOOD)
    first, second = completed.stdout.splitlines()
    assert first.decode().startswith(error)
    assert second == b"1"
    assert completed.returncode == 1
    assert completed.stderr.decode().splitlines()[-1].startswith("1 invalid line")


@pytest.mark.parametrize(
    ("bad", "error"),
    [
        ("2 2s 9c Ad 4h Xs As Ac 9h zz", "line 1, column 27: “zz” isn't a card"),
        ("12 2s 9c Ad 4h Xs As Ac 9h", "line 1: “12 2s 9c Ad 4h Xs As” isn't a number of players"),
        ("1 2s 9c Ad 4h Xs As Ac 9h", "line 1: 1 player needs 2 lines of cards; no lines follow"),
    ],
)
def test_the_instance_after_an_invalid_one_on_its_line_is_settled(bad, error):
    completed = holdem(f"{bad} {SAMPLE.decode()}\n".encode())
    first, *others = completed.stdout.decode().splitlines()
    assert first.startswith(f"Error: {error}")
    assert others == ["1", "1 2"]


def test_ignored_text_is_reported():
    completed = holdem(b"12\n2s 9c Ad 4h Xs\nAs Ac\n" + GOOD)
    assert b"lines 1 to 3 are skipped" in completed.stdout


def badugi(text):
    return call("badugi", "-", "-", stdin=text.encode())


LEFT, RIGHT = "3c2s4dAh", "As3h2d4h"


def cards(hand):
    return [hand[index : index + 2] for index in range(0, len(hand), 2)]


def characters(hand):
    return [list(card) for card in cards(hand)]


@pytest.mark.parametrize(
    ("line", "winner"),
    [
        # Winners are written as in the line; tied winners are separated by “ - ”
        ("3c 2s 4d Ah - As 3h 2d 4h", "3c 2s 4d Ah"),
        (f"{LEFT} - {RIGHT}\r", LEFT),
        ("AS 3H 2D 4H - 3c 2s 4d Ah - Kd Qd Jd 9d", "3c 2s 4d Ah"),
        ("Ac 2d 3h 4s - As 2h 3d 4c", "Ac 2d 3h 4s - As 2h 3d 4c"),
        (f"{LEFT} vs {RIGHT}", LEFT),
        # Strings and lists, one for each hand
        (f"'{LEFT}', '{RIGHT}'", f"'{LEFT}'"),
        (f"{cards(LEFT)} - {cards(RIGHT)}", str(cards(LEFT))),
        # One list of both hands
        (str([LEFT, RIGHT]), f"'{LEFT}'"),
        (str([cards(LEFT), cards(RIGHT)]), str(cards(LEFT))),
        (str((tuple(cards(RIGHT)), tuple(cards(LEFT)))), str(tuple(cards(LEFT)))),
        # A list in which nothing separates the hands
        (str(cards(LEFT + RIGHT)), LEFT),
        (str(list("3c 2s 4d Ah - As 3h 2d 4h")), LEFT),
    ],
)
def test_hands_may_be_written_as_programs_write_them(line, winner):
    completed = badugi(f"{line}\n")
    assert completed.stdout.decode() == f"{winner}\n"
    assert completed.returncode == 0


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
    completed = badugi(f"{line}\n")
    assert completed.stdout.decode().startswith(f"Error: line 1, column {column}: {fault}")


@pytest.mark.parametrize("junk", ["[" * 500_000, "'" * 500_001, '["3c' * 200_000, "/ |" * 300_000])
def test_long_junk_that_resembles_lists_is_refused_quickly(junk):
    completed = badugi(f"{junk}\n{LEFT} - {RIGHT}\n")
    assert completed.stdout.decode().splitlines()[-1] == LEFT
    assert completed.returncode == 1


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("3c 2s 4d Ah As 3h 2d 4h Kc Kd Kh Ks", "Error: line 1: write “ - ” between the hands"),
        ("3c 2s 4d Ah - As 3h 2d 4x", "Error: line 1, column 24: “4x” isn't a card"),
        ("3c 2s 4d Ah - As 3h 2d Ah", "Error: line 1: A♥ appears twice, in HandA and HandB"),
    ],
)
def test_the_line_after_an_invalid_one_is_settled(line, error):
    completed = badugi(f"{line}\nAc 2d 3h 4s - As 2h 3d 5c\n")
    first, second = completed.stdout.decode().splitlines()
    assert first.startswith(error)
    assert second == "Ac 2d 3h 4s"
    assert completed.returncode == 1
