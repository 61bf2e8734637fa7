"""Measure the database time of the first page of a history, unfiltered and with each filter.

Run: uv run python -m tests.benchmarks.history [--deals 1000000]
"""

from pathlib import Path
from statistics import median
from time import perf_counter

import numpy as np

from tests.benchmarks.measuring import parse_options, scratch_database
from tests.library.dealing import random_deals

MAX_BLOCK_DEALS = 50_000
TARGET_MS = 20
AUDITS = 20
ROUNDS = 7
DAYS = ("2000-01-01", "2026-06-01", "2100-01-01")


def store_deals(deals, owners):
    from showdown.bulk import evaluation
    from showdown.evaluator.games import OMAHA_HILO
    from showdown.models import Source
    from showdown.models.copy_rows import record_arrays

    rng = np.random.default_rng(7)
    seconds = 0.0
    size = min(MAX_BLOCK_DEALS, -(-deals // len(owners)))
    for block, start in enumerate(range(0, deals, size)):
        cards = random_deals(rng, OMAHA_HILO, min(size, deals - start))
        strengths = evaluation.evaluate(OMAHA_HILO, cards)
        cards_that_play = evaluation.find_cards_that_play(OMAHA_HILO, cards, strengths)
        person = owners[block % len(owners)]
        record_start = perf_counter()
        record_arrays(
            OMAHA_HILO, cards, strengths, cards_that_play, source=Source.COMMAND, person=person
        )
        seconds += perf_counter() - record_start
    print(f"{deals:,} deals stored by COPY: {deals / seconds:,.0f} a second\n")


def store_logged_hands(owner):
    """Store log data for every deal, and put the visitor's deals into audits of the owner."""
    from django.db import connection

    from showdown.models import Showdown
    from tests.factories import AuditFactory

    with connection.cursor() as cursor:
        cursor.execute(
            """
            INSERT INTO showdown_handoflog (showdown_id, hand, "table", played, players)
            SELECT id, 'H' || n, 'T' || n % 50, timestamp '2026-01-01' + n * interval '1 minute',
                   ARRAY['hero', 'p' || n % 500, 'q' || n % 7000]
            FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM showdown_showdown) AS deals
            """
        )
    visitor_deals = Showdown.objects.exclude(owner=owner.account).order_by("id")
    step = max(visitor_deals.count() // AUDITS, 1)
    for start in range(0, step * AUDITS, step):
        batch = AuditFactory(
            owner=owner.account,
            stores=True,
            first_deal=visitor_deals[start].id,
            last_deal=visitor_deals[start + step - 1].id,
        )
        hands = visitor_deals.filter(id__range=(batch.first_deal, batch.last_deal))
        hands.update(batch=batch, visitor=None)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")


FILTERS = (
    {},
    *({"player": name} for name in ("hero", "p7", "q7", "nobody")),
    *({"table": name} for name in ("T7", "nowhere")),
    *({"hand": name} for name in ("H7", "H900000", "none")),
    *({name: day} for name in ("played_after", "played_before") for day in DAYS),
    {"played_after": "2026-06-01", "played_before": "2026-06-02"},
    {"player": "q7", "table": "T7", "category": "full house"},
    *({"q": text} for text in ("HandB", "PLO8", "full house", "2026-11-22", "a long night")),
    *({"winner": name} for name in ("HandB", "Zoe")),
    *({"category": name} for name in ("straight flush", "badugi")),
    *({"game": name} for name in ("omaha-hilo", "razz")),
    *({name: day} for name in ("after", "before") for day in DAYS),
)
"""No filter, and each filter of the history page with frequent, rare and missing values."""


def read_cpu_milliseconds():
    """Return the CPU time that the database has spent on this connection, in milliseconds."""
    from django.db import connection

    process = connection.connection.info.backend_pid
    return int(Path(f"/proc/{process}/schedstat").read_text().split()[0]) / 1e6


def measure_filters(owner):
    from django.test import RequestFactory

    print(f"milliseconds of the database's CPU time; target: {TARGET_MS}")
    for query in FILTERS:
        request = RequestFactory().get("/showdown/history/", query)
        request.user = owner.account
        times = [time_first_page(request) for _ in range(ROUNDS)]
        print(f"  {median(times):8.2f}  {query}", flush=True)


def time_first_page(request):
    from showdown.pages.views.history import own_deals_filter

    start = read_cpu_milliseconds()
    own_deals_filter(request).build_search().load_page(None, None)
    return read_cpu_milliseconds() - start


def main():
    deals = parse_options(__doc__, deals=1_000_000).deals
    with scratch_database():
        from tests.factories import PersonFactory, VisitorFactory

        owner, visitor = PersonFactory(), VisitorFactory()
        store_deals(deals, [owner, owner, owner, visitor])
        store_logged_hands(owner)
        measure_filters(owner)


if __name__ == "__main__":
    main()
