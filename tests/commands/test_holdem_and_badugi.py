"""Test the command `holdem`, which reads deals and writes the winners' numbers."""

import pytest

from tests.commands.running import call

GOOD = b"3\n2s 9c Ad 4h Xs\nAs Ac\n9h 7h\nXh 6h\n"

SAMPLE = b"3 2s 9c Ad 4h Xs As Ac 9h 7h Xh 6h 2 3s 4s 5s As Ad 6h 7h 7d 6c"

TEN = b"10\n2s 3s 4s 5s 6s\nAc Ad\nAh Kh\nKc Kd\nQc Qd\nJc Jd\nXc Xd\n9c 9d\n8c 8d\n7c 7d\n7s 6d\n"


def holdem(text):
    return call("holdem", "-", "-", stdin=text)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        (GOOD, b"1\n"),
        (GOOD.replace(b"X", b"T").replace(b"\n", b"\r\n"), b"1\n"),
        (b"\xef\xbb\xbf\n" + GOOD.replace(b" ", b"  ").rstrip(), b"1\n"),
        (b"1\n2s 9c Ad 4h Xs\nAs Ac\n", b"1\n"),
        (b"2\n3s 4s 5s As Ad\n6h 7h\n7d 6c\n", b"1 2\n"),
        (b"2\nAs Ks Qs Js Ts\n6h 7h\n7d 6c\n" * 2, b"1 2\n1 2\n"),
        (TEN, b"10\n"),
        # All on one line, like the sample on the contest's page, or broken anywhere
        (SAMPLE, b"1\n1 2\n"),
        (SAMPLE.replace(b" Ad", b"\nAd").replace(b" 6c", b"\n6c 0"), b"1\n1 2\n"),
        (SAMPLE.replace(b" 2 ", b"\n2\n") + b" 1 2s 9c Ad 4h Xs As Ac", b"1\n1 2\n1\n"),
    ],
)
def test_instances_are_settled(text, answer):
    assert holdem(text).stdout == answer


@pytest.mark.parametrize(
    ("bad", "error"),
    [
        (b"2\n2s 9c Ad 4h\nAs Ac\n9h 7h\n", "Error: line 2: Board has 4 cards"),
        (b"2\n2s 9c Ad 4h Xs\nAs Ac\n9h 7\n", "Error: line 4, column 4: “7” isn't a card"),
        (
            b"2\n2s 9c Ad 4h Xs\nAs Ad\n9h 7h\n",
            "Error: line 2: A♦ appears twice, in Player-1 and Board",
        ),
        (b"1 2s 9c Ad 4h Xs\nAs 7z\n", "Error: line 2, column 4: “7z” isn't a card"),
    ],
)
def test_after_a_bad_instance_reading_resumes_at_the_next(bad, error):
    done = holdem(bad + GOOD)
    first, second = done.stdout.splitlines()
    assert first.decode().startswith(error)
    assert second == b"1"
    assert done.returncode == 1
    assert done.stderr.decode().splitlines()[-1].startswith("1 invalid line")


@pytest.mark.parametrize(
    ("bad", "error"),
    [
        ("2 2s 9c Ad 4h Xs As Ac 9h zz", "line 1, column 27: “zz” isn't a card"),
        ("12 2s 9c Ad 4h Xs As Ac 9h", "line 1: “12 2s 9c Ad 4h Xs As” isn't a number of players"),
        ("1 2s 9c Ad 4h Xs As Ac 9h", "line 1: 1 player needs 2 lines of cards; no lines follow"),
    ],
)
def test_a_bad_instance_on_a_line_of_several_is_named_and_the_next_is_settled(bad, error):
    done = holdem(f"{bad} {SAMPLE.decode()}\n".encode())
    first, *others = done.stdout.decode().splitlines()
    assert first.startswith(f"Error: {error}")
    assert others == ["1", "1 2"]


def test_ignored_text_is_reported():
    done = holdem(b"12\n2s 9c Ad 4h Xs\nAs Ac\n" + GOOD)
    assert b"lines 1 to 3 are skipped" in done.stdout
