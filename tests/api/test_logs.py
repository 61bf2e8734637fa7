"""Logs converted while the caller waits."""

from pathlib import Path

import pytest

from showdown.api.logs import MOST_HANDS
from showdown.notation.logs.registry import read_log

LOG = Path("tests/data/logs/pokernow.csv").read_bytes()
SEVERAL = Path("tests/data/logs/pokerstars.txt").read_bytes()
URL = "/api/logs/convert/"


def convert(client, body: bytes, query: str = "", **headers):
    return client.post(f"{URL}{query}", body, content_type="text/plain", headers=headers)


@pytest.mark.parametrize(
    ("query", "name", "kind"),
    [
        ("", "open-hand-history", "application/x-ndjson"),
        ("?as=pokerstars", "pokerstars", "text/plain"),
        ("?as=phhs", "phh", "application/toml"),
    ],
)
def test_a_log_is_answered_in_the_format_that_is_asked_for(db, client, query, name, kind) -> None:
    answer = convert(client, LOG, query)
    assert answer.status_code == 200
    assert answer["Content-Type"] == f"{kind}; charset=utf-8"
    hands = list(read_log([answer.content]))
    assert {hand.origin.format for hand in hands} == {name}
    assert int(answer["Hands-Written"]) == len(hands)


def test_what_is_not_written_is_counted_in_the_headers(db, client) -> None:
    answer = convert(client, Path("tests/data/logs/kings-club.txt").read_bytes(), "?as=phhs")
    counts = dict(pair.split("=") for pair in answer["Hands-Refused"].split(", "))
    assert int(counts["game"]) > 0


def test_a_key_replaces_the_names(db, client) -> None:
    plain = next(iter(read_log([convert(client, LOG).content]))).seats
    answer = convert(client, LOG, **{"Anonymise-Key": "ours"})
    assert not any(name.encode() in answer.content for name in plain)
    assert answer.content == convert(client, LOG, **{"Anonymise-Key": "ours"}).content


@pytest.mark.parametrize(
    ("body", "query", "headers", "status"),
    [
        (b"", "", {}, 400),
        (LOG, "?as=html", {}, 400),
        (SEVERAL, "?as=phh", {}, 400),
        (LOG, "?to=phhs", {}, 400),
        (LOG, "", {"Anonymise-Key": "x" * 201}, 400),
    ],
)
def test_what_cannot_be_done_is_a_problem(db, client, body, query, headers, status) -> None:
    answer = convert(client, body, query, **headers)
    assert answer.status_code == status
    assert answer["Content-Type"].startswith("application/problem+json")


def test_more_hands_than_a_request_may_have_are_refused(db, client) -> None:
    hand = b"PokerStars Hand #1: x\n\n"
    assert convert(client, hand * MOST_HANDS).status_code == 200
    assert convert(client, hand * (MOST_HANDS + 1)).status_code == 413
