"""A good log of each format with faults planted in some hands: exactly these are found.

`THOROUGH=1 uv run pytest tests/audits/test_planted.py` plants ten times as many.
"""

import random
from dataclasses import replace

import pytest

from showdown.audits.array_judging import judge_all
from showdown.audits.terms import Terms
from showdown.evaluator.differences import Kind
from showdown.evaluator.games import GAMES
from showdown.notation.logs.logged_hand import SkippedHand
from showdown.notation.logs.registry import read_log
from tests.audits.hands import FAULTS
from tests.logs import well_paid_hand
from tests.notation.logs.test_round_trips import FORMS
from tests.scope import examples

USUAL = Terms()
OF_TIES = "one chip between two winners"
"""A fault that may look like rake: PokerStars may take different rake from tied players."""


def good_hand(rng, form, number, fault):
    has_rake = form.has_rake and not (form.name == "pokerstars" and fault == OF_TIES)
    hand = well_paid_hand(rng, GAMES[rng.choice(form.games)], has_rake=has_rake)
    pots = hand.pots if form.states_pots else ()
    return replace(hand, origin=hand.origin._replace(hand=str(number)), pots=pots)


def can_say(form, kind):
    if kind in (Kind.POT_SUM, Kind.RAKE):
        return form.states_pots
    return form.name != "phh" or kind is not Kind.UNKNOWN_PLAYER


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_in_a_log_is_found_and_nothing_else(form, fault):
    kind, plant = FAULTS[fault]
    if not can_say(form, kind):
        pytest.skip(f"{form.name} has no place for it")
    rng = random.Random(f"{form.name} {fault}")
    log, planted = [], set()
    while len(planted) < examples(120):
        hand = good_hand(rng, form, len(log) + 1, fault)
        if rng.random() < 0.5 and (wrong := plant(hand)):
            hand = wrong
            planted.add(hand.origin.hand)
        log.append(form.write(hand))
    judged = list(judge_all(read_log(["".join(log).encode()]), USUAL))
    assert not [each for each in judged if isinstance(each, SkippedHand)]
    found = {each.hand.origin.hand: each.difference.kind for each in judged if each.difference}
    assert found == dict.fromkeys(planted, kind)
