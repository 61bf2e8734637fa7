"""The progress of a trainee: its owner, merging, and how long it is stored."""

from datetime import timedelta
from html import unescape
from statistics import median

import pytest
from django.test import Client
from django.utils import timezone

from showdown import tasks
from showdown.models import Trainee
from showdown.models.people import Person
from showdown.trainer import progress
from showdown.trainer.choosing import DrillSelection
from showdown.trainer.difficulty import difficulty
from showdown.trainer.progress import training_of
from showdown.trainer.training import Answer, Training, with_answer
from tests.factories import TraineeFactory, UserFactory
from tests.pages.test_sittings import AUDITION, FOUR, answer, wrong
from tests.pages.test_trainer import asked, give, typed

pytestmark = pytest.mark.django_db
PRACTICE = "/showdown/trainer/"


def practice(client, query="", *, right=True):
    _, ticket, drill = asked(client, query)
    answered = typed(drill, drill.answer) if right else wrong(drill)
    give(client, ticket, answered, query)


def kept():
    trainee = Trainee.objects.select_related("owner").get()
    return training_of(Person(account=trainee.owner, visitor=trainee.visitor))


def test_the_first_drill_of_a_pattern_is_easier_than_after_many_right_answers(monkeypatch):
    monkeypatch.setattr(progress, "_MAX_DEALING_SECONDS", 10)
    mix = DrillSelection(patterns=("short-all-in",), games=("holdem",), kinds=("chips",))
    learned = Training()
    for number in range(20):
        answer = Answer(f"{number}", "chips", "short-all-in", "", 5.0, timezone.now())
        learned = with_answer(learned, answer)
    easy, hard = (
        [difficulty(progress.next_ticket(mix, training, timezone.now()).drill) for _ in range(15)]
        for training in (Training(), learned)
    )
    assert median(easy) < median(hard)


def test_weak_patterns_are_listed_and_repeated(client):
    mix = "pattern=scoop&pattern=no-low&game=omaha-hilo"
    for _ in range(12):
        _, ticket, drill = asked(client, mix)
        is_weak = drill.recipe.pattern.slug == "scoop"
        give(client, ticket, wrong(drill) if is_weak else typed(drill, drill.answer))
    text = unescape(client.get(PRACTICE).text)
    assert "12 answers" in text
    assert text.index(">a scoop</a>") < text.index(">no low</a>")


def test_the_answers_of_an_audition_count_for_the_training(client):
    client.post(AUDITION, {"begin": "new", "games": FOUR, "seconds": 0})
    answer(client, AUDITION)
    answer(client, AUDITION, right=False)
    assert kept().answers == 2
    assert sum(kept().mistakes.values()) == 1


def test_signing_in_keeps_the_training(client):
    practice(client)
    client.force_login(UserFactory(username="ann"))
    practice(client)
    assert Trainee.objects.select_related("owner").get().owner.username == "ann"
    assert kept().answers == 2


def test_a_visitors_training_is_added_to_that_of_the_account(client):
    user = UserFactory(username="ann")
    client.force_login(user)
    practice(client)
    visitor = Client()
    practice(visitor, right=False)
    practice(visitor)
    visitor.force_login(user)
    assert Trainee.objects.count() == 1
    both = training_of(Person(account=user))
    assert both.answers == 3
    assert sum(both.mistakes.values()) == 1
    visitor.force_login(user)
    assert training_of(Person(account=user)) == both


def test_visitors_see_their_own_training_only(client):
    practice(client)
    assert "Your progress" in client.get(PRACTICE).text
    assert "Your progress" not in Client().get(PRACTICE).text


def test_a_visit_stores_nothing(client):
    client.get(PRACTICE)
    assert not Trainee.objects.exists()


def test_a_visitors_training_is_forgotten_and_an_accounts_is_kept(db):
    TraineeFactory(visited=True)
    TraineeFactory()
    Trainee.objects.update(changed=timezone.now() - timedelta(days=29))
    tasks.forget_training(0)
    assert Trainee.objects.count() == 2
    Trainee.objects.update(changed=timezone.now() - timedelta(days=31))
    tasks.forget_training(0)
    assert Trainee.objects.get().owner_id is not None
