"""Test the periodic job that deletes old rows and logs their number."""

import logging
from datetime import timedelta

import pytest
from axes.models import AccessAttempt
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.utils import timezone

from showdown import tasks
from showdown.models import Answer, Showdown, Source
from showdown.models.ids import first_uuid7_at
from showdown.models.people import NOBODY, Person
from tests.factories import AccessAttemptFactory, AnswerFactory, PersonFactory, ShowdownFactory

pytestmark = pytest.mark.django_db
NOW = 0


def time_before_now(**duration):
    return timezone.now() - timedelta(**duration)


@pytest.fixture
def messages(caplog):
    caplog.set_level(logging.INFO, logger="showdown.tasks")
    return lambda: [record.getMessage() for record in caplog.records]


def store_at(moment, *, source=Source.API, person=NOBODY):
    return ShowdownFactory(id=first_uuid7_at(moment), source=source, person=person).id


def test_expired_sessions_are_removed(messages):
    for days in (-1, 1):
        session = SessionStore()
        session.create()
        session_rows = Session.objects.filter(pk=session.session_key)
        session_rows.update(expire_date=time_before_now(days=days))
    tasks.sweep(NOW)
    assert Session.objects.get().expire_date > timezone.now()
    assert "clean-up of expired sessions: 1" in messages()


VISITOR = Person(visitor="6a1c0d3e-0000-4000-8000-000000000001")


@pytest.mark.parametrize(
    ("days", "source", "person", "is_kept"),
    [
        (29, Source.PAGE, VISITOR, True),
        (31, Source.PAGE, VISITOR, False),
        (29, Source.API, NOBODY, True),
        (31, Source.API, NOBODY, False),
        (31, Source.COMMAND, NOBODY, True),
        (31, Source.BATCH, NOBODY, True),
        (4000, Source.API, None, True),
    ],
)
def test_only_deals_of_visitors_are_removed_after_thirty_days(
    messages, days, source, person, is_kept
):
    """If `person` is None, the deal belongs to an account."""
    store_at(time_before_now(days=days), source=source, person=person or PersonFactory())
    tasks.sweep(NOW)
    assert Showdown.objects.exists() is is_kept
    assert f"clean-up of old deals of visitors: {0 if is_kept else 1}" in messages()


def test_a_setting_determines_how_long_deals_are_kept(settings):
    old_id, new_id = (store_at(time_before_now(days=days)) for days in (3, 1))
    settings.VISITOR_DEAL_KEEP_DAYS = 0
    tasks.sweep(NOW)
    assert Showdown.objects.filter(id__in=[old_id, new_id]).count() == 2
    settings.VISITOR_DEAL_KEEP_DAYS = 2
    tasks.sweep(NOW)
    assert Showdown.objects.get().id == new_id


def test_many_old_deals_are_removed_in_several_steps(messages, monkeypatch):
    monkeypatch.setattr("showdown.models.queries._ROWS_PER_DELETE", 2)
    for minutes in range(5):
        store_at(time_before_now(days=31, minutes=minutes))
    tasks.sweep(NOW)
    assert "clean-up of old deals of visitors: 5" in messages()


def test_stored_responses_and_wrong_passwords_are_kept_for_a_day(messages):
    for hours in (23, 25):
        answer, attempt = AnswerFactory(key=hours), AccessAttemptFactory(username=hours)
        moment = time_before_now(hours=hours)
        Answer.objects.filter(pk=answer.pk).update(created=moment)
        AccessAttempt.objects.filter(pk=attempt.pk).update(attempt_time=moment)
    tasks.sweep(NOW)
    assert Answer.objects.get().key == "23"
    assert AccessAttempt.objects.get().username == "23"
    assert messages()[-2:] == [
        "clean-up of old stored responses: 1",
        "clean-up of old counts of wrong passwords: 1",
    ]


def test_a_failed_removal_does_not_prevent_the_others(messages, monkeypatch):
    def fail():
        raise OSError("the storage is away")

    monkeypatch.setitem(tasks.REMOVALS, "old batches", fail)
    tasks.sweep(NOW)
    assert messages()[0] == "clean-up of old batches failed"
    assert len(messages()) == len(tasks.REMOVALS)


def test_the_removal_is_a_periodic_job():
    jobs = tasks.app.periodic_registry.periodic_tasks.values()
    assert tasks.sweep in {job.task for job in jobs}
