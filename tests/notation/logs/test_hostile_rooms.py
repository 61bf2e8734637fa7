"""Logs of rooms in which lines are lost, doubled, swapped and garbled: nothing raises."""

import random
from pathlib import Path

import pytest

from showdown.audits.array_judging import judge_all
from showdown.audits.terms import terms_of
from showdown.notation.logs.registry import read_log

LOGS = sorted(Path("tests/data/logs").glob("*.txt"))
SIGNS = "0123456789.,$€[]():#<>&\"' \t\u00a0X-+é\0"
TERMS = terms_of("wsop-2024", "", "", "")


def garbled(text: str, rng: random.Random) -> str:
    """The text with a few changes of lines and signs."""
    lines = text.split("\n")
    for _ in range(rng.randint(1, 6)):
        place, other = rng.randrange(len(lines)), rng.randrange(len(lines))
        line = lines[place]
        sign = rng.randrange(len(line) + 1)
        match rng.randrange(7):
            case 0:
                lines[place] = ""
            case 1:
                lines.insert(place, lines[other])
            case 2:
                lines[place], lines[other] = lines[other], line
            case 3:
                lines[place] = line[:sign] + rng.choice(SIGNS) + line[sign + 1 :]
            case 4:
                lines[place] = line[:sign] + line[sign + rng.randint(1, 4) :]
            case 5:
                lines[place] = line + rng.choice(SIGNS) * rng.randint(1, 30)
            case 6:
                lines[place] = " ".join(rng.sample(line.split(" "), len(line.split(" "))))
    return "\n".join(lines[: rng.choice((len(lines), place + 1))])


def judge_garbled(path: Path, count: int) -> None:
    rng = random.Random(path.name)
    text = path.read_text()
    for _ in range(count):
        log = garbled(text, rng).encode()
        for _ in judge_all(read_log([log]), TERMS):
            pass


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_a_garbled_log_of_a_room_raises_nothing(path: Path) -> None:
    judge_garbled(path, 15)


@pytest.mark.long
@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_many_garbled_logs_of_a_room_raise_nothing(path: Path) -> None:
    judge_garbled(path, 2_000)
