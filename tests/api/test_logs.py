"""Test the conversion of logs by the API."""

from pathlib import Path
from time import thread_time

import pytest

from showdown.api import logs
from showdown.api.logs import MOST_HANDS
from showdown.bulk.capacity import Turns
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
def test_a_converted_log_has_the_requested_format(db, client, query, name, kind) -> None:
    log = SEVERAL if name == "phh" else LOG
    answer = convert(client, log, query)
    assert answer.status_code == 200
    assert answer["Content-Type"] == f"{kind}; charset=utf-8"
    hands = list(read_log([answer.content]))
    assert {hand.origin.format for hand in hands} == {name}
    assert int(answer["Hands-Written"]) == len(hands)


def test_refused_hands_are_counted_in_the_headers(db, client) -> None:
    answer = convert(client, Path("tests/data/logs/kings-club.txt").read_bytes(), "?as=phhs")
    counts = dict(pair.split("=") for pair in answer["Hands-Refused"].split(", "))
    assert int(counts["game"]) > 0


def test_a_key_replaces_the_names(db, client) -> None:
    plain = next(iter(read_log([convert(client, LOG).content]))).seats
    answer = convert(client, LOG, **{"Anonymize-Key": "ours"})
    assert not any(name.encode() in answer.content for name in plain)
    former = convert(client, LOG, **{"Anonymise-Key": "ours"})  # until version 2.0
    assert answer.content == former.content


def test_cards_and_names_are_left_out(db, client) -> None:
    (name,) = next(hand for hand in read_log([SEVERAL]) if hand.known).known
    hidden = read_log([convert(client, SEVERAL, "?hide_cards=true&hide_names=true").content])
    assert not any(hand.known or name in hand.seats for hand in hidden)
    kept = read_log([convert(client, SEVERAL, f"?keep={name}").content])
    assert any(hand.known.keys() == {name} for hand in kept)


@pytest.mark.parametrize(
    ("body", "query", "headers", "status"),
    [
        (LOG, "?hide_cards=perhaps", {}, 400),
        (LOG, "?keep=nobody", {}, 400),
        (LOG, "?keep=" + "x" * 201, {}, 400),
        (LOG, "?hide_names=true", {"Anonymize-Key": "ours"}, 400),
        (b"", "", {}, 400),
        (LOG, "?as=html", {}, 400),
        (SEVERAL, "?as=phh", {}, 400),
        (LOG, "?to=phhs", {}, 400),
        (LOG, "", {"Anonymize-Key": "x" * 201}, 400),
    ],
)
def test_an_impossible_conversion_is_a_problem(db, client, body, query, headers, status) -> None:
    answer = convert(client, body, query, **headers)
    assert answer.status_code == status
    assert answer["Content-Type"].startswith("application/problem+json")


def test_more_hands_than_a_request_may_have_are_refused(db, client) -> None:
    hand = b"PokerStars Hand #1: x\n\n"
    assert convert(client, hand * MOST_HANDS).status_code == 200
    assert convert(client, hand * (MOST_HANDS + 1)).status_code == 413


def sold_hands(count: int) -> bytes:
    """Return all-in hands of Omaha that a player sold; computing their price takes long."""
    hand = """PokerStars Hand #{}: Omaha Pot Limit ($1/$2 USD) - 2026/11/20 19:05:11 ET
Table 'Cellar' 6-max Seat #1 is the button
Seat 1: Dora ($40 in chips)
Seat 2: Emil ($40 in chips)
Seat 3: Fritz ($40 in chips)
Emil: posts small blind $1
Fritz: posts big blind $2
*** HOLE CARDS ***
Dora: raises $38 to $40 and is all-in
Emil: calls $39 and is all-in
Fritz: calls $38 and is all-in
*** FLOP *** [7c 3s Ac]
*** TURN *** [7c 3s Ac] [Jh]
*** RIVER *** [7c 3s Ac Jh] [Jd]
*** SHOW DOWN ***
Dora: shows [Ad As 9h 8h] (a full house, Aces full of Jacks)
Emil: shows [Kd Ks Qc Td] (two pair, Kings and Jacks)
Fritz: shows [6d 5s 4h 2c] (a pair of Jacks)
Dora cashed out the hand for $70.13 | Cash Out Fee $0.71
*** SUMMARY ***
Total pot $120 | Rake $2
Board [7c 3s Ac Jh Jd]
Seat 1: Dora (button) showed [Ad As 9h 8h] and won ($118) (pot not awarded as player cashed out)
Seat 2: Emil (small blind) showed [Kd Ks Qc Td] and lost
Seat 3: Fritz (big blind) showed [6d 5s 4h 2c] and lost


"""
    return "".join(map(hand.format, range(700, 700 + count))).encode()


def test_a_conversion_ends_at_its_limit_of_cpu_time(db, client, monkeypatch) -> None:
    assert convert(client, sold_hands(1)).status_code == 200
    monkeypatch.setattr(logs, "MOST_SECONDS", 0.2)
    before = thread_time()
    answer = convert(client, sold_hands(300))
    assert answer.status_code == 413
    assert "more than 0.2 seconds" in answer.json()["detail"]
    # A started hand is finished; all hands would take a few minutes.
    assert thread_time() - before < 20


def test_one_log_is_converted_at_a_time(db, client, monkeypatch) -> None:
    monkeypatch.setattr(logs, "CONVERSIONS", Turns(1))
    with logs.CONVERSIONS.take():
        answer = convert(client, LOG)
        assert (answer.status_code, answer["Retry-After"]) == (503, "5")
        assert answer.json()["type"].endswith("/conversion-busy/")
    assert convert(client, LOG).status_code == 200
