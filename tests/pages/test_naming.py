"""Players without a name are Player 1 on pages, and HandA in stored deals and files."""

import pytest

from showdown.evaluator.deals import Deal
from showdown.evaluator.games import GAMES
from showdown.evaluator.settlement import settle
from showdown.evaluator.wagers import Pot, Wagers
from showdown.models import Showdown
from showdown.pages.presentation import called, for_files, for_people


def settled(*labels, wagers=None):
    hands = dict(zip(labels, ("As Kd", "Qh Qc", "7c 7d"), strict=True))
    return settle(Deal.parse(GAMES["holdem"], hands, "2s 7h Td Qs 3c"), wagers)


@pytest.mark.parametrize(
    ("labels", "on_pages"),
    [
        (("HandA", "HandB", "HandC"), ("Player 1", "Player 2", "Player 3")),
        (("HandA", "Boris", "HandC"), ("Player 1", "Boris", "Player 3")),
        (("HandB", "Anna", "Cem"), ("HandB", "Anna", "Cem")),
        (("HandA", "Player 1", "Cem"), ("HandA", "Player 1", "Cem")),
    ],
)
def test_only_missing_names_are_replaced(labels, on_pages):
    before = settled(*labels)
    shown = for_people(before)
    assert shown.deal.labels == on_pages
    assert for_files(shown).deal.labels == labels


def test_chips_follow_the_names():
    wagers = Wagers(
        pots=(Pot(90), Pot(40, ("HandB", "HandC"))),
        folded=("Dora",),
        button="HandC",
        seats=("HandA", "HandB", "HandC", "Dora"),
    )
    shown = for_people(settled("HandA", "HandB", "HandC", wagers=wagers))
    assert shown.wagers.pots[1].eligible == ("Player 2", "Player 3")
    assert shown.wagers.button == "Player 3"
    assert shown.wagers.seats == ("Player 1", "Player 2", "Player 3", "Dora")
    assert shown.payout.player("Player 2").total == 130
    assert for_files(shown).wagers == wagers


def test_a_player_without_cards_is_named_after_the_seat():
    assert (called("HandC"), called("Cem")) == ("Player 3", "Cem")


def test_the_page_stores_the_names_of_files(visitor, typed):
    address = visitor.settle(typed | {"pots": "90=HandA,HandB", "button": "seat-1"}).url
    stored = Showdown.objects.get().settlement
    assert stored.deal.labels == ("HandA", "HandB")
    assert stored.wagers.button == "HandB"
    page = visitor.get(address).text
    assert "Player 2" in page
    assert "HandA:Ac-Kd-Jd-3d HandB:5c-5d-6c-7d" in page


def test_a_stored_deal_is_changed_on_the_table_under_the_names_of_pages(visitor, typed):
    files = typed | {"label-0": "HandA", "pots": "90=HandA,HandB", "button": "HandA"}
    page = visitor.get("/showdown/", files).text
    assert 'value="Player 1"' in page
    assert "Player 2 scoops" in page
    assert "<strong>90</strong>" in page
