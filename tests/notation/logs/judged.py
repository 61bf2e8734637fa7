"""Read and judge the hands of a log as an audit does."""

from showdown.audits.array_judging import judge_all
from showdown.audits.judging import Judgment
from showdown.audits.terms import Terms
from showdown.notation.logs.logged_hand import LoggedHand, ReadHand, SkippedHand
from showdown.notation.logs.registry import read_log


def all_read(text: str) -> list[ReadHand]:
    """Return the hands of this text, after checking that no judged hand has a fault."""
    hands = list(read_log([text.encode()]))
    for judgment in judge_all(hands, Terms()):
        assert not isinstance(judgment, Judgment) or judgment.difference is None
    return hands


def faults(text: str | bytes) -> list[object]:
    """Return the fault of each hand: None without a fault, the reason for a skipped hand."""
    log = text if isinstance(text, bytes) else text.encode()
    return [
        hand.reason if isinstance(hand, SkippedHand) else hand.difference
        for hand in judge_all(read_log([log]), Terms())
    ]


def read(text: str) -> LoggedHand:
    """Return the only hand in this text, after checking that it isn't skipped."""
    (hand,) = read_log([text.encode()])
    assert isinstance(hand, LoggedHand)
    return hand
