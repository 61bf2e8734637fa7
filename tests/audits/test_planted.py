"""Test that an audit finds exactly the faults planted in correct hands or in their text."""

import random
import re
from dataclasses import replace
from pathlib import Path

import pytest

from showdown.audits.array_judging import judge_all
from showdown.audits.counts import LOG_FAULTS
from showdown.audits.terms import Terms, parse_terms
from showdown.evaluator.differences import Kind
from showdown.evaluator.games import GAMES
from showdown.notation.logs.log_reader import FORMATS, read_log
from showdown.notation.logs.logged_hand import RAKE_AND_FEES, LoggedHand, SkippedHand, Statement
from tests.audits.hands import FAULTS, LOGS
from tests.audits.text_faults import FAULTS as TEXT_FAULTS
from tests.audits.text_faults import hand_line_ranges
from tests.log_writers import write_open_hand_history, write_phh
from tests.logs import make_correct_hand
from tests.notation.logs.test_round_trips import WRITABLE_FORMATS
from tests.scope import examples

TIE_FAULT = "one chip between two winners"
"""A fault that may look like rake: PokerStars may take different rake from tied players."""


def states_pots(log_format):
    return any(
        Statement.POTS in reader.statements for reader in FORMATS if reader.name == log_format.name
    )


def numbered_hand(rng, log_format, number, fault):
    has_rake = log_format.has_rake and not (log_format.name == "pokerstars" and fault == TIE_FAULT)
    hand = make_correct_hand(rng, GAMES[rng.choice(log_format.games)], has_rake=has_rake)
    pots = hand.pots if states_pots(log_format) else ()
    return replace(hand, origin=hand.origin._replace(hand=str(number)), pots=pots)


def can_state(log_format, kind):
    if kind in (Kind.POT_SUM, Kind.RAKE):
        return states_pots(log_format)
    return log_format.name != "phh" or kind is not Kind.UNKNOWN_PLAYER


@pytest.mark.parametrize("log_format", WRITABLE_FORMATS, ids=lambda log_format: log_format.name)
@pytest.mark.parametrize("fault", FAULTS)
def test_only_the_planted_faults_in_a_log_are_found(log_format, fault):
    kind, plant = FAULTS[fault]
    if not can_state(log_format, kind):
        pytest.skip(f"{log_format.name} can't state this fault")
    rng = random.Random(f"{log_format.name} {fault}")
    log, planted = [], set()
    while len(planted) < examples(120):
        hand = numbered_hand(rng, log_format, len(log) + 1, fault)
        if rng.random() < 0.5 and (wrong := plant(hand)):
            hand = wrong
            planted.add(hand.origin.hand)
        log.append(log_format.write(hand))
    judged = list(judge_all(read_log(["".join(log).encode()]), Terms()))
    assert not [judgment for judgment in judged if isinstance(judgment, SkippedHand)]
    found = {
        judgment.hand.origin.hand: judgment.difference.kind
        for judgment in judged
        if judgment.difference
    }
    assert found == dict.fromkeys(planted, kind)


TERMS = parse_terms("tda-2026")
UNDETECTABLE = {
    ("7001", "wrong amount"): "888poker states no rake",
    ("7002", "wrong amount"): "888poker states no rake",
    ("8001", "wrong amount"): "PartyPoker states no rake here",
    ("8005", "wrong amount"): "PartyPoker states no rake here",
    ("8003abywbird3xlj", "paid to a loser"): "both collected something",
    ("TM9003", "wrong rake"): "no payment is stated",
    ("11-3-1790000003", "wrong amount"): "amounts are rounded to tens of chips",
    ("11-3-1790000003", "wrong pot"): "amounts are rounded to tens of chips",
    **{
        ("9505", fault): "the stacks at the end determine the payments"
        for fault in TEXT_FAULTS
        if fault == "wrong amount" or fault.startswith("paid to ")
    },
}
"""Hands (by id) and faults that can't be detected in them, with the reasons."""

NOT_PLANTED = {
    "888poker": {"wrong returned bet", "wrong rake", "wrong pot"},
    "bovada": {"paid to a loser", "wrong returned bet"},
    "cash_outs": {"wrong returned bet"},
    "ggpoker": {"paid to a loser"},
    "ipoker": set(TEXT_FAULTS),
    "kings-club": {"paid to a loser", "wrong returned bet", "wrong pot"},
    "partypoker": {"wrong returned bet"},
    "pokernow": {"paid to a folded player", "paid to a loser", "wrong rake", "wrong pot"},
    "winamax": {"wrong returned bet"},
    "winning-2019": {"paid to a loser"},
}
"""Faults for which a file has no suitable hand, or that `text_faults` can't write in its format."""


def judgments_by_line(text):
    judged = judge_all(read_log([text.encode()]), TERMS)
    hands = (
        (judgment if isinstance(judgment, SkippedHand) else judgment.hand, judgment)
        for judgment in judged
    )
    return {hand.origin.line: judgment for hand, judgment in hands}


def _is_reported(judgment):
    if isinstance(judgment, SkippedHand):
        return judgment.reason in LOG_FAULTS
    return judgment.difference is not None


@pytest.mark.parametrize("fault", TEXT_FAULTS)
@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_a_fault_is_reported_only_for_its_hand(path, fault):
    is_planted = False
    log = path.read_text()
    lines = log.splitlines()
    hands = list(read_log([log.encode()]))
    before = judgments_by_line(log)
    reported_before = {line for line, judgment in before.items() if _is_reported(judgment)}
    for read, start, end in hand_line_ranges(log, hands):
        found = before[read.origin.line]
        if isinstance(found, SkippedHand) or not found.hand.paid:
            continue
        planted = TEXT_FAULTS[fault](found.hand, lines[start:end])
        if planted is None or (read.origin.hand, fault) in UNDETECTABLE:
            continue
        is_planted = True
        text = "\n".join([*lines[:start], *planted, *lines[end:]]) + "\n"
        reported = {
            line for line, judgment in judgments_by_line(text).items() if _is_reported(judgment)
        }
        assert reported == reported_before | {read.origin.line}, (read.origin.hand, planted)
    assert is_planted == (fault not in NOT_PLANTED.get(path.stem, ())), (
        f"NOT_PLANTED is wrong about “{fault}” in {path}, or text_faults.py lacks the room's words"
    )


TWO_TERMS = [parse_terms("wsop-2024"), parse_terms("tda-2024", rake="5%")]


RNG = random.Random(46)
RANDOM_HANDS = [
    make_correct_hand(RNG, GAMES[slug], has_rake=False)
    for slug in ("holdem", "omaha-hilo", "seven-card-stud") * 10
]
TEXTS = [path.read_bytes() for path in LOGS]
WRITERS = (write_open_hand_history, write_phh)
TEXTS += ["".join(map(write, RANDOM_HANDS)).encode() for write in WRITERS]
HANDS = [hand for text in TEXTS for hand in read_log([text])]


def faulty_indices(hands, terms):
    judged = judge_all(hands, terms)
    return {
        index
        for index, judgment in enumerate(judged)
        if not isinstance(judgment, SkippedHand) and judgment.difference
    }


def remove_statements(hands, statements):
    return [replace(hand, statements=hand.statements - statements) for hand in hands]


@pytest.mark.parametrize("log_format", FORMATS, ids=lambda log_format: log_format.name)
def test_a_missing_statement_causes_no_fault(log_format):
    hands = [hand for hand in HANDS if isinstance(hand, LoggedHand)]
    hands = [hand for hand in hands if hand.origin.format == log_format.name]
    assert hands
    for terms in TWO_TERMS:
        reported_before = faulty_indices(hands, terms)
        for statement in Statement:
            found = faulty_indices(remove_statements(hands, {statement}), terms)
            assert found <= reported_before, statement
    assert not faulty_indices(remove_statements(hands, {*Statement}), TWO_TERMS[0])


_REQUIRED_STATEMENTS = {
    "`winner`, `share`, `sum`": {Statement.PAYMENTS},
    "`stack`": {Statement.STACKS},
    "`pot-sum`": {Statement.POTS},
    "`rake`": {Statement.PAYMENTS, *RAKE_AND_FEES},
    "`uncalled`": {Statement.RETURNS},
    "missing return": {Statement.RETURNS, Statement.EVERY_RETURN},
    "`odd-chip`": {Statement.PAYMENTS, Statement.ODD_CHIPS},
}
"""Faults that an audit finds only if the format states all of these."""


def fault_table(formats):
    rows = [["format", *_REQUIRED_STATEMENTS]]
    rows += [["---"] * len(rows[0])]
    rows += [
        [
            f"`{log_format.name}`",
            *(_detection_text(required, log_format) for required in _REQUIRED_STATEMENTS.values()),
        ]
        for log_format in formats
    ]
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def _detection_text(required, log_format):
    if not required <= log_format.statements:
        return "not stated"
    return "where stated" if required & log_format.optional_statements else "found"


def test_the_documented_table_equals_the_declarations_of_formats():
    text = Path("docs/audit.md").read_text()
    documented = re.search(r"^\| format \|.*?(?=\n\n)", text, re.M | re.S)
    assert documented
    assert documented[0] + "\n" == fault_table(FORMATS)
