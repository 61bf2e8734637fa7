"""Files that are dropped on the table: where they go, told from how they begin."""

import gzip
import random

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from showdown.evaluator.games import GAMES
from tests.log_writers import write_pokerstars
from tests.logs import well_paid_hand

LOG = write_pokerstars(well_paid_hand(random.Random(3), GAMES["omaha"])).encode()
LINE = b"HandA:Ac-Kd-Jd-3d HandB:5c-5d-6c-7d Board:Ah-Kh-5s-2s-Qd\n"
AUDIT = "/showdown/audits/"
BATCH = "/showdown/batches/"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("head", "game", "answer"),
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
def test_a_file_goes_where_it_belongs(client, head, game, answer):
    sent = {"game": game, "head": SimpleUploadedFile("head", head)} if head else {"game": game}
    assert client.post("/showdown/dropped/", sent).json() == answer


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("head", "said"),
    [
        (b"\x89PNG\r\n\x1a\n", "A picture can’t be read"),
        (b"\xff\xd8\xff\xe0", "A picture can’t be read"),
        (b"%PDF-1.7\n\0\0", "This file isn’t text"),
    ],
)
def test_what_is_no_text_gets_a_sentence(client, head, said):
    answer = client.post("/showdown/dropped/", {"head": SimpleUploadedFile("head", head)}).json()
    assert answer["said"].startswith(said)
