"""Test pages without a database or its tables: deals are settled, other pages explain."""

import json

from tests.databases import run_with

TRY = """
import json, sys, django
django.setup()
from django.test import Client
client, typed = Client(), json.loads(sys.argv[1])
client.cookies["sessionid"] = "0123456789abcdef0123456789abcdef"
BY_SCRIPT = {"X-Part": "answer"}
answers = [
    client.get("/showdown/"),
    client.post("/showdown/", typed),
    client.post("/showdown/", typed, headers=BY_SCRIPT),
    client.get("/showdown/history/"),
    client.get("/showdown/rules/badugi/"),
    client.get("/showdown/01980000-0000-7000-8000-000000000000/"),
]
print(json.dumps([[answer.status_code, answer.text] for answer in answers]))
"""


def test_a_deal_is_settled_without_the_database_and_storing_is_refused(database_away):
    """All pages are requested in one process, as starting one takes longer than the requests."""
    typed = {"game": "badugi", "players": "2", "hand-0": "Ac4h3d2s", "hand-1": "AdKc2h9s"}
    ran = run_with(database_away, TRY, json.dumps(typed))
    table, settled, part, history, rules, result = json.loads(ran.stdout)
    assert (table[0], rules[0]) == (200, 200)
    check_settled(*settled)
    check_settled(*part)
    check_away(*history)
    check_away(*result)


def check_settled(status, text):
    """Check that the page states that the deal was not saved."""
    assert status == 200
    assert "Player 1 wins with a 4-3-2-A badugi" in text
    assert "Not saved." in text
    assert "Permanent link" not in text


def check_away(status, text):
    assert status == 503
    assert "The database can’t be reached" in text
