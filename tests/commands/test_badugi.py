"""The badugi command: hands on a line, the winners as they came."""

import pytest

from tests.commands.running import DATA, call, run


def badugi(text, *options):
    return call("badugi", "-", "-", *options, stdin=text.encode())


def test_the_example_is_met_to_the_byte(tmp_path):
    output = tmp_path / "output.txt"
    done = run("badugi", DATA / "badugi-input.txt", output)
    assert done.returncode == 0
    assert output.read_bytes() == (DATA / "badugi-output.txt").read_bytes()


def test_hands_come_back_as_they_came():
    lines = {
        "3c 2s 4d Ah - As 3h 2d 4h": "3c 2s 4d Ah",
        "3c2s4dAh - As3h2d4h": "3c2s4dAh",
        "AS 3H 2D 4H - 3c 2s 4d Ah - Kd Qd Jd 9d": "3c 2s 4d Ah",
        "Ac Ad 2c 3h - Kc Kd Ks Kh": "Ac Ad 2c 3h",
        "2s 8s Jd 2d - 2c 9c Jh 2h": "2s 8s Jd 2d",
        "Ac 2d 3h 4s - As 2h 3d 4c": "Ac 2d 3h 4s - As 2h 3d 4c",
    }
    done = badugi("\r\n".join(lines))
    assert done.stdout.decode().splitlines() == list(lines.values())


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("3c 2s 4d Ah", "Error: line 1: 1 hand; Badugi is for 2 to 13 players"),
        (
            " - ".join(["3c 2s 4d Ah"] * 15),
            "Error: line 1: 15 hands; Badugi is for 2 to 13 players",
        ),
        ("3c 2s 4d - As 3h 2d 4h", "Error: line 1, column 1: HandA has 3 cards; Badugi needs 4"),
        ("3c 2s 4d Ah - As 3h 2d 4x", "Error: line 1, column 24: “4x” isn't a card"),
        ("3c 2s 4d Ah - As 3h 2d Ah", "Error: line 1: A♥ appears twice, in HandA and HandB"),
    ],
)
def test_a_bad_line_is_named_and_the_next_is_settled(line, said):
    done = badugi(f"{line}\nAc 2d 3h 4s - As 2h 3d 5c\n")
    first, second = done.stdout.decode().splitlines()
    assert first.startswith(said)
    assert second == "Ac 2d 3h 4s"
    assert done.returncode == 1
