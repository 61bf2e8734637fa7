"""A file that waits, or whose first deals take long, says why."""

import pytest
from django.test import Client
from django.utils import timezone

from showdown.models import Batch, State

AFTER_UPDATES = "the first file takes up to a minute longer"
WORKER = "It starts as soon as a worker is free"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("address", "sample", "waits"),
    [
        ("/showdown/batches/", "holdem.txt", f"{WORKER}."),
        ("/showdown/audits/", "log.txt", f"{WORKER} and your earlier logs are done."),
    ],
)
def test_a_file_without_deals_so_far_says_what_it_waits_for(
    client: Client, tmp_path, settings, address, sample, waits
):
    settings.MEDIA_ROOT = str(tmp_path)
    page = client.post(address, {"sample": sample})["Location"]
    assert waits in client.get(page).text
    Batch.objects.update(state=State.RUNNING, started=timezone.now())
    begun = client.get(page).text
    assert AFTER_UPDATES in begun
    assert waits not in begun
    Batch.objects.update(deals=20)
    assert AFTER_UPDATES not in client.get(page).text
