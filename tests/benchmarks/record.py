"""The download of an account with half a million deals, and the admin's list of them.

The deals of the download are written as they are stored; beside it, as many are settled again and
written as the API gives them.
Run: uv run python -m tests.benchmarks.record [--deals 538000]
"""

import argparse
import json
from collections.abc import Iterable
from itertools import islice
from time import perf_counter, process_time

from tests.benchmarks.history import store
from tests.benchmarks.scratch import scratch_database

SETTLED_AGAIN = 20_000
ADMIN = "/admin/showdown/showdown/"


def take(name: str, parts: Iterable[bytes | str], deals: int) -> None:
    """Go through the parts; print what they took of this process, and altogether."""
    wall, own = perf_counter(), process_time()
    size = sum(map(len, parts))
    wall, own = perf_counter() - wall, process_time() - own
    print(f"{name}: {deals:,} deals, {size:,} bytes, {wall:.1f} s, {own:.1f} s of them its own")
    print(f"  {own / deals * 1e6:.0f} µs a deal")


def measure(deals: int) -> None:
    from django.db import connection
    from django.test import Client, RequestFactory

    from showdown.models import Showdown
    from showdown.models.documents import stored_to_json
    from showdown.models.people import Person
    from showdown.pages.personal_data import zip_of
    from tests.factories import UserFactory

    account = UserFactory(admin=True)
    store(deals, [Person(account=account)])
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE showdown_showdown")
    client = Client(SERVER_NAME="localhost")
    client.force_login(account)
    client.get(ADMIN)
    for query in ("", "?p=10", "?source__exact=1"):
        began = perf_counter()
        assert client.get(ADMIN + query).status_code == 200
        print(f"admin's list{query}: {(perf_counter() - began) * 1e3:.0f} ms")
    request = RequestFactory(SERVER_NAME="localhost").get("/")
    take("\ndownload", zip_of(account, request), deals)
    some = islice(Showdown.objects.newest_first().gradually(), SETTLED_AGAIN)
    again = (json.dumps(stored_to_json(showdown, request)) for showdown in some)
    take("settled again, not compressed", again, min(deals, SETTLED_AGAIN))


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--deals", type=int, default=538_000)
    deals = arguments.parse_args().deals
    with scratch_database():
        measure(deals)


if __name__ == "__main__":
    main()
