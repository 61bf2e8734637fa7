"""Test the conversion of logs."""

from pathlib import Path
from time import thread_time

import pytest

from showdown.api import logs
from showdown.api.logs import MAX_HANDS
from showdown.bulk.capacity import Turns
from showdown.notation.logs.log_reader import read_log
from tests.api.clients import check_problem

LOGS = Path("tests/data/logs")
POKERNOW_LOG = (LOGS / "pokernow.csv").read_bytes()
POKERSTARS_LOG = (LOGS / "pokerstars.txt").read_bytes()


@pytest.fixture
def convert(anyone):
    def convert(body, query="", **headers):
        url = f"/api/logs/convert/{query}"
        return anyone.post(url, body, content_type="text/plain", headers=headers)

    return convert


@pytest.mark.parametrize(
    ("log", "query", "name", "media_type"),
    [
        (POKERNOW_LOG, "", "open-hand-history", "application/x-ndjson"),
        (POKERNOW_LOG, "?as=pokerstars", "pokerstars", "text/plain"),
        (POKERSTARS_LOG, "?as=phhs", "phh", "application/toml"),
    ],
)
def test_a_converted_log_has_the_requested_format(convert, log, query, name, media_type):
    response = convert(log, query)
    assert response.status_code == 200
    assert response["Content-Type"] == f"{media_type}; charset=utf-8"
    hands = list(read_log([response.content]))
    assert {hand.origin.format for hand in hands} == {name}
    assert int(response["Hands-Written"]) == len(hands)


def test_refused_hands_are_counted_in_the_headers(convert):
    response = convert((LOGS / "kings-club.txt").read_bytes(), "?as=phhs")
    counts = dict(pair.split("=") for pair in response["Hands-Refused"].split(", "))
    assert int(counts["game"]) > 0


def test_a_key_replaces_the_names(convert):
    names = next(iter(read_log([convert(POKERNOW_LOG).content]))).seats
    response = convert(POKERNOW_LOG, **{"Anonymize-Key": "a key"})
    assert not any(name.encode() in response.content for name in names)
    with_former_header = convert(POKERNOW_LOG, **{"Anonymise-Key": "a key"})  # until version 2.0
    assert response.content == with_former_header.content


def test_cards_and_names_are_left_out(convert):
    (name,) = next(hand for hand in read_log([POKERSTARS_LOG]) if hand.known).known
    hidden = read_log([convert(POKERSTARS_LOG, "?hide_cards=true&hide_names=true").content])
    assert not any(hand.known or name in hand.seats for hand in hidden)
    kept = read_log([convert(POKERSTARS_LOG, f"?keep={name}").content])
    assert any(hand.known.keys() == {name} for hand in kept)


@pytest.mark.parametrize(
    ("body", "query", "key"),
    [
        (POKERNOW_LOG, "?hide_cards=perhaps", ""),
        (POKERNOW_LOG, "?keep=nobody", ""),
        (POKERNOW_LOG, "?keep=" + "x" * 201, ""),
        (POKERNOW_LOG, "?hide_names=true", "a key"),
        (b"", "", ""),
        (POKERNOW_LOG, "?as=html", ""),
        (POKERSTARS_LOG, "?as=phh", ""),
        (POKERNOW_LOG, "?to=phhs", ""),
        (POKERNOW_LOG, "", "x" * 201),
    ],
)
def test_an_impossible_conversion_is_a_problem(convert, body, query, key):
    check_problem(convert(body, query, **{"Anonymize-Key": key} if key else {}), 400)


def test_more_hands_than_a_request_may_have_are_refused(convert):
    hand = b"PokerStars Hand #1: x\n\n"
    assert convert(hand * MAX_HANDS).status_code == 200
    assert convert(hand * (MAX_HANDS + 1)).status_code == 413


def sold_hands(count):
    """Return Omaha hands in which a player cashes out an all-in; checking the price takes long."""
    hand = (LOGS / "cash_outs.txt").read_text().partition("\n\n")[0]
    for old, new in {
        "Hold'em No Limit": "Omaha Pot Limit",
        "[Ad As]": "[Ad As 9h 8h]",
        "[8d 8s]": "[Kd Ks Qc Td]",
    }.items():
        hand = hand.replace(old, new)
    hands = (hand.replace("3001", str(number)) for number in range(700, 700 + count))
    return "\n\n\n".join(hands).encode()


def test_a_conversion_ends_at_its_limit_of_cpu_time(convert, monkeypatch):
    assert convert(sold_hands(1)).status_code == 200
    monkeypatch.setattr(logs, "MAX_SECONDS", 0.2)
    start = thread_time()
    response = convert(sold_hands(300))
    assert response.status_code == 413
    assert "more than 0.2 seconds" in response.json()["detail"]
    # The limit is checked between hands; all hands would take a few minutes.
    assert thread_time() - start < 20


def test_one_log_is_converted_at_a_time(convert, monkeypatch):
    monkeypatch.setattr(logs, "CONVERSION_TURNS", Turns(1))
    with logs.CONVERSION_TURNS.take():
        response = convert(POKERNOW_LOG)
        check_problem(response, 503, "conversion-busy")
        assert response["Retry-After"] == "5"
    assert convert(POKERNOW_LOG).status_code == 200
