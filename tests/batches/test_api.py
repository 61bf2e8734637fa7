"""Test batches through the API: submit, poll, fetch, cancel, resume and delete."""

import gzip
import json
from datetime import timedelta
from io import BytesIO

import pyarrow.parquet
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test.client import encode_multipart
from django.utils import timezone
from procrastinate.contrib.django.models import ProcrastinateJob

from showdown.batches import results
from showdown.models import Batch, Export, Showdown, State
from tests.api.clients import ApiClient, check_problem, client_of
from tests.batches.conftest import command_output, deals, files_in
from tests.factories import UserFactory, VisitorFactory

ADDRESS = "/api/batches/"


@pytest.fixture
def address(owner, text, submit):
    return f"{ADDRESS}{submit(text, person=owner.person).id}/"


def upload(client, text, query="", **headers):
    return client.post(ADDRESS + query, text, content_type="text/plain", headers=headers)


@pytest.mark.parametrize("compress", [bytes, gzip.compress])
def test_a_body_is_submitted_polled_and_fetched(owner, text, run_jobs, compress):
    response = upload(owner, compress(text), "?name=night.txt")
    assert response.status_code == 202
    assert (response.json()["state"], response.json()["name"]) == ("queued", "night.txt")
    assert int(response["Retry-After"]) >= 1
    address = response["Location"]
    assert response.json()["url"] == address
    run_jobs()
    status_response = owner.get(address)
    batch = status_response.json()
    assert (batch["state"], batch["deals"], batch["errors"]) == ("done", 196, 4)
    assert batch["part_done"] == 1
    assert sum(seat["scooped"] for seat in batch["tallies"]["seats"]) > 0
    assert "Retry-After" not in status_response
    assert owner.get(f"{address}output/").getvalue() == command_output(text)
    assert owner.get(ADDRESS).json()["results"][0]["url"] == address


def test_a_form_is_submitted(owner, text, run_jobs):
    file = SimpleUploadedFile("night.txt", text)
    fields = {"store": "true", "game": "omaha-hilo", "rules": "tda-2026"}
    response = owner.post(ADDRESS, {"file": file} | fields)
    assert response.status_code == 202
    assert response.json()["rules"] == "tda-2026"
    run_jobs()
    batch = owner.get(response["Location"]).json()
    assert (batch["state"], batch["name"], batch["store"]) == ("done", "night.txt", True)
    assert Showdown.objects.count() == 196


@pytest.mark.parametrize(
    ("query", "text", "detail"),
    [("?game=whist", b"x", "whist"), ("?rules=hoyle", b"x", "hoyle"), ("", b"", "empty")],
)
def test_an_invalid_batch_leaves_nothing(owner, site, query, text, detail):
    assert detail in str(check_problem(upload(owner, text, query), 400))
    assert not Batch.objects.exists()
    assert files_in(site) == []


@pytest.mark.parametrize(
    "fields",
    [{"store": "true"}, {f"field{number}": "x" for number in range(2000)}],
    ids=["no file", "2,000 fields"],
)
def test_a_form_without_a_file_or_with_very_many_fields_is_a_problem(owner, fields):
    check_problem(owner.post(ADDRESS, fields), 400)


@pytest.mark.parametrize("address", [ADDRESS, "/api/audits/"])
def test_uploading_needs_a_token(site, address):
    assert ApiClient().post(address, b"deals", content_type="text/plain").status_code == 401
    assert files_in(site) == []


def test_a_repeated_request_does_not_count_toward_the_limit(owner, site, text, settings):
    settings.BATCH_MAX_UNDER_WAY = 1
    key = {"Idempotency-Key": "8e03978e-40d5-43dd-bc93-6894a57f9324"}
    first, second = upload(owner, text, **key), upload(owner, text, **key)
    assert first.status_code == second.status_code == 202
    assert first["Location"] == second["Location"]
    assert upload(owner, text + deals(1), **key).status_code == 422
    response = upload(owner, text, **{"Idempotency-Key": "another"})
    assert response.status_code == 429
    assert int(response["Retry-After"]) > 0
    assert "being processed" in response.json()["detail"]
    assert Batch.objects.count() == len(list((site / "batches").iterdir())) == 1
    assert upload(client_of(UserFactory()), text).status_code == 202
    Batch.objects.update(state=State.DONE)
    assert upload(owner, text).status_code == 202


def test_a_repeated_form_may_have_another_boundary_but_no_other_field(owner, text):
    def upload_form(boundary, **fields):
        form = {"file": SimpleUploadedFile("night.txt", text)} | fields
        body, kind = encode_multipart(boundary, form), f"multipart/form-data; boundary={boundary}"
        return owner.post(ADDRESS, body, content_type=kind, headers=key)

    key = {"Idempotency-Key": "8e03978e-40d5-43dd-bc93-6894a57f9324"}
    first = upload_form("first", store="true")
    assert first.status_code == 202
    assert upload_form("second", store="true")["Location"] == first["Location"]
    for fields in ({}, {"store": "false"}, {"store": "perhaps"}, {"store": "true", "game": "razz"}):
        check_problem(upload_form("first", **fields), 422, "key-of-another-request")


def test_a_file_too_large_is_refused(owner, text, settings, site):
    settings.BATCH_MAX_UPLOAD_BYTES = 1000
    form = {"file": SimpleUploadedFile("night.txt", text)}
    assert upload(owner, text).status_code == owner.post(ADDRESS, form).status_code == 413
    assert files_in(site) == []


def test_an_early_request_gets_the_seconds_to_wait(owner, address):
    response = owner.get(f"{address}output/")
    assert (response.status_code, response["Retry-After"]) == (409, "1")


def test_the_records_are_sent_whole_or_in_part(owner, done_url, text):
    content = command_output(text)
    parts = {
        "0-99": content[:100],
        "100-": content[100:],
        "-80": content[-80:],
        "57-57": content[57:58],
    }
    for byte_range, part in (parts | {"0-99999999": content}).items():
        response = owner.get(f"{done_url}output/", headers={"Range": f"bytes={byte_range}"})
        assert (response.status_code, response.getvalue()) == (206, part), byte_range
        assert int(response["Content-Length"]) == len(part)
        assert response["Content-Range"].endswith(f"/{len(content)}")
    outside_range = owner.get(f"{done_url}output/", headers={"Range": "bytes=99999999-"})
    assert outside_range.status_code == 416
    other_unit = owner.get(f"{done_url}output/", headers={"Range": "deals=1-2"})
    assert (other_unit.status_code, other_unit.getvalue()) == (200, content)
    assert owner.get(f"{done_url}output/?as=xlsx").status_code == 400


def test_errors_are_lines_of_json(owner, done_url):
    lines = [json.loads(line) for line in owner.get(f"{done_url}errors/").getvalue().splitlines()]
    assert [line["line"] for line in lines] == [50, 100, 150, 200]
    assert set(lines[0]) == {"line", "column", "message"}


def test_a_batch_is_canceled_once(owner, address, site, run_jobs):
    response = owner.post(f"{address}cancel/")
    assert (response.status_code, response.json()["state"]) == (202, "cancelled")
    assert owner.post(f"{address}cancel/").status_code == 409
    assert owner.post(f"{address}resume/").status_code == 409
    run_jobs()
    assert files_in(site) == []


def test_a_batch_that_failed_is_resumed(owner, address, text, run_jobs):
    Batch.objects.update(state=State.FAILED, reason="the disk that holds the files is full")
    assert owner.get(address).json()["reason"] == "the disk that holds the files is full"
    assert owner.post(f"{address}resume/").json()["state"] == "running"
    run_jobs()
    assert owner.get(f"{address}output/").getvalue() == command_output(text)


def test_a_removed_batch_is_not_found(owner, done_url, site, run_jobs):
    assert owner.delete(done_url).status_code == 204
    assert owner.get(done_url).status_code == 404
    assert owner.get(f"{done_url}output/").status_code == 404
    run_jobs()
    assert not Batch.objects.exists()
    assert files_in(site) == []


@pytest.mark.parametrize("kind", ["csv", "jsonl", "parquet"])
def test_a_table_is_created_once(owner, done_url, run_jobs, site, kind):
    for _ in range(3):
        response = owner.get(f"{done_url}output/?as={kind}")
        assert (response.status_code, response["Retry-After"]) == (202, "1")
    assert ProcrastinateJob.objects.filter(task_name=results.MAKE_EXPORT).count() == 1
    run_jobs()
    first, again = (owner.get(f"{done_url}output/?as={kind}") for _ in range(2))
    content = first.getvalue()
    assert content == again.getvalue()
    assert int(first["Content-Length"]) == len(content)
    assert not ProcrastinateJob.objects.exists()
    assert len([name for name in files_in(site) if "/exports/" in name]) == 1
    part = owner.get(f"{done_url}output/?as={kind}", headers={"Range": "bytes=5-9"})
    assert (part.status_code, part.getvalue()) == (206, content[5:10])
    if kind == "parquet":
        assert pyarrow.parquet.read_table(BytesIO(content)).num_rows == 196


def test_one_table_is_created_at_a_time(owner, done_url):
    for kind in ("csv", "jsonl", "parquet"):
        owner.get(f"{done_url}output/?as={kind}")
    first, *others = ProcrastinateJob.objects.values_list("lock", flat=True)
    assert others == [first, first]


def test_a_failed_table_shows_the_reason_until_the_next_attempt(owner, done_url, run_jobs):
    owner.get(f"{done_url}output/?as=csv")
    Export.objects.update(reason="the disk that holds the files is full")
    response = owner.get(f"{done_url}output/?as=csv")
    assert check_problem(response, 500)["detail"] == "the disk that holds the files is full"
    assert results.remove_old_exports() == 1
    assert owner.get(f"{done_url}output/?as=csv").status_code == 202
    run_jobs()
    assert owner.get(f"{done_url}output/?as=csv").status_code == 200


def test_a_table_counts_toward_the_quota_until_it_is_deleted(owner, done_url, run_jobs, site):
    bytes_before = Batch.objects.stored_bytes()
    owner.get(f"{done_url}output/?as=csv")
    run_jobs()
    export = Export.objects.get()
    assert Batch.objects.stored_bytes() == bytes_before + export.length
    assert results.remove_old_exports() == 0
    Export.objects.update(requested=timezone.now() - timedelta(days=8))
    assert results.remove_old_exports() == 1
    assert not [name for name in files_in(site) if "/exports/" in name]


def test_the_batches_of_a_visitor_become_those_of_the_account(client, submit):
    visitor = VisitorFactory()
    submit(deals(1), person=visitor, address="192.0.2.7")
    session = client.session
    session["visitor"] = str(visitor.visitor)
    session.save()
    account = UserFactory()
    client.force_login(account)
    batch = Batch.objects.get()
    assert (batch.owner_id, batch.visitor, batch.address) == (account.pk, None, "")
