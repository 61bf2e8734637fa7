"""Rated drills, streaks, and what is kept of somebody's training: whose it is, and for how long."""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.test import Client
from django.utils import timezone

from showdown import tasks
from showdown.models import TemplateRating, Trainee
from showdown.models.people import Person
from showdown.trainer.keeping import training_of
from showdown.trainer.tickets import read_ticket
from showdown.trainer.training import SESSION
from tests.factories import TraineeFactory, UserFactory
from tests.pages.test_accounts import sign_up
from tests.pages.test_sittings import AUDITION, FOUR, answer, wrong
from tests.pages.test_trainer import typed

pytestmark = pytest.mark.django_db
PRACTICE, RATED, STREAK = (f"/showdown/trainer/{mode}" for mode in ("", "rated/", "streak/"))


def asked(client, page):
    ticket = re.search(r'name="ticket" value="([^"]+)"', unescape(client.get(page).text))[1]
    return ticket, read_ticket(ticket).drill


def give(client, page, *, right=True):
    """Answer the drill that comes; returns the page, its ticket and what was sent."""
    ticket, drill = asked(client, page)
    sent = {"ticket": ticket, **(typed(drill, drill.answer) if right else wrong(drill))}
    return unescape(client.post(page, sent).text), sent


def kept():
    """The training of the only one who trains."""
    trainee = Trainee.objects.get()
    return training_of(Person(account=trainee.owner, visitor=trainee.visitor))


def test_a_rated_answer_shows_the_rating_and_moves_it(client):
    text, _ = give(client, RATED)
    assert kept().rating_now.rating > 1500
    assert "Such drills are rated" in text
    assert f"answer 1 of {SESSION} in this session" in text
    shown = int(re.search(r"Your rating is ([\d,]+), give or take", text)[1].replace(",", ""))
    assert shown == round(kept().rating_now.rating)
    give(client, RATED, right=False)
    assert kept().rating_now.rating < shown


def test_practice_is_not_rated(client):
    text, _ = give(client, PRACTICE)
    assert "rating" not in text
    assert (kept().answers, kept().session) == (1, ())


@pytest.mark.parametrize("page", [RATED, STREAK])
def test_a_drill_stays_due_until_it_is_answered_and_counts_once(client, page):
    ticket, _ = asked(client, page)
    assert asked(client, page)[0] == ticket
    _, sent = give(client, page)
    client.post(page, sent)
    other, _ = asked(client, PRACTICE)
    client.post(page, {**sent, "ticket": other})
    assert kept().answers == 1
    assert asked(client, page)[0] != ticket


def test_another_mix_deals_another_drill(client):
    asked(client, RATED)
    assert asked(client, f"{RATED}?game=razz")[1].game.slug == "razz"


def test_templates_are_rated_when_the_session_ends(client):
    for number in range(SESSION):
        assert not TemplateRating.objects.exists(), number
        give(client, f"{RATED}?drill=low&game=omaha-hilo&pattern=no-low")
    (template,) = TemplateRating.objects.all()
    assert (template.kind, template.pattern, template.game) == ("low", "no-low", "omaha-hilo")
    assert template.rating < 1200, "everybody knows it"
    assert kept().session == ()
    assert kept().rating.rating > 1500


def test_a_session_ends_with_a_pause(client, monkeypatch):
    give(client, RATED)
    later = timezone.now() + timedelta(hours=1)
    monkeypatch.setattr(timezone, "now", lambda: later)
    give(client, RATED)
    assert len(kept().session) == 1
    assert TemplateRating.objects.count() == 1


def test_a_streak_ends_with_the_first_wrong_answer(client):
    for count in (1, 2, 3):
        text, _ = give(client, STREAK)
        assert f"{count} right in a row; your best is {count}." in text
    text, _ = give(client, STREAK, right=False)
    assert "Your streak ends after 3." in text
    assert "Begin again" in text
    assert "0 right in a row; your best is 3." in unescape(client.get(STREAK).text)


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
    assert Trainee.objects.get().owner.username == "ann"
    assert kept().answers == 2


def test_a_visitors_training_is_added_to_that_of_the_account(client):
    user = UserFactory(username="ann")
    client.force_login(user)
    give(client, RATED)
    visitor = Client()
    give(visitor, RATED, right=False)
    give(visitor, STREAK)
    visitor.force_login(user)
    assert Trainee.objects.count() == 1
    both = training_of(Person(account=user))
    assert both.answers == 3
    assert sum(both.mistakes.values()) == 1
    assert TemplateRating.objects.count() == 1, "the visitor's session has ended"
    assert len(both.session) == 1, "the account's has not"
    visitor.force_login(user)
    assert training_of(Person(account=user)) == both


def test_training_goes_on_with_the_account_that_one_opens(client):
    give(client, PRACTICE)
    assert sign_up(client, "newcomer").status_code == 302
    assert Trainee.objects.get().owner.username == "newcomer"


def test_visitors_see_their_own_training_only(client):
    give(client, STREAK)
    assert "your best is" not in Client().get(STREAK).text


def test_a_visit_alone_keeps_nothing(client):
    for page in (PRACTICE, RATED, STREAK):
        client.get(page)
    assert not Trainee.objects.exists()


def test_a_visitors_training_is_forgotten_and_an_accounts_is_kept(db):
    TraineeFactory(visited=True)
    TraineeFactory()
    Trainee.objects.update(changed=timezone.now() - timedelta(days=29))
    tasks.forget_training(0)
    assert Trainee.objects.count() == 2
    Trainee.objects.update(changed=timezone.now() - timedelta(days=31))
    tasks.forget_training(0)
    assert Trainee.objects.get().owner is not None


def test_what_is_kept_of_one_person_does_not_grow_without_end(client):
    lengths = []
    for _ in range(25):
        give(client, f"{RATED}?game=razz&drill=winners")
        lengths.append(len(str(Trainee.objects.get().training)))
    assert max(lengths) < 20_000
