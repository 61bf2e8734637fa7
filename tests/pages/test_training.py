"""The progress of a trainee: its owner, merging, and how long it is stored."""

import re
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
from showdown.trainer.choosing import Asked
from showdown.trainer.difficulty import difficulty
from showdown.trainer.progress import training_of
from showdown.trainer.tickets import read_ticket
from showdown.trainer.training import Answer, Training, with_answer
from tests.factories import TraineeFactory, UserFactory
from tests.pages.test_accounts import sign_up
from tests.pages.test_sittings import AUDITION, FOUR, answer, wrong
from tests.pages.test_trainer import typed

pytestmark = pytest.mark.django_db
PRACTICE = "/showdown/trainer/"


def asked(client, page):
    ticket = re.search(r'name="ticket" value="([^"]+)"', unescape(client.get(page).text))[1]
    return ticket, read_ticket(ticket).drill


def give(client, page, *, right=True):
    """Answer the next drill; return the page, its ticket and the submitted fields."""
    ticket, drill = asked(client, page)
    sent = {"ticket": ticket, **(typed(drill, drill.answer) if right else wrong(drill))}
    return unescape(client.post(page, sent).text), sent


def kept():
    """Return the training of the only trainee."""
    trainee = Trainee.objects.select_related("owner").get()
    return training_of(Person(account=trainee.owner, visitor=trainee.visitor))


def test_the_first_drill_of_a_pattern_is_easier_than_after_many_right_answers(monkeypatch):
    monkeypatch.setattr(progress, "_MAX_DEALING_SECONDS", 10)
    mix = Asked(patterns=("short-all-in",), games=("holdem",), kinds=("chips",))
    learned = Training()
    for number in range(20):
        answer = Answer(f"{number}", "chips", "short-all-in", "", 5.0, timezone.now())
        learned = with_answer(learned, answer)
    easy, hard = (
        [difficulty(progress.next_ticket(mix, training, timezone.now()).drill) for _ in range(30)]
        for training in (Training(), learned)
    )
    assert median(easy) < median(hard)


def test_what_goes_badly_is_listed_and_comes_again(client):
    mix = "pattern=scoop&pattern=no-low&game=omaha-hilo"
    for _ in range(12):
        drill = asked(client, f"{PRACTICE}?{mix}")[1]
        ticket = asked(client, f"{PRACTICE}?{mix}&drill={drill.kind.slug}")
        is_weak = ticket[1].recipe.pattern.slug == "scoop"
        fields = wrong(ticket[1]) if is_weak else typed(ticket[1], ticket[1].answer)
        client.post(PRACTICE, {"ticket": ticket[0], **fields})
    text = unescape(client.get(PRACTICE).text)
    assert "12 answers" in text
    assert text.index(">a scoop</a>") < text.index(">no low</a>")


def test_the_answers_of_an_audition_count_for_the_training(client):
    client.post(AUDITION, {"begin": "new", "games": FOUR, "seconds": 0})
    answer(client, AUDITION)
    answer(client, AUDITION, right=False)
    assert kept().answers == 2
    assert sum(kept().mistakes.values()) == 1


def test_training_goes_on_with_the_account_that_one_signs_in_to(client):
    give(client, PRACTICE)
    client.force_login(UserFactory(username="ann"))
    give(client, PRACTICE)
    assert Trainee.objects.select_related("owner").get().owner.username == "ann"
    assert kept().answers == 2


def test_a_visitors_training_is_added_to_that_of_the_account(client):
    user = UserFactory(username="ann")
    client.force_login(user)
    give(client, PRACTICE)
    visitor = Client()
    give(visitor, PRACTICE, right=False)
    give(visitor, PRACTICE)
    visitor.force_login(user)
    assert Trainee.objects.count() == 1
    both = training_of(Person(account=user))
    assert both.answers == 3
    assert sum(both.mistakes.values()) == 1
    visitor.force_login(user)
    assert training_of(Person(account=user)) == both


def test_training_goes_on_with_the_account_that_one_opens(client):
    give(client, PRACTICE)
    assert sign_up(client, "newcomer").status_code == 302
    assert Trainee.objects.select_related("owner").get().owner.username == "newcomer"


def test_visitors_see_their_own_training_only(client):
    give(client, PRACTICE)
    assert "Your progress" in client.get(PRACTICE).text
    assert "Your progress" not in Client().get(PRACTICE).text


def test_a_visit_alone_keeps_nothing(client):
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


def test_what_is_kept_of_one_person_does_not_grow_without_end(client):
    lengths = []
    for _ in range(25):
        give(client, f"{PRACTICE}?game=razz&drill=winners")
        lengths.append(len(str(Trainee.objects.get().training)))
    assert max(lengths) < 20_000
