"""Test the download of all data of an account, and its deletion with the account."""

import io
import json
from html import unescape
from zipfile import ZipFile

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from showdown.models import Answer, ApiToken, Batch, Showdown
from showdown.models.people import Person
from tests.batches.conftest import ROOT, command_output, deals, files_in
from tests.factories import (
    AnswerFactory,
    ApiTokenFactory,
    HandOfLogFactory,
    ShowdownFactory,
    UserFactory,
)

LOG = ROOT / "examples" / "log.txt"
PASSWORD = "river-turn-flop"
DELETE = "/showdown/account/delete/"


@pytest.fixture
def browser(site):
    browser = Client()
    browser.account = UserFactory(username="ann", email="ann@example.org", password=PASSWORD)
    browser.force_login(browser.account)
    browser.deal = ShowdownFactory(person=Person(account=browser.account))
    browser.text = deals(20)
    file = SimpleUploadedFile("../night.txt", browser.text)
    browser.post("/showdown/batches/", {"file": file, "game": "omaha-hilo", "store": "on"})
    log = SimpleUploadedFile("log.txt", LOG.read_bytes())
    browser.post("/showdown/audits/", {"file": log, "rules": "wsop-2026"})
    ApiTokenFactory(owner=browser.account)
    return browser


def archive_of(browser):
    return ZipFile(io.BytesIO(browser.get("/showdown/account/data/").getvalue()))


def ids_in(lines):
    return [json.loads(line)["id"] for line in lines.splitlines()]


def test_the_zip_contains_exactly_the_data_of_the_account(browser, run_jobs):
    run_jobs()
    ShowdownFactory()
    response = browser.get("/showdown/account/data/")
    assert response["Content-Disposition"] == 'attachment; filename="showdown-ann.zip"'
    with archive_of(browser) as archive:
        assert archive.testzip() is None
        assert all(".." not in name for name in archive.namelist())
        assert json.loads(archive.read("account.json"))["email"] == "ann@example.org"
        assert [token["name"] for token in json.loads(archive.read("tokens.json"))] == ["laptop"]
        assert ids_in(archive.read("deals.jsonl")) == [str(browser.deal.pk)]
        audit = f"audits/{Batch.objects.to_audit().get().id}"
        assert archive.read(f"{audit}/log.txt") == LOG.read_bytes()
        assert archive.read(f"{audit}/report.jsonl").startswith(b'{"audit": ')
        batch = Batch.objects.to_settle().get()
        assert archive.read(f"batches/{batch.id}/night.txt") == browser.text
        assert archive.read(f"batches/{batch.id}/settled.txt") == command_output(browser.text)
        newest = Showdown.objects.of_batch(batch).order_by("-id").values_list("pk", flat=True)
        assert ids_in(archive.read(f"batches/{batch.id}/deals.jsonl")) == list(map(str, newest))
        assert len(newest) == batch.deals == 20


def test_an_upload_with_the_name_of_its_result_is_renamed_in_the_zip(browser, run_jobs):
    Batch.objects.to_audit().update(name="report.jsonl")
    run_jobs()
    with archive_of(browser) as archive:
        audit = f"audits/{Batch.objects.to_audit().get().id}"
        assert archive.read(f"{audit}/uploaded report.jsonl") == LOG.read_bytes()
        assert archive.read(f"{audit}/report.jsonl").startswith(b'{"audit": ')


def test_deleting_needs_the_password(browser):
    assert "What is deleted" in browser.get(DELETE).text
    page = unescape(browser.post(DELETE, {"password": "guess"}).text)
    assert "Wrong password" in page
    assert User.objects.get().is_active


def test_an_account_is_closed_at_once(browser):
    other_browser = Client()
    other_browser.force_login(browser.account)
    assert browser.post(DELETE, {"password": PASSWORD}, follow=True).status_code == 200
    for client in (browser, other_browser):
        assert client.get("/showdown/account/").status_code == 302
    assert not ApiToken.objects.exists()
    fields = {"username": "ann", "password": PASSWORD}
    page = Client().post("/showdown/account/sign-in/", fields).text
    assert "correct username and password" in page
    fields = {"username": "ann", "password1": PASSWORD, "password2": PASSWORD}
    assert Client().post("/showdown/account/sign-up/", fields).status_code == 302


def test_a_job_deletes_all_data_of_one_account(browser, run_jobs, site):
    run_jobs()
    other = ShowdownFactory()
    person = Person(account=browser.account)
    HandOfLogFactory(showdown=ShowdownFactory(person=person))
    AnswerFactory(person=person.key)
    browser.post(DELETE, {"password": PASSWORD})
    run_jobs()
    assert not any(model.objects.exists() for model in (User, Batch, Answer))
    assert list(Showdown.objects.all()) == [other]
    assert files_in(site) == []
    assert Client().get(browser.deal.get_absolute_url()).status_code == 404
