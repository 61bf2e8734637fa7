"""Read tests/data/special_hands: hands of each room and of other formats, with their results.

A line `%% TITLE` begins a hand, and the next lines are its text; without any, the text of the hand
above is used. A line `%~ JSON` contains replacements in this text: `{"old": "new"}`, or
`{"old…": "new"}` to replace everything from `old` on. A line `%= JSON` contains the expected result
of the texts since the last `%=`: fields of the hand, or the reason why it is skipped and a part of
the detail.
"""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

FOLDER = Path("tests/data/special_hands")


def special_hands(path: Path) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield the title, the text and the expected result of each hand in this file."""
    base = ""
    for piece in re.split("^%% ", path.read_text(), flags=re.MULTILINE)[1:]:
        title, body = piece.split("\n", 1)
        own, *lines = re.split("^%", body, flags=re.MULTILINE)
        base = own or base
        texts = [own] if own else []
        for line in lines:
            if line.startswith("~"):
                texts.append(change_text(base, json.loads(line[1:])))
            else:
                yield from ((title, text, json.loads(line[1:])) for text in texts)
                texts = []


def special_hand(room: str, title: str) -> str:
    """Return the first text with this title."""
    hands = special_hands(FOLDER / f"{room}.txt")
    return next(text for name, text, _ in hands if name == title)


def change_text(text: str, changes: Mapping[str, str]) -> str:
    for old, new in changes.items():
        start = old.removesuffix("…")
        assert start in text, f"“{start}” isn't in the hand"
        text = text.replace(old, new) if start == old else text.partition(start)[0] + new
    return text
