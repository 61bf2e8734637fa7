"""Searching for deals: one search box, batches as rows, and a limited search for each page."""

import random
import re
from dataclasses import replace

import pytest
from django.db import connection

from showdown.evaluator.deals import Deal
from showdown.evaluator.games import GAMES
from showdown.evaluator.rule_sets import WSOP_2026
from showdown.models import Batch, Showdown, Source, browsing
from showdown.models.batch import Work
from showdown.models.logged import Audited, record_hands
from showdown.notation.logs.submission_of import submission_of
from tests.factories import BatchFactory, ShowdownFactory
from tests.logs import well_paid_hand

HISTORY = "/showdown/history/"


def rows(page):
    return re.findall(r'<h2><a href="([^"]+)">', page.text)


def pages_from(owner, address):
    """Yield the page at this address, and each older page that it links to."""
    while address:
        page = owner.get(address)
        yield page
        older = page.text.partition('rel="next" href="')[2].partition('"')[0]
        address = older and f"{HISTORY}{older.replace('&amp;', '&')}"


@pytest.fixture
def flush(person):
    """Return a stored deal of Omaha that Anna wins with a flush."""
    hands = {"Anna": "Ah-Kh-2c-3d", "Boris": "Qs-Qc-9s-8c"}
    deal = Deal.parse(GAMES["omaha"], hands, "7h-5h-4h-Jd-Ks")
    showdown = ShowdownFactory(deal=deal, person=person)
    Showdown.objects.filter(pk=showdown.pk).update(note="a long night, table 4")
    return showdown


@pytest.mark.parametrize(
    ("text", "is_found"),
    [
        ("Anna", True),
        ("Zoe", False),
        ("PLO", True),
        ("plo8", False),
        ("omaha flush Anna", True),
        ("Omaha full house", False),
        ("long night", True),
        ("LONG NIGHT", True),
        ("2020-01-01", False),
        ("2020-99-99", False),
        ("flush", True),
        ("'; DROP TABLE", False),
        ("%", False),
    ],
)
def test_one_field_searches_all_values(owner, flush, text, is_found):
    listed = rows(owner.get(HISTORY, {"q": text}))
    assert (flush.get_absolute_url() in listed) is is_found


def test_the_day_of_a_deal_finds_it(owner, flush):
    page = owner.get(HISTORY, {"q": f"{flush.created:%Y-%m-%d} Boris"})
    assert rows(page) == [flush.get_absolute_url()]
    assert "<b>Day</b>" in page.text
    assert "<b>Name or note</b> Boris" in page.text


def test_an_unnamed_hand_is_found_by_its_letter(owner, person):
    showdown = ShowdownFactory(person=person)
    assert rows(owner.get(HISTORY, {"q": "HandA"})) == [showdown.get_absolute_url()]


@pytest.mark.parametrize("text", ["x" * 101, "a\0b"])
def test_an_invalid_search_is_refused(owner, flush, text):
    page = owner.get(HISTORY, {"q": text})
    assert page.status_code == 200
    assert rows(page) == []


def test_a_search_of_a_stranger_finds_nothing(stranger, flush):
    assert rows(stranger.get(HISTORY, {"q": "Anna"})) == []


@pytest.fixture
def batch(owner):
    """Return a batch of the owner that stored three deals."""
    batch = BatchFactory(owner=owner.account, name="night.txt", stores=True, done=True, deals=3)
    made = [ShowdownFactory(deal__game=GAMES["omaha-hilo"]) for _ in range(3)]
    keys = [showdown.pk for showdown in made]
    Showdown.objects.filter(pk__in=keys).update(batch=batch, source=Source.BATCH)
    Batch.objects.filter(pk=batch.pk).update(first_deal=min(keys), last_deal=max(keys))
    return batch


def test_a_batch_is_one_row_among_the_deals(owner, person, batch):
    newer = ShowdownFactory(person=person)
    assert rows(owner.get(HISTORY)) == [newer.get_absolute_url(), f"?batch={batch.id}"]
    assert len(rows(owner.get(f"{HISTORY}?batch={batch.id}"))) == 3


def test_where_only_batches_stored_deals_the_history_is_not_empty(owner, batch):
    page = owner.get(HISTORY)
    assert rows(page) == [f"?batch={batch.id}"]
    assert "3 deals" in page.text
    assert "No deals yet" not in page.text


def test_a_search_leads_into_batches(owner, batch):
    page = owner.get(HISTORY, {"q": "omaha hi/lo"})
    assert f"batch={batch.id}" in page.text


def test_batches_are_visible_only_to_their_owner(stranger, visitor, batch):
    for other in (stranger, visitor):
        assert rows(other.get(HISTORY)) == []
        assert rows(other.get(f"{HISTORY}?batch={batch.id}")) == []


def test_pages_of_deals_and_batches_miss_none_and_lead_back(owner, person):
    made = []
    for number in range(30):
        made.append(ShowdownFactory(person=person).get_absolute_url())
        batch = BatchFactory(owner=owner.account, name=str(number), stores=True, done=True, deals=3)
        key = ShowdownFactory().pk
        Showdown.objects.filter(pk=key).update(batch=batch)
        Batch.objects.filter(pk=batch.pk).update(first_deal=key, last_deal=key)
        made.append(f"?batch={batch.id}")
    *_, before, last = pages = list(pages_from(owner, HISTORY))
    assert [len(rows(page)) for page in pages] == [25, 25, 10]
    assert [row for page in pages for row in rows(page)] == made[::-1]
    newer = last.text.partition('rel="prev" href="')[2].partition('"')[0]
    assert rows(owner.get(f"{HISTORY}{newer}")) == rows(before)


def test_a_page_searches_a_limited_number_of_deals_and_states_it(owner, person, flush, monkeypatch):
    monkeypatch.setattr(browsing, "LOOKED_THROUGH", 5)
    for _ in range(12):
        ShowdownFactory(deal__game=GAMES["razz"], person=person)
    *without, found = pages_from(owner, f"{HISTORY}?q=Anna")
    for page in without:
        assert rows(page) == []
        assert "Searched back to" in page.text
        assert "No deal matches" not in page.text
    assert rows(found) == [flush.get_absolute_url()]
    assert len(without) == 2


def audited(owner, table, count):
    """Store an audit of hands at this table, and return their addresses, the newest first."""
    audit = BatchFactory(owner=owner.account, name=table, stores=True, done=True, deals=3)
    Batch.objects.filter(pk=audit.pk).update(work=Work.AUDIT, game=None, format=None)
    hands = [well_paid_hand(random.Random(n), GAMES["holdem"]) for n in range(count)]
    named = [replace(hand, origin=hand.origin._replace(table=table)) for hand in hands]
    rows = [Audited(hand, submission_of(hand, WSOP_2026)) for hand in named]
    ids = record_hands(rows, batch=audit).ids
    Batch.objects.filter(pk=audit.pk).update(first_deal=ids[0], last_deal=ids[-1])
    return [Showdown.objects.get(pk=key).get_absolute_url() for key in reversed(ids)]


def test_a_search_through_hands_of_audits_is_limited_too(owner, person, stranger, monkeypatch):
    monkeypatch.setattr(browsing, "LOOKED_THROUGH", 5)
    made = {table: audited(owner, table, 4) for table in ("One", "Two", "Three")}
    audited(stranger, "One", 4)
    for _ in range(7):
        ShowdownFactory(person=person)
    newest_first = [address for table in ("Three", "Two", "One") for address in made[table]]
    expected = {f"table={table}": addresses for table, addresses in made.items()}
    for asked, listed in (expected | {"played_before=2100-01-01": newest_first}).items():
        pages = [rows(page) for page in pages_from(owner, f"{HISTORY}?{asked}")]
        assert [row for page in pages for row in page] == listed, asked
        assert len(pages) > 2, asked


def test_without_a_filter_every_deal_is_reached(owner, person, monkeypatch):
    monkeypatch.setattr(browsing, "LOOKED_THROUGH", 5)
    made = [ShowdownFactory(person=person).get_absolute_url() for _ in range(12)]
    assert rows(owner.get(HISTORY)) == made[::-1]


def test_a_file_contains_all_matches(owner, person, flush, monkeypatch):
    monkeypatch.setattr(browsing, "LOOKED_THROUGH", 5)
    for _ in range(12):
        ShowdownFactory(deal__game=GAMES["razz"], person=person)
    text = owner.get(f"{HISTORY}json-lines/?q=Anna").getvalue().decode()
    assert str(flush.pk) in text


def test_a_visitor_searches(visitor, typed):
    address = visitor.settle(typed | {"note": "Lisbon"}).url
    assert rows(visitor.get(HISTORY, {"q": "lisbon"})) == [address]


def test_hands_of_logs_are_found_one_by_one(owner, monkeypatch):
    """Even without good statistics, PostgreSQL must look up rows by key, not scan the table."""
    monkeypatch.setattr(browsing, "LOOKED_THROUGH", 300)
    audited(owner, "One", 400)
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL default_statistics_target = 1")
        cursor.execute("ANALYZE showdown_showdown, showdown_handoflog")
        cursor.execute("SET LOCAL enable_seqscan = off")
    plans = Plans()
    with connection.execute_wrapper(plans):
        lines = owner.get(f"{HISTORY}json-lines/?table=One").getvalue().splitlines()
    assert len(lines) == 400
    assert 400 < plans.rows < 4_000


class Plans:
    """The rows that queries for hands of logs read, including rows that they drop."""

    rows = 0

    def __call__(self, execute, sql, parameters, many, context):
        if sql.startswith("SELECT") and "handoflog" in sql:
            execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {sql}", parameters, many, context)
            self.rows += sum(taken_up(context["cursor"].fetchone()[0][0]["Plan"]))
        return execute(sql, parameters, many, context)


def taken_up(node):
    removed = node.get("Rows Removed by Join Filter", 0) + node.get("Rows Removed by Filter", 0)
    yield (node["Actual Rows"] + removed) * node["Actual Loops"]
    for part in node.get("Plans", ()):
        yield from taken_up(part)
