"""Hands of logs become drills, and nothing in them tells who played."""

import json
from io import BytesIO, StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from showdown.evaluator.games import find_game
from showdown.files.log_hands import hands_in
from showdown.library.logs import read_log
from showdown.notation.deal_line import read_line
from showdown.notation.logs.logged_hand import LoggedHand
from showdown.trainer.choosing import Asked
from showdown.trainer.real_hands import drills_on_log
from tests.trainer.slow_dealer import Dealer
from tests.trainer.test_drills import check

LOG = Path(__file__).resolve().parents[2] / "examples" / "log.txt"


def written(*options):
    out = StringIO()
    call_command("drills", "--log", str(LOG), "--count", "100", "--json", *options, stdout=out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_hands_of_a_log_are_drilled_and_a_slow_dealer_agrees():
    drills = list(drills_on_log(hands_in(BytesIO(LOG.read_bytes())), Asked(), "1"))
    assert len(drills) >= 3
    for drill in drills:
        check(drill)
        assert drill.kind.slug != "rake"


def test_no_name_of_the_log_is_left():
    text = LOG.read_text()
    names = {name for hand in read_log(LOG) if isinstance(hand, LoggedHand) for name in hand.seats}
    for number, name in enumerate(sorted(names)):
        text = text.replace(name, f"Stranger{number}")
    assert text.count("Stranger") > 20
    drills = list(drills_on_log(hands_in(BytesIO(text.encode())), Asked(), "1"))
    assert len(drills) >= 3
    assert "Stranger" not in json.dumps([drill.to_json() for drill in drills])


def test_the_cards_and_the_chips_are_those_of_the_log():
    played = {
        (frozenset(hand.hands.values()), sum(hand.contributions.values()))
        for hand in read_log(LOG)
        if isinstance(hand, LoggedHand)
    }
    for line in written():
        dealt = read_line(line["deal"], find_game(line["game"]))
        cards = frozenset(hand.cards for hand in dealt.deal.hands)
        assert (cards, sum(dealt.wagers.contributions.values())) in played
        assert sum(Dealer(line["game"], line["deal"]).chips_in.values()) > 0


def test_only_what_is_asked_for_is_drilled():
    lines = written("--pattern", "scoop", "--drill", "winners")
    assert {(line["pattern"], line["drill"]) for line in lines} == {("scoop", "winners")}
    assert {line["game"] for line in written("--game", "holdem")} == {"holdem"}


def test_a_log_that_is_not_there_is_named():
    with pytest.raises(CommandError, match="No such file"):
        call_command("drills", "--log", "nowhere.txt")
