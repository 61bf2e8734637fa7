"""What the house takes needs something to be taken from, and each field of chips has a hint."""

import re

import pytest

from showdown.models import Showdown

FIELDS = ["away", "unit", "dead", "rake", "jackpot", "stacks", "payouts"]


@pytest.mark.parametrize(("field", "text"), [("rake", "5%"), ("rake", "12"), ("jackpot", "3")])
def test_a_rake_without_a_pot_is_said(visitor, typed, field, text):
    page = visitor.settle(typed | {field: text}, by_script=True).text
    error = re.search(rf'id="id_{field}_error"[^>]*>([^<]+)<', page)[1]
    assert error.startswith("There is no pot to take this from")
    assert not Showdown.objects.exists()


@pytest.mark.parametrize("chips", [{"pots": "100"}, {"put-in-0": "50", "put-in-1": "50"}])
def test_a_rake_of_a_pot_is_taken(visitor, typed, chips):
    assert visitor.settle(typed | chips | {"rake": "5%"}).status_code == 302
    assert Showdown.objects.get().paid["totals"] == {"HandA": 0, "HandB": 95}


@pytest.mark.parametrize("field", FIELDS)
def test_each_field_of_chips_has_a_hint(visitor, typed, field):
    page = visitor.get("/showdown/", typed).text
    widget = re.search(rf'<input[^>]*name="{field}"[^>]*>', page)[0]
    assert re.search(r'placeholder="[^"]+"', widget)


def test_who_folded_unseen_is_mentioned_though_it_changes_nothing(visitor, typed):
    page = visitor.live(typed | {"away": "Dora"}).text
    assert "Dora folded without showing" in page
    page = visitor.live(typed | {"away": "Dora=20", "put-in-0": "20", "put-in-1": "20"}).text
    assert "changes nothing" not in page


@pytest.mark.parametrize(("pot", "is_odd"), [("90", False), ("91", True)])
def test_who_decides_odd_chips_is_named_where_there_is_one(visitor, pot, is_odd):
    tied = {"game": "holdem", "players": "2", "hand-0": "2c3d", "hand-1": "2d3c"}
    page = visitor.get("/showdown/", tied | {"board": "AhKhQhJhTh", "pots": pot}).text
    assert "Push the chips" in page
    assert ("Odd chips by: World Series of Poker" in page) is is_odd
