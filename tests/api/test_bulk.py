"""Test that many deals in one request are settled in order, as lines of text or JSON."""

import json
from unittest.mock import patch

import pytest
from django.db import OperationalError, connection

from showdown.models import Showdown
from tests.api.clients import check_problem

LINE = "HandA:Ac-Kd-Jd-3d HandB:5c-5d-6c-7d Board:Ah-Kh-5s-2s-Qd"
ANSWER = "=> HandB wins Hi (3-of-a-Kind); HandB wins Lo (7652A)"
NDJSON = "application/x-ndjson"


def text_of(response):
    return b"".join(response.streaming_content).decode()


def lines_of(response):
    return [json.loads(line) for line in text_of(response).splitlines()]


def test_lines_are_answered_with_records(anyone):
    response = anyone.settle_lines(f"\ufeff{LINE}\r\n\r\n{LINE} Pot:11\nhalf a deal\n")
    assert response["Content-Type"] == "text/plain; charset=utf-8"
    assert text_of(response) == (
        f"{LINE}\n{ANSWER}\n\n"
        f"{LINE} Pot:11\n{ANSWER}\n=> HandA 0; HandB 11\n\n"
        "half a deal\n=> Error: expected a line such as HandA:… HandB:… Board:…\n\n"
    )


def test_lines_are_answered_with_json_on_request(anyone):
    good, bad = lines_of(anyone.settle_lines(f"{LINE}\n\n{LINE[:-1]}x", accept=NDJSON))
    assert good["line"] == 1
    assert good["headline"] == "HandB scoops: three fives, and 7-6-5-2-A for low"
    assert (bad["line"], bad["status"]) == (3, 422)
    assert bad["errors"][0]["position"] == LINE.index("Qd")


def test_json_lines_are_answered_in_their_order(owner, deal):
    deals = [deal, deal | {"game": "whist"}, deal | {"board": "AhAhAhAhAh"}, deal]
    response = owner.settle_lines("\n".join(map(json.dumps, deals)), kind=NDJSON)
    first, unknown, duplicate, last = lines_of(response)
    assert response["Content-Type"] == f"{NDJSON}; charset=utf-8"
    assert [result["line"] for result in (first, unknown, duplicate, last)] == [1, 2, 3, 4]
    assert unknown["errors"][0]["pointer"] == "#/game"
    assert duplicate["type"].endswith("/duplicate-card/")
    stored = [
        str(showdown.id) for showdown in Showdown.objects.owned_by(owner.person).order_by("id")
    ]
    assert stored == [first["id"], last["id"]]


def test_json_lines_may_be_answered_with_records(anyone, deal):
    body = json.dumps(deal) + "\nnull\n"
    response = text_of(anyone.settle_lines(body, kind=NDJSON, accept="text/plain"))
    assert response.startswith(f"{LINE}\n{ANSWER}\n\nnull\n=> Error: ")


def test_storing_is_optional(anyone):
    response = anyone.settle_lines(LINE, accept=NDJSON, query="?store=false")
    (settled,) = lines_of(response)
    assert "id" not in settled
    assert "Stored" not in response
    assert not Showdown.objects.exists()
    assert anyone.settle_lines(LINE)["Stored"] == "true"


def test_deals_stored_before_the_database_failed_are_counted(anyone):
    response = anyone.settle_lines(f"{LINE}\n" * 250, accept=NDJSON)

    with patch.object(connection, "cursor", side_effect=OperationalError("gone")):
        *results, problem = lines_of(response)
    assert [("id" in result) for result in results] == [True] * 100 + [False] * 150
    assert (problem["stored"], problem["not_stored"]) == (100, 150)
    assert problem["detail"] == "150 of 250 deals were not stored: the database can't be reached"
    assert Showdown.objects.count() == 100


INSTANCE = "2\n2s 9c Ad 4h Ts\nAs Ac\n9h 7h"


def test_each_game_accepts_its_own_text_format(anyone):
    body = f"{INSTANCE}\n\n3 2s9cAd4hTs AsAc 9h7h KhKd\n0\n"
    response = anyone.settle_lines(body, query="?game=holdem")
    assert text_of(response) == "1\n1\n"
    body = "3c 2s 4d Ah - As 3h 2d 4h\n3c2s4dAh - As3hXx4h\n"
    response = anyone.settle_lines(body, query="?game=badugi")
    assert text_of(response) == (
        "3c 2s 4d Ah\nError: line 2, column 16: “Xx4h” isn't a card: there is no rank X\n"
    )


def test_the_format_of_a_game_may_be_mixed_with_deal_lines(anyone):
    line = "HandA:As-Ac HandB:9h-7h Board:2s-9c-Ad-4h-Ts"
    body = f"{line}\n{INSTANCE}\n{line} Pot:10\n{INSTANCE[:-1]}"
    results = lines_of(anyone.settle_lines(body, accept=NDJSON, query="?game=holdem"))
    assert [result["line"] for result in results] == [1, 2, 6, 7]
    assert [result.get("status") for result in results] == [None, None, None, 422]
    (contest,) = results[1]["contests"]
    assert results[0]["contests"] == [contest | {"winners": ["HandA"]}]
    assert contest["winners"] == ["Player-1"]
    assert results[2]["chips"]["players"][0]["total"] == 10
    assert results[3]["type"].endswith("/unknown-card/")


def test_a_request_has_at_most_ten_thousand_deals(anyone):
    response = anyone.settle_lines("x\n" * 10_000, accept=NDJSON)
    assert len(lines_of(response)) == 10_000
    check_problem(anyone.settle_lines("x\n" * 10_001), 413, "too-many-deals")


def test_results_are_streamed_while_deals_are_settled(anyone):
    response = anyone.settle_lines(f"{LINE}\n" * 1_000)
    chunks = iter(response.streaming_content)
    next(chunks)
    assert 0 < Showdown.objects.count() < 1_000
    assert sum(1 for _ in chunks) > 1
    assert Showdown.objects.count() == 1_000


@pytest.mark.parametrize(
    ("content_type", "accept", "query", "status"),
    [
        ("text/csv", "*/*", "", 415),
        ("text/plain", "image/png", "", 406),
        ("text/plain", "*/*", "?game=whist", 400),
    ],
)
def test_unsupported_media_types_and_games_are_refused(anyone, content_type, accept, query, status):
    response = anyone.settle_lines(LINE, kind=content_type, accept=accept, query=query)
    check_problem(response, status)


def test_bytes_that_are_not_text_affect_only_their_line(anyone):
    response = anyone.settle_lines(b"\xff\xfe\0\n" + LINE.encode(), accept=NDJSON)
    bad, good = lines_of(response)
    assert (bad["status"], good["line"]) == (422, 2)
