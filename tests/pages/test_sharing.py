"""Rulings shared as text, as an image, and in large print."""

import pytest

from showdown.evaluator.deals import Deal
from showdown.evaluator.games import GAMES
from showdown.evaluator.rule_sets import RULE_SETS
from showdown.evaluator.wagers import Wagers
from tests.factories import ShowdownFactory

HANDS = {"Anna": "Ac-Kd-Jd-3d", "Boris": "5c-5d-6c-7d"}


def deal(hands=HANDS):
    return Deal.parse(GAMES["omaha-hilo"], hands, "Ah-Kh-5s-2s-Qd")


@pytest.fixture
def showdown(db):
    return ShowdownFactory(deal=deal())


def test_a_ruling_may_not_be_framed(client, showdown):
    answer = client.get(showdown.get_absolute_url())
    assert "frame-ancestors 'none'" in answer["Content-Security-Policy"]


@pytest.mark.parametrize(
    ("rules", "cited"),
    [
        ("tda-2026", ["rule 13", "rule 21", "rule 23"]),
        ("roberts", ["“The Showdown”, 2", "“Ties”, 5", "“Ties”, 6"]),
        ("wsop-2026", ["cards speak", "odd chips", "side pots"]),
    ],
)
def test_the_floor_reads_who_gets_what_by_which_rule(client, db, rules, cited):
    hands = {"Anna": "2s-2d", "Boris": "3s-3d", "Cem": "4s-4d"}
    tie = Deal.parse(GAMES["holdem"], hands, "Ah-Kh-Qh-Jh-Th")
    wagers = Wagers(contributions={"Anna": 33, "Boris": 50, "Cem": 50}, dead=2)
    showdown = ShowdownFactory(deal=tie, wagers=wagers, rules=RULE_SETS[rules])
    page = client.get(f"{showdown.get_absolute_url()}floor/").text
    for rule in cited:
        assert rule in page
    assert showdown.created.strftime("%H:%M") in page
    assert "Back to the ruling" in page


def test_without_odd_chips_no_rule_about_them_is_cited(client, showdown):
    page = client.get(f"{showdown.get_absolute_url()}floor/").text
    assert "cards speak" in page
    assert "odd chips" not in page
