"""Test that mutated logs raise no errors, and that each hand is read or skipped with a reason."""

import random
import re

import pytest

from showdown.audits.array_judging import judge_all
from showdown.audits.judging import Judgment
from showdown.audits.terms import parse_terms
from showdown.evaluator.games import GAMES
from showdown.notation.logs.log_reader import FORMATS, read_log
from showdown.notation.logs.logged_hand import LoggedHand
from showdown.words.differences import difference_text
from tests.audits.hands import LOGS
from tests.audits.text_faults import hands_with_lines
from tests.log_writers import write_open_hand_history, write_phh
from tests.logs import make_correct_hand
from tests.scope import examples, quick_first

TERMS = parse_terms("wsop-2026")
NAMES = {log_format.name for log_format in FORMATS} | {""}
INSERTED_TEXTS = (
    *("0", "9" * 30, "-1", "1e9", ".", ",", "$", "€", "\0", "\ufeff", "\u2028", '"', "'", "[", "]"),
    *("(", ")", "{", "}", "<", ">", "&", "#", "*** ", ": ", " - ", "Seat 1: ", "As", "Xx", "Td Td"),
    *("folds", "raises", "posts", "shows", "collected", " and is all-in", "\t", "\n", "\r\n", "♠"),
)


def hands_of(path):
    """Return the texts of the hands, each of which can be read without the others."""
    return ["\n".join(header + lines) for _, lines, header in hands_with_lines(path)]


def write_random_hands(write):
    rng = random.Random(5)
    return [
        write(make_correct_hand(rng, GAMES[slug], has_rake=False))
        for slug in ("holdem", "omaha-hilo", "razz", "badugi")
    ]


SOURCES = {
    **{path.stem: (lambda path=path: hands_of(path)) for path in LOGS},
    "open-hand-history": lambda: write_random_hands(write_open_hand_history),
    "phh": lambda: write_random_hands(write_phh),
}


def mutate(rng, text):
    for _ in range(rng.choice((1, 1, 1, 2, 3, 8))):
        text = rng.choice((_change_characters, _change_word, _change_lines))(rng, text)
    return text


def _change_characters(rng, text):
    position = rng.randrange(len(text) + 1)
    if rng.random() < 0.5:
        return text[:position] + rng.choice(INSERTED_TEXTS) + text[position:]
    return text[:position] + text[position + rng.choice((1, 1, 3, 20)) :]


def _change_word(rng, text):
    is_number = rng.random() < 0.5
    words = list(re.finditer(r"\d+" if is_number else r"\w+", text))
    if not words:
        return text
    old = rng.choice(words)
    numbers = ("0", "1", "7", "99", "1000000000000000", "0.005", str(rng.randrange(3000)))
    new = rng.choice(numbers) if is_number else rng.choice(words)[0]
    return text[: old.start()] + new + text[old.end() :]


def _change_lines(rng, text):
    lines = text.split("\n")
    first, second = rng.randrange(len(lines)), rng.randrange(len(lines))
    match rng.randrange(4):
        case 0:
            del lines[first]
        case 1:
            lines.insert(second, lines[first])
        case 2:
            lines[first], lines[second] = lines[second], lines[first]
        case _:
            lines = lines[: first + 1]
    return "\n".join(lines)


def check_log(text):
    count = max(1, len(re.split(r"\r\n|\r|\n", text)))
    read = list(read_log([text.encode(errors="replace")]))
    for hand in read:
        assert 1 <= hand.origin.line <= count
        assert hand.origin.format in NAMES
        assert isinstance(hand, LoggedHand) or hand.reason
    for judgment in judge_all(read, TERMS):
        if isinstance(judgment, Judgment) and judgment.difference:
            assert difference_text(judgment.difference)
    # A row on which a hand of PokerNow begins or ends must not be lost.
    assert read or not re.search(r'^"?-- (start|end)ing hand #', text, re.MULTILINE)


@pytest.mark.parametrize("count", quick_first(60, examples(100_000) // len(SOURCES)))
@pytest.mark.parametrize("source", SOURCES)
def test_mutated_logs_of_each_room_are_read_or_refused(source, count):
    rng = random.Random(source)
    hands = SOURCES[source]()
    for number in range(count):
        text = mutate(rng, rng.choice(hands))
        try:
            check_log(text)
        except Exception as error:
            error.add_note(f"mutation {number} of {source}:\n{text}")
            raise
