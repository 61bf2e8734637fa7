"""Whoever was signed out in another tab is told so before a deal is saved as nobody's."""

import re

import pytest

from showdown.models import Showdown
from tests.factories import UserFactory


def shown_as(page):
    return re.search(r'name="as" form="table" value="([^"]*)"', page)[1]


def test_the_page_knows_for_whom_it_was_shown(owner, visitor):
    assert shown_as(owner.get("/showdown/").text) == owner.account.username
    assert shown_as(visitor.get("/showdown/").text) == ""


@pytest.mark.parametrize("by_script", [True, False])
def test_signed_out_elsewhere_nothing_is_saved_unsaid(owner, typed, by_script):
    was = shown_as(owner.get("/showdown/").text)
    owner.logout()
    page = owner.settle(typed | {"as": was}, by_script=by_script).text
    assert "signed out" in page
    assert "three fives" in page
    assert not Showdown.objects.exists()
    assert shown_as(page) == ""
    owner.settle(typed | {"as": shown_as(page)})
    assert Showdown.objects.get().owner_id is None


def test_signed_in_elsewhere_is_said_too(visitor, typed):
    visitor.force_login(UserFactory(username="dealer"))
    page = visitor.settle(typed | {"as": ""}, by_script=True).text
    assert "signed in as dealer now" in page
    assert not Showdown.objects.exists()
    visitor.settle(typed | {"as": shown_as(page)}, by_script=True)
    assert Showdown.objects.select_related("owner").get().owner.username == "dealer"


def test_whoever_is_still_signed_in_saves_at_once(owner, typed):
    owner.settle(typed | {"as": owner.account.username})
    assert Showdown.objects.get().owner_id == owner.account.pk


def test_a_name_is_no_part_of_an_address(owner, typed):
    changed = owner.post("/showdown/", typed | {"as": "Anna", "action": "table"})
    assert "Anna" not in changed.url
