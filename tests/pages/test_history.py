"""Test the history: only the user's deals, filtered, searched, paged, exported and deleted."""

import csv
import io
import random
import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from showdown.evaluator.deals import Deal
from showdown.evaluator.games import GAMES
from showdown.evaluator.rule_sets import WSOP_2026
from showdown.models import Batch, HandOfLog, Showdown, Source, browsing
from showdown.models.logged import record_hands
from showdown.notation.logs.submission import submission_from_hand
from tests.factories import AuditFactory, BatchFactory, ShowdownFactory
from tests.logs import make_correct_hand

HISTORY = "/showdown/history/"
YESTERDAY = f"{datetime.now(UTC) - timedelta(days=1):%Y-%m-%d}"


def rows(page):
    return re.findall(r'<h2><a href="([^"]+)">', page.text)


def pages_from(owner, address):
    while address:
        page = owner.get(address)
        yield page
        older = page.text.partition('rel="next" href="')[2].partition('"')[0]
        address = older and f"{HISTORY}{older.replace('&amp;', '&')}"


@pytest.fixture
def flush_deal(person):
    """Return a stored deal that Anna wins with a flush and 7-5-4-2-A for low."""
    hands = {"Anna": "Ah-Kh-2c-3d", "Boris": "Qs-Qc-9s-8c"}
    deal = Deal.parse(GAMES["omaha-hilo"], hands, "7h-5h-4h-Jd-Ks")
    showdown = ShowdownFactory(deal=deal, person=person)
    Showdown.objects.filter(pk=showdown.pk).update(note="a long night, table 4")
    return showdown


@pytest.mark.parametrize("page", ["", "csv/", "?q=HandA"])
def test_a_stranger_does_not_see_the_deals(owner, person, stranger, visitor, page):
    showdown = ShowdownFactory(person=person)
    for browser, is_own in ((stranger, False), (visitor, False), (owner, True)):
        content = browser.get(f"{HISTORY}{page}").getvalue().decode()
        assert (str(showdown.pk) in content) is is_own


def test_a_visitor_keeps_the_history_after_signing_up(visitor, deal_form):
    address = visitor.settle(deal_form).url
    assert address in visitor.get(HISTORY).text
    assert visitor.sign_up().status_code == 302
    page = visitor.get(HISTORY).text
    assert address in page
    assert "dealer" in page


@pytest.mark.parametrize(
    ("query", "is_listed"),
    [
        ("game=omaha-hilo", True),
        ("game=badugi", False),
        ("winner=Anna", True),
        ("winner=Boris", False),
        ("category=flush", True),
        ("category=7542A", True),
        ("category=three of a kind", False),
        (f"after={YESTERDAY}", True),
        (f"before={YESTERDAY}", False),
        ("batch=01980000-0000-7000-8000-000000000000", False),
        ("q=Anna", True),
        ("q=Zoe", False),
        ("q=long night", True),
        ("q=LONG NIGHT", True),
        ("q='; DROP TABLE", False),
        ("q=%25", False),
    ],
)
def test_deals_are_found_by_filters(owner, flush_deal, query, is_listed):
    assert (flush_deal.get_absolute_url() in rows(owner.get(f"{HISTORY}?{query}"))) is is_listed
    csv_text = owner.get(f"{HISTORY}csv/?{query}").getvalue().decode()
    assert (str(flush_deal.pk) in csv_text) is is_listed


@pytest.mark.parametrize(("query", "is_explained"), [("q=sevens", True), ("game=badugi", False)])
def test_a_search_without_results_states_what_is_searched(owner, flush_deal, query, is_explained):
    text = owner.get(f"{HISTORY}?{query}").text
    assert "No deal matches." in text
    assert ("The search looks for the whole name of a player" in text) is is_explained


@pytest.mark.parametrize("query", ["after=yesterday", f"q={'x' * 101}", "q=a%00b", "batch=zzz"])
def test_an_invalid_filter_is_an_error(owner, flush_deal, query):
    page = owner.get(f"{HISTORY}?{query}")
    assert (page.status_code, rows(page)) == (200, [])
    assert ('class="error"' in page.text) == (not query.startswith("q="))
    assert owner.get(f"{HISTORY}csv/?{query}").status_code == 200


@pytest.mark.parametrize("query", ["older=nonsense", "newer=1"])
def test_an_invalid_page_is_not_found(owner, query):
    assert owner.get(f"{HISTORY}?{query}").status_code == 404


def test_the_first_page_counts_no_rows(owner, person, django_assert_max_num_queries):
    ShowdownFactory(person=person)
    with django_assert_max_num_queries(5) as queries:
        owner.get(HISTORY)
    assert not any("COUNT(" in query["sql"].upper() for query in queries.captured_queries)


def test_no_cell_of_the_csv_is_a_formula(owner, person):
    for game in GAMES.values():
        ShowdownFactory(deal__game=game, person=person)
    text = owner.get(f"{HISTORY}csv/").getvalue().decode()
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [row["game"] for row in rows] == [*GAMES][::-1]
    for cell in (cell for row in rows for cell in row.values()):
        assert not cell.startswith(("=", "+", "-", "@", "\t", "\r"))


def test_only_the_owner_deletes_a_deal_after_confirmation(owner, person, stranger, visitor):
    hand = make_correct_hand(random.Random(1), GAMES["holdem"])
    (key,), _ = record_hands([(hand, submission_from_hand(hand, WSOP_2026))], person=person)
    page = Showdown.objects.get(pk=key).get_absolute_url()
    link, delete = f'href="{HISTORY}{key}/delete/', f"{HISTORY}{key}/delete/?game=holdem"
    for other in (stranger, visitor):
        assert link not in other.get(page).text
        assert other.post(delete).status_code == 404
    assert link in owner.get(page).text
    assert link in owner.get(HISTORY).text
    assert f'href="{page}">Keep it' in owner.get(delete).text
    response = owner.post(delete)
    assert response.url == f"{HISTORY}?game=holdem"
    assert owner.get(page).status_code == 404
    assert not HandOfLog.objects.exists()


def test_the_winner_filter_lists_the_player_names_in_the_deals(owner, person):
    ShowdownFactory(deal__labels=["Anna", "Boris"], person=person)
    ShowdownFactory(deal__players=3, person=person)
    ShowdownFactory(deal__labels=["Chloe", "Dan"])
    page = owner.get(f"{HISTORY}?winner=Zoe").text
    names = re.findall(r'<option value="(\w*)"', page.partition('id="id_winner"')[2])[:7]
    assert names == ["", "Anna", "Boris", "HandA", "HandB", "HandC", "Zoe"]
    assert re.search('<option value="HandA"[^>]*>Player 1</option>', page)


@pytest.fixture
def batch(owner):
    batch = BatchFactory(owner=owner.account, stores=True, done=True, deals=3)
    keys = [ShowdownFactory().pk for _ in range(3)]
    Showdown.objects.filter(pk__in=keys).update(batch=batch, source=Source.BATCH)
    Batch.objects.filter(pk=batch.pk).update(first_deal=min(keys), last_deal=max(keys))
    return batch


def test_a_batch_is_one_row_among_the_deals(owner, person, batch):
    row = f"?batch={batch.id}"
    page = owner.get(HISTORY)
    assert rows(page) == [row]
    assert "3 deals" in page.text
    assert "No deals yet" not in page.text
    newer = ShowdownFactory(person=person)
    assert rows(owner.get(HISTORY)) == [newer.get_absolute_url(), row]
    assert len(rows(owner.get(f"{HISTORY}{row}"))) == 3
    assert f"batch={batch.id}" in owner.get(HISTORY, {"game": "omaha-hilo"}).text


@pytest.mark.parametrize(
    ("more", "is_open"), [("", False), ("&game=holdem", True), ("&after=nonsense", True)]
)
def test_filters_above_the_deals_of_a_batch_are_folded_unless_used(owner, batch, more, is_open):
    page = owner.get(f"{HISTORY}?batch={batch.id}{more}").text
    assert f"<span><b>Settled</b> in the batch {batch.name}</span>" in page
    assert ('<details class="fold more-filters" open>' in page) == is_open


def test_batches_are_visible_only_to_their_owner(stranger, visitor, batch):
    for other in (stranger, visitor):
        assert rows(other.get(HISTORY)) == []
        assert rows(other.get(f"{HISTORY}?batch={batch.id}")) == []


def test_pages_list_every_deal_and_batch(owner, person):
    addresses = []
    for number in range(30):
        addresses.append(ShowdownFactory(person=person).get_absolute_url())
        batch = BatchFactory(owner=owner.account, name=str(number), stores=True, done=True, deals=3)
        key = ShowdownFactory().pk
        Showdown.objects.filter(pk=key).update(batch=batch)
        Batch.objects.filter(pk=batch.pk).update(first_deal=key, last_deal=key)
        addresses.append(f"?batch={batch.id}")
    *_, second_page, last_page = pages = list(pages_from(owner, HISTORY))
    assert [len(rows(page)) for page in pages] == [25, 25, 10]
    assert [row for page in pages for row in rows(page)] == addresses[::-1]
    newer = last_page.text.partition('rel="prev" href="')[2].partition('"')[0]
    assert rows(owner.get(f"{HISTORY}{newer}")) == rows(second_page)


def test_a_page_searches_a_limited_number_of_deals(owner, person, flush_deal, monkeypatch):
    monkeypatch.setattr(browsing, "MAX_SCANNED", 5)
    others = ShowdownFactory.create_batch(12, deal__game=GAMES["razz"], person=person)
    *empty_pages, last_page = pages_from(owner, f"{HISTORY}?q=Anna")
    for page in empty_pages:
        assert rows(page) == []
        assert "Searched back to" in page.text
        assert "No deal matches" not in page.text
    assert rows(last_page) == [flush_deal.get_absolute_url()]
    assert len(empty_pages) == 2
    addresses = [showdown.get_absolute_url() for showdown in (flush_deal, *others)]
    assert rows(owner.get(HISTORY)) == addresses[::-1]
    text = owner.get(f"{HISTORY}csv/?q=Anna").getvalue().decode()
    assert str(flush_deal.pk) in text


def store_audit(owner, table, count):
    audit = AuditFactory(owner=owner.account, stores=True, done=True, deals=3)
    hands = [make_correct_hand(random.Random(n), GAMES["holdem"]) for n in range(count)]
    hands = [replace(hand, origin=hand.origin._replace(table=table)) for hand in hands]
    submissions = [(hand, submission_from_hand(hand, WSOP_2026)) for hand in hands]
    ids = record_hands(submissions, batch=audit).ids
    Batch.objects.filter(pk=audit.pk).update(first_deal=ids[0], last_deal=ids[-1])
    return [Showdown.objects.get(pk=key).get_absolute_url() for key in reversed(ids)]


def test_a_search_through_hands_of_audits_is_limited_too(owner, person, stranger, monkeypatch):
    monkeypatch.setattr(browsing, "MAX_SCANNED", 5)
    addresses_by_table = {table: store_audit(owner, table, 4) for table in ("One", "Two", "Three")}
    store_audit(stranger, "One", 4)
    for _ in range(7):
        ShowdownFactory(person=person)
    newest_first = [
        address for table in ("Three", "Two", "One") for address in addresses_by_table[table]
    ]
    expected = {f"table={table}": addresses for table, addresses in addresses_by_table.items()}
    for query, listed in (expected | {"played_before=2100-01-01": newest_first}).items():
        pages = [rows(page) for page in pages_from(owner, f"{HISTORY}?{query}")]
        assert [row for page in pages for row in page] == listed, query
        assert len(pages) > 2, query
