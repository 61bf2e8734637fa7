"""Each export of a deal, pasted again, is the same deal."""

import csv
import io
import json
from decimal import Decimal
from itertools import compress

import factory.random
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.games import GAMES
from showdown.evaluator.rake import Rake, TakenFrom
from showdown.evaluator.rule_sets import RULE_SETS
from showdown.evaluator.wagers import Pot, Wagers
from showdown.models import Showdown, Source
from showdown.notation.deal_format import Submission
from showdown.notation.deal_line import line_of, read_line, ruling_lines
from showdown.notation.pasted.reader import read_pasted
from showdown.notation.settlement_json import settlement_to_json
from showdown.pages.views.exports import Csv
from tests.factories import DealFactory
from tests.made_up_games import EVERY_GAME, MADE_UP
from tests.scope import examples

NAMES = [
    *("Anna", "anna", "O'Brien", "Seat 4", "Zoë", "大家", "Pot", "In", "rules", "Dead", "board"),
    *("mucked", "fold", "Board two", "Hand A", "HandB", "handa", "HandM", "As", "AsKd", "vs"),
    *("turn", "-1", "+1", "@cmd", "x/y", "a | b", "“Al”", "[Cem]", "holdem", "a>b"),
    *("{x}", "a;b", "Dora - E", "Dealer", "2", "*a", "nick_name", "x" * 40),
]
DEFAULT = ["HandA", "HandB", "HandC", "HandD"]


@pytest.fixture(scope="module", autouse=True)
def known():
    """Register the made-up games like real ones."""
    with pytest.MonkeyPatch.context() as patch:
        for game in MADE_UP:
            patch.setitem(GAMES, game.slug, game)
        for module in ("deal_json", "pasted.json_documents"):
            patch.setattr(f"showdown.notation.{module}.find_game", GAMES.__getitem__)
        yield


@st.composite
def names(draw, count):
    kind = draw(st.sampled_from(["default", "turned", "odd"]))
    if kind == "default":
        return DEFAULT[:count]
    pool = DEFAULT if kind == "turned" else NAMES
    return draw(st.permutations(pool))[:count]


@st.composite
def wagers(draw, labels, seated):
    """Draw wagers with pots, contributions or neither; players without hands have folded."""
    some = st.tuples(*[st.booleans()] * len(labels)).map(lambda bits: tuple(compress(labels, bits)))
    decimals = draw(st.sampled_from([0, 2]))
    chips = st.integers(1, 999) if decimals else st.integers(1, 99).map(lambda count: count * 5)
    rake = st.builds(
        Rake,
        amount=st.integers(0, 2),
        jackpot=st.integers(0, 2),
        taken_from=st.sampled_from(TakenFrom),
    ) | st.builds(
        Rake,
        percent=st.sampled_from([Decimal(5), Decimal("2.5")]),
        cap=st.none() | st.integers(0, 30),
        no_flop_no_drop=st.booleans(),
        taken_from=st.sampled_from(TakenFrom),
    )
    stake = draw(st.sampled_from(["nothing", "pots", "contributions"]))
    pots, put_in = (), {}
    if stake == "pots":
        eligible = st.none() | some.filter(bool)
        pots = tuple(draw(st.lists(st.builds(Pot, chips, eligible), min_size=1, max_size=3)))
    elif stake == "contributions":
        put_in = {label: draw(chips) for label in seated}
    return Wagers(
        pots=pots,
        contributions=put_in,
        dead=draw(st.integers(0, 9)) if put_in else 0,
        folded=tuple(dict.fromkeys((*draw(some), *seated[len(labels) :]))),
        button=draw(st.none() | st.sampled_from(seated)),
        seats=draw(st.just(()) | st.permutations(seated).map(tuple)),
        decimals=decimals if stake != "nothing" else 0,
        rake=draw(st.none() | rake),
    )


@st.composite
def submissions(draw):
    game = draw(st.sampled_from(EVERY_GAME))
    count = draw(st.integers(max(2, game.players[0]), min(4, game.players[-1])))
    seated = draw(names(min(4, count + draw(st.integers(0, 1)))))
    labels = seated[:count]
    factory.random.reseed_random(draw(st.integers(0, 2**32)))
    options = {"game": game, "labels": labels, "mucked": draw(st.sampled_from([(), labels[:1]]))}
    try:
        deal = DealFactory(**options, runs=draw(st.integers(1, 3)) if game.boards else 1)
    except ValueError:  # the deck is too small
        deal = DealFactory(**options)
    stake = draw(st.none() | wagers(labels, seated))
    return Submission(deal, stake, draw(st.sampled_from(list(RULE_SETS.values()))))


def cells_of(submission: Submission) -> str:
    row = io.StringIO()
    export = Csv()
    csv.writer(row).writerow(
        export.cells(Showdown.of_settlement(submission.settle(), source=Source.PAGE))
    )
    return row.getvalue()


FORMS = {
    "line": lambda submission, settled: line_of(submission),
    "ruling": lambda submission, settled: f"{line_of(submission)}\n{ruling_lines(settled)}\n",
    "json": lambda submission, settled: json.dumps(settlement_to_json(settled)),
    "csv": lambda submission, settled: cells_of(submission),
}


def winners(settled):
    return [[result.winners for result in run.contests] for run in settled.runs]


def same_deal_in_every_form(submission):
    try:
        settled = submission.settle()
    except InvalidDeal:
        assume(False)
    line = line_of(submission)
    assert line_of(read_line(line, submission.deal.game)) == line
    for form, write in FORMS.items():
        text = write(submission, settled)
        read = read_pasted(text, submission.deal.game)
        assert read.marks == (), (form, text)
        again = read.submission()
        assert again.deal == submission.deal, (form, text)
        if settled.payout:
            assert line_of(again) == line, (form, text)
        assert again.settle().payout == settled.payout, (form, text)
        assert winners(again.settle()) == winners(settled), (form, text)


@given(submissions())
def test_exports_of_a_deal_are_parsed_again(submission):
    same_deal_in_every_form(submission)


@pytest.mark.long
@settings(max_examples=examples(4000))
@given(submissions())
def test_exports_of_very_many_deals_are_parsed_again(submission):
    same_deal_in_every_form(submission)
