"""Test the pages of batches: permissions, buttons and downloads."""

import gzip
import re
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client

from showdown.models import Batch, State
from tests.batches.conftest import ROOT, command_output, files_in, reload
from tests.factories import AuditFactory, BatchFactory, UserFactory

ADDRESS = "/showdown/batches/"


def upload(client, text, **fields):
    file = SimpleUploadedFile("night.txt.gz", gzip.compress(text))
    return client.post(ADDRESS, {"file": file, "game": "omaha-hilo"} | fields)


@pytest.fixture
def address(visitor, text):
    return upload(visitor, text)["Location"]


def test_a_visitor_sees_an_uploaded_file(visitor, text, run_jobs):
    response = upload(visitor, text, rules="exact")
    assert response.status_code == 302
    assert Batch.objects.get().rules.slug == "exact"
    page = visitor.get(response["Location"])
    assert b"queued" in page.content.lower()
    run_jobs()
    page_text = visitor.get(response["Location"]).content.decode()
    assert "196" in page_text
    assert "Flush</th>" in page_text
    assert "night.txt.gz" in visitor.get(ADDRESS).content.decode()


def test_a_game_with_one_contest_has_no_scoops(visitor, site, run_jobs):
    address = upload(visitor, (ROOT / "examples/holdem.txt").read_bytes(), game="holdem")
    run_jobs()
    page = visitor.get(address["Location"]).text
    assert "Wins by seat" in page
    assert "Scooped" not in page


def test_progress_is_a_part_of_the_page_that_ends_with_the_batch(visitor, address, run_jobs):
    headers = {"X-Part": "progress"}
    for name in ("settled.txt", "settled.parquet"):
        assert visitor.get(address + name).status_code == 404
    part = visitor.get(address, headers=headers)
    assert b"<progress" in part.content
    assert b"<h1" not in part.content
    assert "X-Part" not in part
    run_jobs()
    assert visitor.get(address, headers=headers)["X-Part"] == "page"


def test_two_people_do_not_see_each_others_batches(done_url):
    signed_in = Client()
    signed_in.force_login(UserFactory())
    for client in (Client(), signed_in):
        assert b"night.txt" not in client.get(ADDRESS).content
        for part in ("", "settled.txt", "settled.csv", "errors.csv"):
            assert client.get(done_url + part).status_code == 404
        assert client.get(f"{ADDRESS}{uuid4()}/").status_code == 404
        for button in ("cancel/", "resume/", "remove/"):
            assert client.post(done_url + button).status_code == 404
    assert Batch.objects.get().state == State.DONE


def test_records_and_errors_can_be_downloaded(visitor, done_url, text):
    records = visitor.get(done_url + "settled.txt")
    assert records.getvalue() == command_output(text)
    assert records["Content-Disposition"] == 'attachment; filename="night-settled.txt"'
    part = visitor.get(done_url + "settled.txt", headers={"Range": "bytes=0-9"})
    assert (part.status_code, part.getvalue()) == (206, command_output(text)[:10])
    errors = visitor.get(done_url + "errors.csv").getvalue().decode()
    numbers = [row.split(",")[0] for row in errors.splitlines()]
    assert numbers == ["line", "50", "100", "150", "200"]
    assert visitor.get(done_url + "settled.xlsx").status_code == 404


def test_a_table_is_downloaded_after_its_job_has_finished(visitor, done_url, run_jobs):
    pending = visitor.get(done_url + "settled.csv")
    assert pending.status_code == 202
    assert b'http-equiv="refresh"' in pending.content
    run_jobs()
    table = visitor.get(done_url + "settled.csv")
    assert table["Content-Disposition"] == 'attachment; filename="night-settled.csv"'
    assert len(table.getvalue().splitlines()) == 197


def test_buttons_cancel_and_remove(visitor, address, run_jobs):
    batch = Batch.objects.get()
    assert visitor.post(address + "cancel/")["Location"] == address
    assert reload(batch).state == State.CANCELLED
    assert ">Canceled</strong>" in visitor.get(address).text
    assert visitor.post(address + "remove/")["Location"] == ADDRESS
    assert visitor.get(address).status_code == 404
    run_jobs()
    assert not Batch.objects.exists()


def test_a_button_resumes_a_failed_batch(visitor, address, run_jobs):
    Batch.objects.update(state=State.FAILED, reason="the disk that holds the files is full")
    assert "disk that holds the files is full" in visitor.get(address).content.decode()
    visitor.post(address + "resume/")
    run_jobs()
    assert Batch.objects.get().is_done


def test_canceling_and_deleting_need_confirmation(visitor, address, run_jobs):
    link = f'href="{address}cancel/"'
    assert link in visitor.get(address).text
    question = visitor.get(f"{address}cancel/").text
    assert "Cancel night.txt.gz?" in question
    assert "Let it run" in question
    assert "Delete night.txt.gz?" in visitor.get(f"{address}remove/").text
    assert visitor.get(f"{address}resume/").status_code == 405
    assert Batch.objects.get().state == State.QUEUED
    run_jobs()
    assert link not in visitor.get(address).text
    assert visitor.get(f"{address}cancel/")["Location"] == address
    assert "had already ended" in visitor.post(f"{address}cancel/", follow=True).text
    assert Batch.objects.get().is_done


def test_a_visitor_sees_the_limits_without_an_account(visitor, settings):
    settings.VISITOR_MAX_STORED_BYTES, settings.VISITOR_KEEP_DAYS = 200 << 20, 1
    page = visitor.get("/showdown/batches/").text
    assert "you can store up to 200\xa0MB per IP address, for 1 day." in page
    visitor.force_login(UserFactory())
    assert "Without an account" not in visitor.get("/showdown/batches/").text


def test_a_form_without_a_file_or_with_an_unknown_game_is_an_error(visitor, site, text):
    for fields, message in (({"file": ""}, "There is no file."), ({"game": "whist"}, "whist")):
        response = upload(visitor, text, **fields)
        assert response.status_code == 422
        assert message in response.text
    assert files_in(site) == []


def test_deals_of_batches_cannot_be_deleted_in_the_history(visitor, text, run_jobs):
    upload(visitor, text, store="on")
    run_jobs()
    history = visitor.get("/showdown/history/").text
    batch = Batch.objects.get()
    assert f'<option value="{batch.id}">in the batch night.txt.gz</option>' in history
    deals_page = visitor.get(f"/showdown/history/?batch={batch.id}").text
    assert deals_page.count('class="deal"') == 25
    assert "Delete<" not in deals_page
    assert visitor.post(f"/showdown/history/{batch.last_deal}/delete/").status_code == 404


@pytest.mark.django_db
def test_the_deals_that_explain_the_formats_are_settled(visitor, tmp_path):
    texts = re.findall("<pre>(.*?)</pre>", visitor.get("/showdown/batches/").text, re.DOTALL)
    source, target = tmp_path / "deals.txt", tmp_path / "settled.txt"
    for command, text in zip(["omahacomp", "holdem", "badugi"], texts, strict=True):
        source.write_text(text)
        call_command(command, source, target, strict=True)
        assert target.read_text().strip()


@pytest.mark.django_db
@pytest.mark.parametrize("factory", [BatchFactory, AuditFactory])
def test_the_title_of_a_file_without_a_name_is_unnamed(client, factory):
    batch = factory(name="")
    client.force_login(batch.owner)
    assert "<title>unnamed · Showdown</title>" in client.get(batch.get_absolute_url()).text
