"""Files to try: a batch and an audit without a file of one's own."""

import pytest

from showdown.models import Batch


@pytest.mark.parametrize(
    ("address", "sample", "game"),
    [
        ("batches", "omaha-hilo.txt", "omaha-hilo"),
        ("batches", "holdem.txt", "holdem"),
        ("batches", "badugi.txt", "badugi"),
        ("audits", "log.txt", None),
    ],
)
def test_a_sample_becomes_a_batch_of_ones_own(owner, stranger, address, sample, game):
    page = owner.get(f"/showdown/{address}/").text
    assert f'value="{sample}"' in page
    answer = owner.post(f"/showdown/{address}/", {"sample": sample})
    batch = Batch.objects.get()
    assert answer.url == batch.get_absolute_url()
    assert (batch.name, batch.game and batch.game.slug) == (sample, game)
    assert batch.input_bytes > 50
    assert stranger.get(answer.url).status_code == 404


@pytest.mark.parametrize("sample", ["../README.md", "log.txt", "nothing"])
def test_no_other_file_is_a_sample(owner, sample):
    assert owner.post("/showdown/batches/", {"sample": sample}).status_code == 404
    assert not Batch.objects.exists()


def test_samples_count_as_uploads(owner, settings):
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"upload": (1, 60)}
    sent = [owner.post("/showdown/audits/", {"sample": "log.txt"}).status_code for _ in range(2)]
    assert sent == [302, 429]


def test_a_sample_that_is_refused_is_said(owner, settings):
    settings.BATCH_MOST_STORED_BYTES = 10
    answer = owner.post("/showdown/audits/", {"sample": "log.txt"})
    assert answer.status_code == 422
    assert "larger than" in answer.text
