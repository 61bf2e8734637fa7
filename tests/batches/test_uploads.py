"""Test that complete uploads become batches, and that failed uploads leave no files."""

import gzip
import io

import pytest
from backports import zstd
from django.core.files.storage import default_storage
from django.test import Client

from omahasite.bodies import BODY_ADMITTED, BODY_AWAITED
from showdown.batches import control, storage
from showdown.batches.upload_limits import BatchLimitReached, TooLargeUpload
from showdown.batches.uploads import UploadSession
from showdown.evaluator.games import OMAHA_HILO
from showdown.models import Batch, State
from tests.api.clients import check_problem
from tests.batches.conftest import (
    command_output,
    deals,
    files_in,
    output_of,
    reload,
    write_to_full_device,
)
from tests.factories import PersonFactory, UserFactory

BATCHES_URL = "/api/batches/"
BOUNDARY = "deals"
FORM = f"multipart/form-data; boundary={BOUNDARY}"


def test_a_file_from_a_form_of_another_site_is_refused(site):
    assert upload(deals(500), enforce_csrf_checks=True).status_code == 403
    assert not Batch.objects.exists()
    assert files_in(site) == []


@pytest.mark.parametrize("url", [BATCHES_URL, "/showdown/batches/"])
def test_a_truncated_multipart_body_is_rejected(site, owner, url):
    parts = {'name="game"': b"omaha-hilo", 'name="file"; filename="d.txt"': deals(500)}
    body = b"\r\n".join(
        f"--{BOUNDARY}\r\nContent-Disposition: form-data; {name}\r\n\r\n".encode() + content
        for name, content in parts.items()
    )
    response = owner.post(url, body, content_type=FORM)
    assert response.status_code == (400 if url == BATCHES_URL else 422)
    assert "form ends within the file" in response.content.decode()
    assert not Batch.objects.exists()
    assert files_in(site) == []


def damage(compress):
    content = compress(deals(2000))
    half = len(content) // 2
    return [content[:half], content[:half] + bytes(64) + content[half + 64 :]]


def test_damaged_files_and_files_in_utf_16_fail(submit, run_jobs):
    damaged_files = [
        *damage(gzip.compress),
        *damage(zstd.compress),
        b"\x1f\x8b not gzip\n" + deals(10),
    ]
    texts = [f"{name}\n{deals(10).decode()}".encode("utf-16") for name in ("", "一")]
    utf_16_files = [compress(text) for text in texts for compress in (bytes, gzip.compress)]
    batches = [submit(file) for file in damaged_files + utf_16_files]
    run_jobs()
    failed_batches = list(map(reload, batches))
    assert {batch.state for batch in failed_batches} == {State.FAILED}
    for batch in failed_batches[: len(damaged_files)]:
        assert "file is damaged: reading stopped at byte" in batch.reason
    for batch in failed_batches[len(damaged_files) :]:
        assert batch.reason == "this file is UTF-16; save it as UTF-8"


@pytest.fixture
def small_expansion(monkeypatch, settings):
    monkeypatch.setattr(storage, "_ALWAYS_ALLOWED_BYTES", 1 << 18)
    settings.BATCH_MAX_EXPANSION = 20


@pytest.mark.parametrize("compress", [gzip.compress, zstd.compress])
@pytest.mark.usefixtures("small_expansion")
def test_a_decompression_bomb_fails(site, submit, run_jobs, compress):
    batch = submit(compress(deals(1) * 10_000))
    run_jobs()
    failed_batch = reload(batch)
    assert failed_batch.state == State.FAILED
    assert "expands to more than 262,144 bytes" in failed_batch.reason
    expanded_bytes = sum(path.stat().st_size for path in site.rglob("expanded/*"))
    assert expanded_bytes <= 1 << 18


def test_a_file_with_a_line_that_is_too_long_fails(submit, run_jobs, settings, caplog):
    settings.BATCH_MAX_LINE_LENGTH = 10_000
    batch = submit(deals(100) + b"x" * 50_000)
    run_jobs()
    (record,) = [record for record in caplog.records if record.name == "showdown.batches.jobs"]
    assert record.exc_info is None, "the file is at fault, not the site"
    assert reload(batch).state == State.FAILED
    assert "a line is longer than 10,000 bytes" in reload(batch).reason


def test_a_file_of_several_compressed_parts_is_one_file(submit, run_jobs):
    first, second = deals(200), deals(200)
    batch = submit(gzip.compress(first) + gzip.compress(second))
    run_jobs()
    assert output_of(batch) == command_output(first + second)


@pytest.mark.parametrize(
    ("limit", "maximum", "error"),
    [
        ("BATCH_MAX_UNDER_WAY", 1, BatchLimitReached),
        ("BATCH_MAX_STORED_BYTES", 20_000, TooLargeUpload),
    ],
)
def test_simultaneous_files_share_the_limits(site, settings, limit, maximum, error):
    setattr(settings, limit, maximum)
    person = PersonFactory()
    with UploadSession(person) as first, UploadSession(person) as second:
        for session in (first, second):
            session.write(deals(200))
        first.submit(name="first", game=OMAHA_HILO, stores=False)
        with pytest.raises(error):
            second.submit(name="second", game=OMAHA_HILO, stores=False)
    assert Batch.objects.count() == len(list((site / "batches").iterdir())) == 1


def test_all_batches_of_a_person_count_toward_the_limit(owner, site, submit, run_jobs, settings):
    settings.BATCH_MAX_STORED_BYTES = 20_000
    submit(deals(100), person=owner.person)
    run_jobs()
    with pytest.raises(TooLargeUpload, match="larger than"):
        submit(deals(100), person=owner.person)
    assert Batch.objects.count() == len(list((site / "batches").iterdir())) == 1


@pytest.fixture
def visitor_limits(settings):
    settings.VISITOR_MAX_STORED_BYTES = 20_000
    settings.VISITOR_MAX_UNDER_WAY = 1


def test_a_refusal_links_to_the_files_being_processed(site, visitor_limits):
    browser = Client()
    form = {"game": "omaha-hilo", "file": io.BytesIO(deals(10))}
    url = browser.post("/showdown/batches/", form)["Location"]
    response = browser.post("/showdown/audits/", {"file": io.BytesIO(b"no log"), "unit": "0.25"})
    assert response.status_code == 422
    assert f'Being processed: <a href="{url}">' in response.text
    assert 'value="0.25"' in response.text
    other_response = upload(deals(10), "127.0.0.1")
    assert "1 of your files is being processed" in other_response.text
    assert url not in other_response.text


def upload(content, address="192.0.2.7", **client):
    form = {"game": "omaha-hilo", "file": io.BytesIO(content)}
    return Client(**client).post("/showdown/batches/", form, REMOTE_ADDR=address)


def test_a_visitor_without_a_cookie_is_identified_by_address(site, visitor_limits):
    assert upload(deals(10)).status_code == 302
    response = upload(deals(10))
    assert response.status_code == 422
    assert "1 of your files is being processed" in response.text
    assert upload(deals(10), "192.0.2.8").status_code == 302
    Batch.objects.update(state=State.DONE)
    assert upload(deals(345)).status_code == 422
    assert upload(deals(100)).status_code == 302
    assert {batch.address for batch in Batch.objects.all()} == {"192.0.2.7", "192.0.2.8"}


def test_a_removed_batch_counts_until_its_files_are_deleted(site, visitor_limits, run_jobs):
    upload(deals(190))
    control.remove(Batch.objects.get())
    assert upload(deals(190)).status_code == 422
    run_jobs()
    assert upload(deals(190)).status_code == 302


def send_headers(client, url, length, **environ):
    """Send a request as the gateway does before it reads a body of this length."""
    environ |= {BODY_AWAITED: True, "wsgi.input": io.BytesIO(), "CONTENT_LENGTH": length}
    return client.generic("POST", url, content_type=FORM, **environ)


@pytest.mark.parametrize("url", ["/showdown/batches/", "/showdown/audits/"])
def test_a_page_refuses_a_large_upload_without_reading_its_body(site, visitor_limits, url):
    client = Client(enforce_csrf_checks=True, REMOTE_ADDR="192.0.2.7")
    assert send_headers(client, url, 20_000).status_code == 100
    response = send_headers(client, url, 200_000)
    assert response.status_code == 422
    assert "The file is larger than 20,000 bytes" in response.text
    upload(deals(10))
    assert "1 of your files is being processed" in send_headers(client, url, 100).text


@pytest.mark.parametrize("url", [BATCHES_URL, "/api/audits/"])
def test_the_api_refuses_a_large_upload_without_reading_its_body(owner, submit, settings, url):
    settings.BATCH_MAX_STORED_BYTES, settings.BATCH_MAX_UNDER_WAY = 20_000, 1
    assert send_headers(owner, url, 20_000).status_code == 100
    assert send_headers(owner, url, 200_000).status_code == 413
    submit(deals(1), person=owner.person)
    assert send_headers(owner, url, 100).status_code == 429
    # The API reads the body before it knows whether the request repeats an earlier one.
    assert send_headers(owner, url, 100, HTTP_IDEMPOTENCY_KEY="again").status_code == 100
    assert send_headers(Client(), url, 100).status_code == 401
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(UserFactory())
    assert send_headers(browser, url, 100).status_code == 100


def test_an_admitted_upload_counts_once(site, settings):
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"upload": (1, 86_400)}
    client = Client()
    assert send_headers(client, "/showdown/batches/", 100).status_code == 100
    form = {"game": "omaha-hilo", "file": io.BytesIO(deals(10))}
    response = client.post("/showdown/batches/", form, **{BODY_ADMITTED: True})
    assert response.status_code == 302
    assert send_headers(client, "/showdown/batches/", 100).status_code == 429


def test_a_visitors_file_expands_to_no_more_than_may_be_stored(site, settings, run_jobs):
    settings.VISITOR_MAX_STORED_BYTES = 20_000
    upload(gzip.compress(deals(1) * 2000))
    run_jobs()
    batch = Batch.objects.get()
    assert batch.state == State.FAILED
    assert "expands to more than 20,000 bytes" in batch.reason


def test_an_upload_without_disk_space_is_refused(owner, monkeypatch):
    monkeypatch.setattr(default_storage, "_save", write_to_full_device)
    response = owner.post(BATCHES_URL, deals(500), content_type="text/plain")
    assert "the disk for uploaded files is full" in check_problem(response, 507)["detail"]
    page = Client().post("/showdown/batches/", {"game": "holdem", "file": io.BytesIO(deals(500))})
    assert page.status_code == 422
    assert "The disk for uploaded files is full" in page.content.decode()
    assert not Batch.objects.exists()
