"""Faults planted in the text of hands of every room, with and without a showdown: all are found.

docs/audit.md lists the faults that a room's figures can't reveal.
"""

from pathlib import Path

import pytest

from showdown.audits.array_judging import Judged, judge_all
from showdown.audits.counts import BROKEN
from showdown.audits.terms import terms_of
from showdown.notation.logs.logged_hand import SkippedHand
from showdown.notation.logs.registry import read_log
from tests.audits.hands import LOGS
from tests.audits.text_faults import FAULTS, texts_of

TERMS = terms_of("tda-2026")
NOT_SHOWN = {
    ("7001", "another amount"): "888poker states no rake",
    ("7002", "another amount"): "888poker states no rake",
    ("8001", "another amount"): "PartyPoker states no rake here",
    ("8005", "another amount"): "PartyPoker states no rake here",
    ("8003abywbird3xlj", "paid to a loser"): "both collected something",
    ("TM9003", "another rake"): "no payment is stated",
    ("11-3-1790000003", "another amount"): "amounts are rounded to tens of chips",
    ("11-3-1790000003", "another pot"): "amounts are rounded to tens of chips",
    **{
        ("9505", fault): "what was paid stands beside the stacks"
        for fault in ("another amount", "paid to a folded player", "paid to a stranger")
    },
    ("9505", "paid to a loser"): "what was paid stands beside the stacks",
}
"""Hands in which a fault can't be detected, and the reasons."""

NOT_PLANTED = {
    "888poker": {"another return", "another rake", "another pot"},
    "bovada": {"paid to a loser", "another return"},
    "cash_outs": {"another return"},
    "ggpoker": {"paid to a loser"},
    "ipoker": set(FAULTS),
    "kings-club": {"paid to a loser", "another return", "another pot"},
    "partypoker": {"another return"},
    "pokernow": {"paid to a folded player", "paid to a loser", "another rake", "another pot"},
    "winamax": {"another return"},
    "winning-2019": {"paid to a loser"},
}
"""Faults for which a file has no suitable hand, or that `text_faults` can't write in its format."""


def judged(text: str) -> dict[int, Judged]:
    """Return the judgments by the lines on which the hands begin."""
    return {_origin(each).line: each for each in judge_all(read_log([text.encode()]), TERMS)}


def _origin(each: Judged):
    return each.origin if isinstance(each, SkippedHand) else each.hand.origin


def _is_reported(each: Judged) -> bool:
    if isinstance(each, SkippedHand):
        return each.reason in BROKEN
    return each.difference is not None


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_a_fault_is_reported_with_its_hand_and_no_other(path: Path, fault: str) -> None:
    is_planted = False
    log = path.read_text()
    lines = log.splitlines()
    hands = list(read_log([log.encode()]))
    before = judged(log)
    already = {line for line, each in before.items() if _is_reported(each)}
    for read, start, end in texts_of(log, hands):
        found = before[read.origin.line]
        if isinstance(found, SkippedHand) or not found.hand.paid:
            continue
        planted = FAULTS[fault](found.hand, lines[start:end])
        if planted is None or (read.origin.hand, fault) in NOT_SHOWN:
            continue
        is_planted = True
        text = "\n".join([*lines[:start], *planted, *lines[end:]]) + "\n"
        reported = {line for line, each in judged(text).items() if _is_reported(each)}
        assert reported == already | {read.origin.line}, (read.origin.hand, planted)
    assert is_planted == (fault not in NOT_PLANTED.get(path.stem, ())), (
        f"no hand in {path} shows “{fault}”, or tests/audits/text_faults.py lacks the room's words"
    )
