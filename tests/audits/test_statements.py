"""An audit never reports faults in figures that the format doesn't state."""

import random
import re
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from showdown.audits.array_judging import judge_all
from showdown.audits.terms import terms_of
from showdown.evaluator.games import GAMES
from showdown.notation.logs.hand_reader import HandReader
from showdown.notation.logs.logged_hand import TAKEN, LoggedHand, SkippedHand, Statement
from showdown.notation.logs.registry import FORMATS, read_log
from tests.audits.hands import LOGS
from tests.audits.test_planted_in_texts import NOT_SHOWN
from tests.audits.text_faults import FAULTS, hands_alone
from tests.log_writers import write_open_hand_history, write_phh
from tests.logs import well_paid_hand

TERMS = [terms_of("wsop-2024"), terms_of("tda-2024", rake="5%")]


def made_up() -> list[LoggedHand]:
    rng = random.Random(46)
    return [
        well_paid_hand(rng, GAMES[slug], has_rake=False)
        for slug in ("holdem", "omaha-hilo", "seven-card-stud") * 10
    ]


HANDS = [hand for path in LOGS for hand in read_log([path.read_bytes()])] + [
    hand
    for write in (write_open_hand_history, write_phh)
    for hand in read_log(["".join(map(write, made_up())).encode()])
]


def accused(hands: list[LoggedHand], terms) -> set[int]:
    judged = judge_all(hands, terms)
    return {
        index
        for index, each in enumerate(judged)
        if not isinstance(each, SkippedHand) and each.difference
    }


def without(hands: list[LoggedHand], statements: set[Statement]) -> list[LoggedHand]:
    return [replace(hand, states=hand.states - statements) for hand in hands]


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)
def test_a_missing_declaration_causes_no_fault(form: type[HandReader]) -> None:
    hands = [
        hand for hand in HANDS if isinstance(hand, LoggedHand) and hand.origin.format == form.name
    ]
    assert hands
    for terms in TERMS:
        already = accused(hands, terms)
        for statement in Statement:
            assert accused(without(hands, {statement}), terms) <= already, statement
    assert not accused(without(hands, {*Statement}), TERMS[0])


_FOUND_IF = {
    "`winner`, `share`, `sum`": {Statement.PAYMENTS},
    "`stack`": {Statement.STACKS},
    "`pot-sum`": {Statement.POTS},
    "`rake`": {Statement.PAYMENTS, *TAKEN},
    "`uncalled`": {Statement.RETURNS},
    "missing return": {Statement.RETURNS, Statement.EVERY_RETURN},
    "`odd-chip`": {Statement.PAYMENTS, Statement.ODD_CHIPS},
}
"""Faults that an audit finds only if the format states all of these."""


def fault_table(formats: Iterable[type[HandReader]]) -> str:
    """Return the table of formats and faults in docs/audit.md, as Markdown."""
    rows = [["format", *_FOUND_IF]]
    rows += [["---"] * len(rows[0])]
    rows += [
        [f"`{form.name}`", *(_found(needed, form) for needed in _FOUND_IF.values())]
        for form in formats
    ]
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def _found(needed: set[Statement], form: type[HandReader]) -> str:
    if not needed <= form.states:
        return "not stated"
    return "where stated" if needed & form.may_lack else "found"


def test_the_documented_table_equals_the_declarations_of_formats() -> None:
    documented = re.search(
        r"^\| format \|.*?(?=\n\n)", Path("docs/audit.md").read_text(), re.M | re.S
    )
    assert documented
    assert documented[0] + "\n" == fault_table(FORMATS)


OF_FAULT = {
    "another pot": {Statement.POTS},
    "another rake": {Statement.RAKE, Statement.FEES},
    "another return": {Statement.RETURNS},
    "a smaller stack": {Statement.STACKS},
}


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_a_fault_in_figures_that_a_format_does_not_state_is_not_found(path: Path) -> None:
    """test_planted_in_texts checks that faults in stated figures are found."""
    for hand, lines, header in hands_alone(path):
        for fault, needed in OF_FAULT.items():
            if isinstance(hand, SkippedHand) or needed <= hand.states:
                continue
            planted = FAULTS[fault](hand, lines)
            if planted is None or (hand.origin.hand, fault) in NOT_SHOWN:
                continue
            read = read_log(["\n".join([*header, *planted]).encode()])
            for each in judge_all(read, TERMS[0]):
                assert isinstance(each, SkippedHand) or not each.difference, (fault, planted)
