"""The hands of one's own audit become drills: other names, the right answers, nobody else's."""

import gzip
import re
from html import unescape
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from showdown.batches import hand_drills
from showdown.batches.hand_drills import new_hand_ticket, read_hand_ticket
from showdown.batches.nights import hand_at, hands_from, kept_of
from showdown.library.logs import read_log
from showdown.models import Batch
from showdown.notation.logs.logged_hand import LoggedHand
from showdown.trainer.choosing import Asked
from showdown.trainer.kinds import KINDS
from showdown.trainer.tickets import new_ticket
from showdown.words.drills import answer_text
from tests.pages.test_trainer import typed
from tests.trainer.test_drills import check

LOG = Path(__file__).resolve().parents[2] / "examples" / "log.txt"
ALL_FOLD = b"""PokerStars Hand #1:  Hold'em No Limit ($0.25/$0.50 USD) - 2026/11/20 20:01:00 ET
Table 'Kitchen' 6-max Seat #2 is the button
Seat 1: Anna ($50 in chips)
Seat 2: Boris ($50 in chips)
Boris: posts small blind $0.25
Anna: posts big blind $0.50
*** HOLE CARDS ***
Boris: folds
Uncalled bet ($0.25) returned to Anna
Anna collected $0.50 from pot
*** SUMMARY ***
Total pot $0.50 | Rake $0
Seat 1: Anna (big blind) collected ($0.50)
Seat 2: Boris (button) (small blind) folded before Flop
"""


def strangers():
    """The sample's log with names that no drill has."""
    text = LOG.read_text()
    hands = [hand for hand in read_log(LOG) if isinstance(hand, LoggedHand)]
    names = sorted({name for hand in hands for name in hand.seats})
    for number, name in enumerate(names):
        text = text.replace(name, f"Stranger{number}")
    return text.encode()


@pytest.fixture
def visitor(site):
    return Client()


def audited(client, work, log):
    file = SimpleUploadedFile("kitchen.txt.gz", gzip.compress(log))
    address = client.post("/showdown/audits/", {"file": file})["Location"]
    work()
    return address, Batch.objects.newest_first()[0]


@pytest.fixture
def audit(visitor, work):
    """Its address, and its record."""
    return audited(visitor, work, strangers())


def asked(client, address):
    response = client.get(f"{address}drills/")
    assert response.status_code == 200
    text = unescape(response.text)
    return text, re.search(r'name="ticket" value="([^"]+)"', text)[1]


def test_hands_of_an_audit_are_drilled_and_graded(visitor, audit):
    address, batch = audit
    assert f'href="{address}drills/">Train on these hands' in visitor.get(address).text
    seen = set()
    for _ in range(12):
        text, ticket = asked(visitor, address)
        drill = read_hand_ticket(batch, ticket).drill
        assert "Stranger" not in text
        assert "kitchen" in text  # the way back to the audit
        if drill.kind.slug == "chips":
            assert answer_text("chips", drill.game, drill.answer) not in text
        given = typed(drill, drill.answer)
        answered = visitor.post(f"{address}drills/", {"ticket": ticket, **given})
        assert "Right." in answered.text
        assert "Stranger" not in answered.text
        assert f'href="{address}drills/" data-next' in answered.text
        seen.add(drill.to_json()["deal"])
    assert len(seen) > 1
    assert "12 answers" in visitor.get("/showdown/trainer/").text


def test_a_slow_dealer_agrees_with_drills_on_the_hands_that_were_played(audit):
    _, batch = audit
    played = {
        frozenset(hand.hands.values()) for hand in read_log(LOG) if isinstance(hand, LoggedHand)
    }
    for _ in range(40):
        ticket = new_hand_ticket(batch)
        drill = ticket.drill
        check(drill)
        assert not KINDS[drill.kind.slug].takes_rake
        assert frozenset(hand.cards for hand in drill.settlement.deal.hands) in played
        again = read_hand_ticket(batch, ticket.text)
        assert (again.drill.to_json(), again.nonce) == (drill.to_json(), ticket.nonce)


def test_nobody_else_may_train_on_them(visitor, audit):
    address, _ = audit
    _, ticket = asked(visitor, address)
    stranger, sent = Client(), {"ticket": ticket, "one": "yes"}
    assert stranger.get(f"{address}drills/").status_code == 404
    assert stranger.post(f"{address}drills/", sent).status_code == 404
    for client in (stranger, visitor):
        assert client.post("/showdown/trainer/", sent).status_code == 422


def test_tickets_of_others_are_refused(visitor, audit, work):
    address, _ = audit
    _, other = audited(visitor, work, strangers())
    of_another = new_hand_ticket(other).text
    for text in (of_another, new_ticket(Asked()).text, "", "nonsense", "x" * 5000):
        refused = visitor.post(f"{address}drills/", {"ticket": text, "one": "yes"})
        assert refused.status_code == 422
        assert "ask for another" in refused.text


def test_a_log_without_a_showdown_makes_no_drill(visitor, work):
    address, _ = audited(visitor, work, ALL_FOLD)
    assert "Train on these hands" not in visitor.get(address).text
    refused = visitor.get(f"{address}drills/")
    assert refused.status_code == 422
    assert "no hand of this log" in unescape(refused.text).lower()


def test_an_audit_that_is_not_done_has_no_drills(visitor):
    file = SimpleUploadedFile("kitchen.txt", strangers())
    address = visitor.post("/showdown/audits/", {"file": file})["Location"]
    assert visitor.get(f"{address}drills/").status_code == 404


def test_a_part_of_a_long_log_is_looked_through_at_once(audit, monkeypatch):
    _, batch = audit
    kept = kept_of(batch)
    every = [hand_at(kept, number) for number in range(kept.shown)]
    assert hands_from(kept, 1, 3) == every[1:4]
    assert hands_from(kept, kept.shown - 2, 500) == every[-2:]
    assert hands_from(kept, -1, 5) == hands_from(kept, kept.shown, 5) == []
    monkeypatch.setattr(hand_drills, "_READ", kept.shown - 1)
    numbers = {hand_drills.new_hand_ticket(batch).drill.to_json()["deal"] for _ in range(40)}
    assert len(numbers) > 1
    monkeypatch.setattr(hand_drills, "_MOST_SETTLED", 0)
    with pytest.raises(hand_drills.NoHandToDrill):
        new_hand_ticket(batch)


def test_too_many_drills_are_turned_away(visitor, audit, settings):
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"drill": (2, 60)}
    statuses = [visitor.get(f"{audit[0]}drills/").status_code for _ in range(3)]
    assert statuses == [200, 200, 429]
