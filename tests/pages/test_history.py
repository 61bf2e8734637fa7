"""Test the history: only the user's deals, filtered, paged and exported."""

import csv
import io
import json
import random
import re
from datetime import UTC, datetime, timedelta
from time import time

import pytest

from showdown.evaluator.deals import Deal
from showdown.evaluator.games import GAMES
from showdown.evaluator.rule_sets import WSOP_2026
from showdown.evaluator.wagers import Wagers
from showdown.models import HandOfLog, Showdown
from showdown.models.logged import Audited, record_hands
from showdown.notation.logs.submission_of import submission_of
from tests.factories import DealFactory, ShowdownFactory
from tests.logs import well_paid_hand
from tests.scope import ONE_OF_A_FAMILY

LINE = {"HandA": "Ac-Kd-Jd-3d", "HandB": "5c-5d-6c-7d"}


def addresses(page):
    return [
        part.split('"')[0] for part in page.text.split('<a href="/showdown/')[1:] if part[8] == "-"
    ]


@pytest.mark.parametrize("page", ["", "csv/", "json-lines/"])
def test_a_stranger_does_not_see_the_deals(owner, person, stranger, visitor, page):
    showdown = ShowdownFactory(person=person)
    for browser, is_own in ((stranger, False), (visitor, False), (owner, True)):
        content = browser.get(f"/showdown/history/{page}").getvalue().decode()
        assert (str(showdown.pk) in content) is is_own


def test_a_visitor_has_a_history_and_keeps_it_after_signing_up(visitor, typed):
    address = visitor.settle(typed).url
    assert address in visitor.get("/showdown/history/").text
    fields = {"username": "dealer", "password1": "river-turn-flop", "password2": "river-turn-flop"}
    assert visitor.post("/showdown/account/sign-up/", fields).status_code == 302
    page = visitor.get("/showdown/history/").text
    assert address in page
    assert "dealer" in page


@pytest.mark.parametrize(
    ("query", "is_listed"),
    [
        ("game=omaha-hilo", True),
        ("game=badugi", False),
        ("winner=HandB", True),
        ("winner=HandA", False),
        ("category=three of a kind", True),
        ("category=7652A", True),
        ("category=flush", False),
        (f"after={datetime.now(UTC) - timedelta(days=1):%Y-%m-%d}", True),
        (f"before={datetime.now(UTC) - timedelta(days=1):%Y-%m-%d}", False),
        ("batch=01980000-0000-7000-8000-000000000000", False),
    ],
)
def test_filters(owner, person, query, is_listed):
    showdown = ShowdownFactory(
        deal=Deal.parse(GAMES["omaha-hilo"], LINE, "Ah-Kh-5s-2s-Qd"), person=person
    )
    page = owner.get(f"/showdown/history/?{query}")
    assert (f"{showdown.pk}/" in addresses(page)) is is_listed
    rows = owner.get(f"/showdown/history/json-lines/?{query}").getvalue().decode()
    assert (str(showdown.pk) in rows) is is_listed


def test_an_invalid_filter_is_an_error(owner, person):
    ShowdownFactory(person=person)
    page = owner.get("/showdown/history/?after=yesterday")
    assert addresses(page) == []
    assert 'class="error"' in page.text


@pytest.mark.parametrize("query", ["older=nonsense", "newer=1"])
def test_an_invalid_page_is_not_found(owner, query):
    assert owner.get(f"/showdown/history/?{query}").status_code == 404


def test_the_first_page_counts_no_rows(owner, person, django_assert_max_num_queries):
    ShowdownFactory(person=person)
    with django_assert_max_num_queries(5) as asked:
        owner.get("/showdown/history/")
    assert not any("COUNT(" in query["sql"].upper() for query in asked.captured_queries)


def test_no_cell_of_the_csv_is_a_formula(owner, person):
    for game in GAMES.values():
        ShowdownFactory(deal__game=game, person=person)
    text = owner.get("/showdown/history/csv/").getvalue().decode()
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [row["game"] for row in rows] == [*GAMES][::-1]
    for cell in (cell for row in rows for cell in row.values()):
        assert not cell.startswith(("=", "+", "-", "@", "\t", "\r"))


def test_json_lines_match_the_api_and_add_the_note(owner, person):
    showdown = ShowdownFactory(person=person)
    showdown.note = "Anna's flush, “again”"
    showdown.save()
    lines = owner.get("/showdown/history/json-lines/").getvalue().decode().splitlines()
    told = owner.get(f"/api/showdowns/{showdown.pk}/").json()
    assert [json.loads(line) for line in lines] == [told | {"note": showdown.note}]


def undo_addresses(page):
    return re.findall(r'action="(/showdown/history/[^"]+put-back/)', page.text)


def delete(browser, key, query=""):
    return browser.post(f"/showdown/history/{key}/delete/{query}", follow=True)


@pytest.mark.parametrize("slug", ONE_OF_A_FAMILY)
def test_a_restored_deal_is_unchanged(owner, person, slug):
    kept, deal = ShowdownFactory(person=person), DealFactory(game=GAMES[slug])
    wagers = Wagers(contributions=dict.fromkeys(deal.labels, 50), button=deal.labels[0])
    lost = ShowdownFactory(deal=deal, wagers=wagers, person=person)
    Showdown.objects.filter(pk=lost.pk).update(note="a long night")
    before = Showdown.objects.filter(pk=lost.pk).values().get()
    page = delete(owner, lost.pk)
    assert addresses(page) == [f"{kept.pk}/"]
    assert owner.get(lost.get_absolute_url()).status_code == 404
    (undo,) = undo_addresses(page)
    page = owner.post(undo, follow=True)
    assert addresses(page) == [f"{lost.pk}/", f"{kept.pk}/"]
    assert undo_addresses(page) == []
    assert Showdown.objects.filter(pk=lost.pk).values().get() == before


def test_only_the_owner_deletes_or_restores_a_deal_on_its_page(owner, person, stranger, visitor):
    showdown = ShowdownFactory(person=person)
    page = showdown.get_absolute_url()
    button = f'action="/showdown/history/{showdown.pk}/delete/"'
    for other in (stranger, visitor):
        assert button not in other.get(page).text
        assert delete(other, showdown.pk).status_code == 404
    assert button in owner.get(page).text
    (undo,) = undo_addresses(delete(owner, showdown.pk))
    stranger.post(undo)
    assert not Showdown.objects.exists()
    owner.post(undo)
    assert button in owner.get(page).text
    assert owner.get(f"/showdown/history/{showdown.pk}/delete/").status_code == 405


def test_the_origin_of_a_deal_is_restored_with_it(owner, person):
    hand = well_paid_hand(random.Random(1), GAMES["holdem"])
    (key,), _ = record_hands([Audited(hand, submission_of(hand, WSOP_2026))], person=person)
    before = HandOfLog.objects.values().get()
    (undo,) = undo_addresses(delete(owner, key))
    assert not HandOfLog.objects.exists()
    owner.post(undo)
    assert HandOfLog.objects.values().get() == before


def test_a_deleted_deal_can_be_restored_for_a_limited_time(owner, person, monkeypatch):
    showdown = ShowdownFactory(person=person)
    (undo,) = undo_addresses(delete(owner, showdown.pk))
    later = time() + 601
    monkeypatch.setattr("showdown.pages.views.history.time", lambda: later)
    page = owner.post(undo, follow=True)
    assert "ten minutes only" in page.text
    assert not Showdown.objects.exists()


def test_deleting_keeps_the_filter(owner, person):
    showdown = ShowdownFactory(person=person)
    answer = owner.post(f"/showdown/history/{showdown.pk}/delete/?game=omaha-hilo")
    assert answer.url == "/showdown/history/?game=omaha-hilo"


def test_the_winner_filter_lists_the_player_names_in_the_deals(owner, person):
    ShowdownFactory(deal__labels=["Anna", "Boris"], person=person)
    ShowdownFactory(deal__players=3, person=person)
    ShowdownFactory(deal__labels=["Chloe", "Dan"])
    page = owner.get("/showdown/history/?winner=Zoe").text
    names = re.findall(r'<option value="(\w*)"', page.partition('id="id_winner"')[2])[:7]
    assert names == ["", "Anna", "Boris", "HandA", "HandB", "HandC", "Zoe"]


@pytest.mark.parametrize("place", ["", "csv/", "json-lines/"])
def test_an_invalid_batch_id_is_not_a_server_error(owner, place):
    answer = owner.get(f"/showdown/history/{place}?batch=zzz&player=Ann")
    assert answer.status_code == 200
