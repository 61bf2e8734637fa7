"""Without the database or its tables a deal is still settled, and other pages say what is wrong."""

import json

import pytest

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


@pytest.fixture(scope="module")
def answers(database_away):
    typed = {"game": "badugi", "players": "2", "hand-0": "Ac4h3d2s", "hand-1": "AdKc2h9s"}
    ran = run_with(database_away, TRY, json.dumps(typed))
    names = ("table", "settled", "part", "history", "rules", "result")
    return dict(zip(names, json.loads(ran.stdout), strict=True))


@pytest.mark.parametrize("name", ["table", "rules"])
def test_pages_that_need_no_database_are_shown(answers, name):
    assert answers[name][0] == 200


@pytest.mark.parametrize("name", ["settled", "part"])
def test_a_deal_is_settled_and_said_not_to_be_stored(answers, name):
    status, text = answers[name]
    assert status == 200
    assert "Player 1 wins with a 4-3-2-A badugi" in text
    assert "Not saved." in text
    assert "Permanent link" not in text


@pytest.mark.parametrize("name", ["history", "result"])
def test_pages_that_need_it_say_that_it_is_away(answers, name):
    status, text = answers[name]
    assert status == 503
    assert "The database can’t be reached" in text
