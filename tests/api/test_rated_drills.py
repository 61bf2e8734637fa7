"""GET /api/drills/?rated=true: a drill that stays due, whose first answer moves one's rating."""

import json

import pytest

from showdown.models import Trainee
from showdown.models.people import Person
from showdown.trainer.keeping import training_of
from showdown.trainer.tickets import read_ticket
from tests.api.conftest import program_of
from tests.factories import UserFactory
from tests.pages.test_trainer import asked as asked_on_page
from tests.pages.test_trainer import give as give_on_page
from tests.pages.test_trainer import typed

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann():
    return UserFactory(username="ann")


@pytest.fixture
def program(ann):
    return program_of(ann)


def due(program, **query):
    answered = program.get("/api/drills/", {"rated": "true", "game": "omaha-hilo"} | query)
    assert answered.status_code == 200, answered.content
    return answered.json()["ticket"]


def give(program, ticket, answer):
    body = {"ticket": ticket, "answer": answer}
    answered = program.post(
        "/api/drills/answer/", json.dumps(body), content_type="application/json"
    )
    assert answered.status_code == 200, answered.content
    return answered.json()


def right(ticket):
    return read_ticket(ticket).drill.answer


def test_a_rated_answer_shows_the_rating_and_moves_it(program, ann):
    ticket = due(program)
    graded = give(program, ticket, right(ticket))
    kept = training_of(Person(account=ann))
    assert graded["rating"]["rating"] == kept.rating_now.rating > 1500
    assert graded["rating"]["deviation"] == kept.rating_now.deviation < 350
    assert graded["rating"]["drill"] == kept.session[0].opponent.rating
    assert (kept.answers, len(kept.session)) == (1, 1)


def test_a_drill_stays_due_until_it_is_answered_and_counts_once(program, ann):
    ticket = due(program)
    assert due(program) == ticket
    assert give(program, ticket, right(ticket))["rating"]
    assert give(program, ticket, right(ticket))["rating"] is None
    assert training_of(Person(account=ann)).answers == 1
    assert due(program) != ticket


def test_another_mix_is_another_drill(program):
    ticket = due(program)
    other = due(program, game="razz")
    assert read_ticket(other).drill.game.slug == "razz"
    assert due(program, game="razz", players=3) != other
    assert give(program, ticket, right(ticket))["rating"] is None


def test_other_answers_are_not_kept(program, ann):
    ticket = program.get("/api/drills/").json()["ticket"]
    assert give(program, ticket, right(ticket))["rating"] is None
    assert not Trainee.objects.exists()


def test_a_drill_of_one_is_not_due_for_another(program):
    ticket = due(program)
    assert give(program_of(UserFactory()), ticket, right(ticket))["rating"] is None


def test_nobody_has_no_rating(client):
    answered = client.get("/api/drills/", {"rated": "true"})
    assert answered.status_code == 401
    assert "token" in answered.json()["detail"]
    assert client.get("/api/drills/", {"rated": "perhaps"}).status_code == 400


def test_whoever_trains_in_a_browser_may_ask_by_the_api(client):
    _, ticket, drill = asked_on_page(client, "drill=ruling")
    give_on_page(client, ticket, typed(drill, drill.answer))
    ticket = due(client)
    client.get("/showdown/trainer/")
    visitor = Trainee.objects.get()
    assert training_of(Person(visitor=visitor.visitor)).due == ticket
