"""Measure requests to the API for deals and odds, and requests with many deals.

POST /api/showdowns/ is compared with a view that only validates a JSON body and inserts a row, and
POST /api/showdowns/bulk/ with settling the same deals one by one. All requests use the same handler
and middleware in this process.
Run: uv run python -m tests.benchmarks.api [--requests 500] [--lines 10000] [--rounds 7]
"""

import io
import json
import resource
import sys
from collections.abc import Callable
from statistics import median
from time import perf_counter

from tests.benchmarks.measuring import parse_options, scratch_database, seconds

DEAL = {
    "game": "omaha-hilo",
    "hands": {"HandA": "Ac-Kd-Jd-3d", "HandB": "5c-5d-6c-7d"},
    "board": "Ah-Kh-5s-2s-Qd",
}
SPOT = {"game": "omaha-hilo", "hands": ["AsKhQsJh", "2c3d4c5d"], "board": "Ah7c2d"}
SPOTS = {"odds of a flop": SPOT, "odds with next cards": SPOT | {"next_card": True}}


def post(handler: Callable, address: str, status: int, document: dict = DEAL) -> Callable:
    """Return a function that sends a POST request to the application."""
    from django.test import RequestFactory

    body = json.dumps(document).encode()
    factory = RequestFactory(SERVER_NAME="localhost")
    environ = factory.post(address, body, content_type="application/json").environ

    def send() -> None:
        statuses: list[str] = []
        request = environ | {"wsgi.input": io.BytesIO(body)}
        response = handler(request, lambda line, headers: statuses.append(line))
        b"".join(response)
        response.close()
        if not statuses[0].startswith(str(status)):
            raise RuntimeError(f"{address} answered {statuses[0]}")

    return send


def requests_a_second(send: Callable[[], None], count: int) -> float:
    start = perf_counter()
    for _ in range(count):
        send()
    return count / (perf_counter() - start)


def bare_view() -> Callable:
    """Return a view that only validates with a serializer and inserts a row."""
    from rest_framework import serializers
    from rest_framework.request import Request
    from rest_framework.response import Response
    from rest_framework.views import APIView

    class Deal(serializers.Serializer):
        game = serializers.CharField()
        hands = serializers.DictField(child=serializers.CharField())
        board = serializers.CharField()

    class Bare(APIView):
        schema = None

        def post(self, request: Request) -> Response:
            deal = Deal(data=request.data)
            deal.is_valid(raise_exception=True)
            return Response({"id": insert_row(deal.validated_data["game"])}, status=201)

    return Bare.as_view()


def insert_row(game: str) -> str:
    from showdown.models import Showdown, Source

    row = Showdown.objects.create(
        game=game,
        source=Source.API,
        cards=bytes(13),
        made=bytes(16),
        winners=[1, 0],
        categories=[0, -1],
    )
    return str(row.id)


def measure(count: int, rounds: int) -> None:
    from django.core.wsgi import get_wsgi_application
    from django.test import override_settings
    from django.urls import include, path

    from omahasite import urls

    # In the namespace of the API, because the forms of pages have a rate limit.
    views = ([path("bare/", bare_view())], "api")
    urls.urlpatterns[:0] = [path("", include(views, namespace="compared"))]
    with override_settings(
        ALLOWED_HOSTS=["localhost"], RATE_LIMITS={"single": (10**9, 60)}, SECURE_SSL_REDIRECT=False
    ):
        handler = get_wsgi_application()
        views = {
            "validate, insert": post(handler, "/bare/", 201),
            "settle, store": post(handler, "/api/showdowns/", 201),
        } | {name: post(handler, "/api/odds/", 200, spot) for name, spot in SPOTS.items()}
        rates: dict[str, list[float]] = {name: [] for name in views}
        for _ in range(rounds + 1):
            for name, send in views.items():
                rates[name].append(requests_a_second(send, count))
    report({name: median(in_rounds[1:]) for name, in_rounds in rates.items()})


def measure_lines(count: int, rounds: int) -> None:
    from django.test import Client, override_settings

    from showdown.evaluator.settlement import settle
    from tests.factories import DealFactory

    deals = [DealFactory() for _ in range(count)]
    body = "\n".join(
        json.dumps(
            {
                "game": deal.game.slug,
                "hands": [hand.text for hand in deal.hands],
                "board": str(deal).rpartition("Board:")[2],
            }
        )
        for deal in deals
    )

    def post_lines(query: str) -> None:
        address = f"/api/showdowns/bulk/{query}"
        answer = Client().post(address, body, content_type="application/x-ndjson")
        lines = b"".join(answer.streaming_content).count(b"\n")
        if (answer.status_code, lines) != (200, count):
            raise RuntimeError(f"{address} answered {answer.status_code}, {lines} lines")

    print(f"\n{count:,} lines of JSON")
    with override_settings(ALLOWED_HOSTS=["testserver"], RATE_LIMITS={"bulk": (10**9, 60)}):
        for name, work in (
            ("settled one by one", lambda: list(map(settle, deals))),
            ("answered, not stored", lambda: post_lines("?store=false")),
            ("answered and stored", lambda: post_lines("")),
        ):
            print(f"{name:24}{median(seconds(work, rounds, perf_counter)):8.2f} s")
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"peak memory: {megabytes} MB")


def report(rates: dict[str, float]) -> None:
    bare = rates["validate, insert"]
    print(f"{'':24}{'requests/s':>12}{'of the first':>14}")
    for name, rate in rates.items():
        print(f"{name:24}{rate:12,.0f}{rate / bare:14.0%}")


def main() -> None:
    options = parse_options(__doc__, requests=500, lines=10_000, rounds=7)
    with scratch_database():
        measure(options.requests, options.rounds)
        measure_lines(options.lines, min(options.rounds, 3))
    print(f"the web process imported the compiler: {'numba' in sys.modules}")


if __name__ == "__main__":
    main()
