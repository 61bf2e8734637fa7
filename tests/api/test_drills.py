"""Test that drills hide their answers, and that answers are graded."""

import json
from time import time

import pytest
from django.core import signing
from django.test import Client
from pydantic import TypeAdapter

from showdown.api.drills import DrillJson, GradeJson
from showdown.models import Trainee
from showdown.trainer.progress import load_training
from tests.api.clients import check_problem
from tests.trainer.slow_dealer import Dealer

pytestmark = pytest.mark.django_db


def get_drill(client, **query):
    response = client.get("/api/drills/", query)
    assert response.status_code == 200, response.content
    assert response["Cache-Control"] == "no-store"
    return TypeAdapter(DrillJson).validate_python(response.json())


def post_answer(client, body):
    return client.post("/api/drills/answer/", json.dumps(body), content_type="application/json")


def get_grade(client, ticket, answer):
    response = post_answer(client, {"ticket": ticket, "answer": answer})
    assert response.status_code == 200, response.content
    return TypeAdapter(GradeJson).validate_python(response.json())


def test_only_the_first_answer_to_a_drill_counts_for_an_account(client, owner):
    drill = get_drill(owner, pattern="quartered", game="omaha-hilo", drill="chips", players=2)
    assert (drill["game"], drill["drill"]) == ("omaha-hilo", "chips")
    right_payout = Dealer("omaha-hilo", drill["deal"]).payment()
    even_payout = dict.fromkeys(right_payout, sum(right_payout.values()) // 2)
    first = get_grade(owner, drill["ticket"], even_payout)
    assert (first["right"], first["mistake"]) == (False, "half-for-quarter")
    assert first["answer"] == right_payout
    assert "each half goes to its own winners" in first["sentence"]
    second = get_grade(owner, drill["ticket"], right_payout)
    assert (second["right"], second["pattern"]) == (True, "quartered")
    training = load_training(owner.person)
    assert (training.answers, sum(training.mistakes.values())) == (1, 1)
    get_grade(client, get_drill(client, game="omaha-hilo", drill="chips")["ticket"], right_payout)
    assert Trainee.objects.count() == 1


@pytest.fixture
def owner_browser(owner):
    browser = Client()
    browser.force_login(owner.person.account)
    return browser


@pytest.mark.parametrize("holder", ["anyone", "owner"])
def test_a_drill_is_graded_only_for_its_holder(anyone, owner, stranger, owner_browser, holder):
    clients = {
        "anyone": anyone,
        "owner": owner,
        "stranger": stranger,
        "browser": owner_browser,
    }
    ticket = get_drill(clients[holder], game="badugi", drill="winners")["ticket"]
    for name, client in clients.items():
        is_holder = name == holder or (holder, name) == ("owner", "browser")
        response = post_answer(client, {"ticket": ticket, "answer": {"badugi": ["HandA"]}})
        if is_holder:
            assert response.status_code == 200, name
        else:
            check_problem(response, 422, "ticket-of-another")


def test_the_trainer_page_rejects_tickets_of_other_people(client, owner, owner_browser):
    ticket = get_drill(owner, game="badugi", drill="winners")["ticket"]
    error = "dealt to another person"
    assert error in client.post("/showdown/trainer/", {"ticket": ticket}).text
    assert error not in owner_browser.post("/showdown/trainer/", {"ticket": ticket}).text


def test_the_ticket_does_not_reveal_the_answer(client):
    drill = get_drill(client, pattern="no-low", drill="chips", game="omaha-hilo")
    fields = signing.loads(drill["ticket"], salt="showdown.trainer.2")
    kind, pattern, game, players, nonce, dealt, _ = fields
    assert (kind, game, players) == ("chips", "omaha-hilo", 0)
    assert isinstance(pattern, int), "the pattern must be masked"
    assert len(nonce) == 12
    assert 0 <= time() - dealt < 60


def test_ticket_and_pattern_do_not_reveal_whether_a_low_qualifies(client):
    patterns, answers = set(), []
    for _ in range(30):
        drill = get_drill(client, drill="low", game="omaha-hilo")
        patterns.add(signing.loads(drill["ticket"], salt="showdown.trainer.2")[1])
        assert "pattern" not in drill
        answers.append(get_grade(client, drill["ticket"], True)["right"])
    assert len(patterns) == 30
    assert 3 < answers.count(True) < 27


def test_the_options_contain_the_right_answer(client):
    drill = get_drill(client, pattern="two-breaks-flush", game="omaha", drill="make")
    assert 2 <= len(drill["options"]) <= 5
    grades = [get_grade(client, drill["ticket"], option)["right"] for option in drill["options"]]
    assert grades.count(True) == 1


@pytest.mark.parametrize(
    ("query", "status", "detail"),
    [
        ({"pattern": "nonsense"}, 400, "isn't known"),
        ({"game": "omaha,nonsense"}, 400, "isn't known"),
        ({"players": "0"}, 400, "from 1 to 13"),
        ({"players": "٣"}, 400, "from 1 to 13"),
        ({"pattern": "quartered", "game": "holdem"}, 422, "it isn't a split-pot game"),
    ],
)
def test_an_invalid_query_is_rejected(client, query, status, detail):
    response = client.get("/api/drills/", query)
    assert response.status_code == status
    assert detail in response.content.decode()


@pytest.mark.parametrize(
    ("kind", "answer"),
    [
        ("chips", {"Anna": "150"}),
        ("chips", {"Anna": True}),
        ("chips", [1, 2]),
        ("chips", {f"player {number}": 1 for number in range(100)}),
        ("winners", {"high": "Anna"}),
        ("ruling", 1),
        ("cards", ["As"] * 100),
        ("cards", "AsKs"),
        ("make", "a" * 1000),
        ("make", None),
    ],
)
def test_an_answer_of_the_wrong_type_is_refused(client, kind, answer):
    drill = get_drill(client, drill=kind, game="omaha-hilo")
    response = post_answer(client, {"ticket": drill["ticket"], "answer": answer})
    assert response.status_code == 422
    assert response.json()["errors"][0]["pointer"] == "#/answer"


@pytest.mark.parametrize("ticket", [1, "", "nonsense", "a:b:c", "x" * 401, "é" * 10])
def test_an_invalid_ticket_is_rejected(client, ticket):
    response = post_answer(client, {"ticket": ticket, "answer": 1})
    assert response.status_code == 422
    assert response.json()["errors"][0]["pointer"] == "#/ticket"


def test_a_ticket_signed_with_another_key_is_rejected(client, settings):
    drill = get_drill(client, pattern="no-low", game="omaha-hilo")
    settings.SECRET_KEY = "another"
    assert post_answer(client, {"ticket": drill["ticket"], "answer": 1}).status_code == 422
