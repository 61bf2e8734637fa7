"""Test that the first bytes of a file select the page for its upload, or a reason to refuse it."""

import gzip
import random

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from showdown.evaluator.games import GAMES
from showdown.models import Batch, State
from tests.log_writers import write_pokerstars
from tests.logs import make_correct_hand

pytestmark = pytest.mark.django_db

LOG = write_pokerstars(make_correct_hand(random.Random(3), GAMES["omaha"])).encode()
LINE = b"HandA:Ac-Kd-Jd-3d HandB:5c-5d-6c-7d Board:Ah-Kh-5s-2s-Qd\n"
AUDIT = "/showdown/audits/"
BATCH = "/showdown/batches/"


@pytest.mark.parametrize(
    ("head", "game", "expected"),
    [
        (LOG, "holdem", {"to": AUDIT, "game": "holdem"}),
        (gzip.compress(LOG), "holdem", {"to": AUDIT, "game": "holdem"}),
        (LOG.decode().encode("utf-16"), "holdem", {"to": AUDIT, "game": "holdem"}),
        (b"PK\x03\x04 any archive", "holdem", {"to": AUDIT, "game": "holdem"}),
        (LINE * 3, "omaha", {"to": BATCH, "game": "omaha"}),
        (b"3c 2s 4d Ah - As 3h 2d 4h\n" * 2, "omaha", {"to": BATCH, "game": "badugi"}),
        (LINE, "omaha", {}),
        (b"AsKd vs QhQd", "omaha", {}),
        (b"", "omaha", {}),
    ],
)
def test_a_file_is_sent_to_the_page_for_its_kind(client, head, game, expected):
    fields = {"game": game, "head": SimpleUploadedFile("head", head)} if head else {"game": game}
    assert client.post("/showdown/dropped/", fields).json() == expected


@pytest.mark.parametrize(
    ("head", "error"),
    [
        (b"\x89PNG\r\n\x1a\n", "A picture can't be read"),
        (b"\xff\xd8\xff\xe0", "A picture can't be read"),
        (b"%PDF-1.7\n\0\0", "This file isn't text"),
    ],
)
def test_a_file_that_is_not_text_is_refused_with_a_reason(client, head, error):
    document = client.post("/showdown/dropped/", {"head": SimpleUploadedFile("head", head)}).json()
    assert document["error"].startswith(error)


PNG = b"\x89PNG\r\n\x1a\n" + bytes(100)


@pytest.mark.parametrize(
    ("address", "name", "content", "message"),
    [
        (BATCH, "photo.png", PNG, "“photo.png” is a picture"),
        (AUDIT, "photo.png", PNG, "“photo.png” is a picture"),
        (BATCH, "paper.pdf", b"%PDF-1.7\n\0\0", "“paper.pdf” isn&#39;t text"),
        (BATCH, "night.log", LOG, "“night.log” is a log of hands; upload it under Audit"),
        (BATCH, "night.log.gz", gzip.compress(LOG), "“night.log.gz” is a log"),
        (BATCH, "logs.zip", b"PK\x03\x04 any archive", "“logs.zip” is a log"),
        (AUDIT, "deals.txt", LINE * 3, "“deals.txt” contains deals, not the hands of a log"),
        (AUDIT, "b.txt", b"3c 2s 4d Ah - As 3h 2d 4h\n" * 2, "“b.txt” contains deals"),
    ],
)
def test_the_error_for_a_wrong_kind_of_file_names_it(client, address, name, content, message):
    fields = {"game": "omaha-hilo", "file": SimpleUploadedFile(name, content)}
    response = client.post(address, fields)
    assert response.status_code == 422
    assert message in response.text
    assert not Batch.objects.exists()


@pytest.mark.parametrize(
    ("address", "content"),
    [(BATCH, LINE * 3), (BATCH, LINE), (BATCH, b"nothing at all\n"), (AUDIT, LOG)],
)
def test_a_file_of_the_right_or_an_unknown_kind_is_accepted(client, address, content):
    fields = {"game": "omaha-hilo", "file": SimpleUploadedFile("file.txt", content)}
    assert client.post(address, fields).status_code == 302


UPDATE_HINT = "the first file takes up to a minute longer"
WORKER_HINT = "Processing starts as soon as a worker is free."
EARLIER_LOGS_HINT = "Processing starts as soon as a worker is free and your earlier logs are done."


@pytest.mark.parametrize(
    ("address", "sample", "hint"),
    [(BATCH, "holdem.txt", WORKER_HINT), (AUDIT, "log.txt", EARLIER_LOGS_HINT)],
)
def test_a_batch_without_deals_yet_states_the_reason(client, address, sample, hint):
    page = client.post(address, {"sample": sample})["Location"]
    assert hint in client.get(page).text
    Batch.objects.update(state=State.RUNNING, started=timezone.now())
    text = client.get(page).text
    assert UPDATE_HINT in text
    assert hint not in text
    Batch.objects.update(deals=20)
    assert UPDATE_HINT not in client.get(page).text
