"""Test batches that are canceled, removed, or fail, with files on disk and in a bucket."""

import gzip
from datetime import timedelta
from uuid import UUID, uuid4

import pytest
from django.core.files.storage import default_storage
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from procrastinate.contrib.django.models import ProcrastinateJob

from showdown.batches import control
from showdown.batches.settling import cut
from showdown.batches.storage import piece_name
from showdown.models import Batch, Block, Showdown, State
from showdown.models.ids import first_uuid7_at
from showdown.models.people import Person
from tests.batches.conftest import (
    command_output,
    deals,
    files_in,
    output_of,
    reload,
    wait_until,
    write_to_full_device,
)
from tests.factories import AuditFactory


@pytest.fixture
def done_batch(submit, run_jobs):
    batch = submit(deals(300, bad_every=50), stores=True)
    run_jobs()
    return reload(batch)


def everything_is_deleted(files):
    return not (Block.objects.exists() or Showdown.objects.exists() or files_in(files))


@pytest.mark.long
def test_a_batch_canceled_in_the_middle_leaves_nothing(site, hold_worker_in_block):
    batch, _, lock = hold_worker_in_block(deals(300, bad_every=50))
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = '10s'")
    assert control.cancel(reload(batch))
    lock.release()
    wait_until(lambda: not ProcrastinateJob.objects.exists(), "the jobs to be done")
    assert reload(batch).state == State.CANCELLED
    assert everything_is_deleted(site)
    assert not control.cancel(reload(batch))
    assert not control.resume(reload(batch))


def test_removing_a_batch_deletes_only_its_data(site, submit, run_jobs):
    first, second = submit(deals(200), stores=True), submit(deals(200), stores=True)
    run_jobs()
    assert control.remove(reload(first))
    assert not Batch.objects.owned_by(Person(account=first.owner)).exists()
    run_jobs()
    assert Batch.objects.get() == second
    assert not first.blocks.exists()
    assert Showdown.objects.count() == Showdown.objects.of_batch(reload(second)).count() == 200
    assert [path.name for path in (site / "batches").iterdir()] == [str(second.id)]


def test_a_resumed_batch_continues_after_its_last_block(site, submit, run_jobs, settings):
    """A missing part of the upload fails the batch at once, without retries."""
    settings.BATCH_RETRY_SECONDS = 60
    text = deals(600)
    batch = submit(text, stores=True)
    cut(batch.pk)
    piece = site / piece_name(batch.id, 2)
    moved_piece = piece.rename(site / "hidden")
    run_jobs()
    failed_batch = reload(batch)
    assert failed_batch.state == State.FAILED
    assert failed_batch.reason == "a file of the batch is missing from the storage"
    assert failed_batch.finished
    settled_count = failed_batch.deals
    assert 0 < settled_count < 600

    moved_piece.rename(piece)
    assert control.resume(failed_batch)
    assert reload(batch).finished is None
    run_jobs()
    assert reload(batch).is_done
    assert reload(batch).deals == Showdown.objects.count() == 600
    assert output_of(batch) == command_output(text)


@pytest.mark.parametrize(
    ("state", "queue_again"),
    [
        (State.DONE, lambda audit: control.repeat_audit(audit, {"chip": "2"})),
        (State.FAILED, control.resume),
    ],
)
def test_an_audit_is_queued_again_without_loading_its_owner(site, state, queue_again):
    audit = Batch.objects.get(pk=AuditFactory(state=state).pk)
    with CaptureQueriesContext(connection) as queries:
        assert queue_again(audit)
    assert ProcrastinateJob.objects.get().lock == f"long jobs of account:{audit.owner_id}"
    assert not [query for query in queries if "auth_user" in query["sql"]]


def test_a_full_disk_is_reported(submit, run_jobs, settings, monkeypatch):
    settings.BATCH_ATTEMPTS = 2
    batch = submit(deals(20))
    with monkeypatch.context() as patch:
        patch.setattr(default_storage, "_save", write_to_full_device)
        run_jobs()
    assert reload(batch).state == State.FAILED
    assert reload(batch).reason == "the disk that holds the files is full"
    assert control.resume(reload(batch))
    run_jobs()
    assert reload(batch).is_done


def test_a_sweep_deletes_old_batches(site, done_batch, submit, run_jobs, settings):
    settings.BATCH_KEEP_DAYS = 30
    long_ago = first_uuid7_at(timezone.now() - timedelta(days=31))
    Batch.objects.filter(pk=done_batch.pk).update(id=long_ago)
    (site / "batches" / str(done_batch.id)).rename(site / "batches" / str(long_ago))
    new_batch = submit(deals(10), stores=True)
    run_jobs()
    control.remove_old_batches()
    run_jobs()
    assert list(Batch.objects.all()) == [new_batch]
    assert Showdown.objects.count() == 10
    assert {path.name for path in (site / "batches").iterdir()} == {str(new_batch.id)}
    settings.BATCH_KEEP_DAYS = 1e-9
    unfinished_batch = submit(deals(10))
    control.remove_old_batches()
    assert reload(unfinished_batch).state == State.QUEUED
    assert reload(new_batch).state == State.REMOVED


@pytest.mark.parametrize(
    ("changed_settings", "visitor_state"),
    [({}, State.REMOVED), ({"BATCH_KEEP_DAYS": 0, "VISITOR_KEEP_DAYS": 0}, State.DONE)],
    ids=["a day", "forever"],
)
def test_the_batches_of_visitors_are_kept_a_day_or_forever(
    submit, run_jobs, settings, changed_settings, visitor_state
):
    for name, value in changed_settings.items():
        setattr(settings, name, value)
    batches = [submit(deals(1), person=Person(visitor=uuid4())), submit(deals(1))]
    run_jobs()
    for batch in batches:
        two_days_ago = first_uuid7_at(timezone.now() - timedelta(days=2))
        Batch.objects.filter(pk=batch.pk).update(id=UUID(int=two_days_ago.int + batch.pk))
    control.remove_old_batches()
    assert [reload(batch).state for batch in batches] == [visitor_state, State.DONE]


def test_a_sweep_deletes_files_that_no_batch_owns(site, submit):
    """If the process of an upload was killed, its files are deleted after a day."""
    new_batch = submit(deals(10))
    for age in (timedelta(days=2), timedelta(hours=2)):
        stray_id = first_uuid7_at(timezone.now() - age)
        (site / "batches" / str(stray_id) / "input").mkdir(parents=True)
        (site / "batches" / str(stray_id) / "input" / "000000").write_bytes(b"stray")
    control.remove_old_batches()
    assert {path.name for path in (site / "batches").iterdir()} == {
        str(stray_id),
        str(new_batch.id),
    }


def test_the_next_sweep_deletes_files_that_could_not_be_deleted(site, done_batch, run_jobs):
    control.remove(done_batch)
    ProcrastinateJob.objects.all()._raw_delete("default")
    control.remove_old_batches()
    run_jobs()
    assert not Batch.objects.exists()
    assert everything_is_deleted(site)


_BUCKET_NAME = "settled-deals"


@pytest.fixture
def bucket(monkeypatch):
    import boto3  # importing boto3 and moto takes as long as all other imports together
    from moto.server import ThreadedMotoServer

    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    address = f"http://{host}:{port}"
    for name, value in {
        "AWS_ACCESS_KEY_ID": "somebody",
        "AWS_SECRET_ACCESS_KEY": "something",
        "AWS_DEFAULT_REGION": "us-east-1",
        "BATCH_STORAGE_S3_BUCKET": _BUCKET_NAME,
        "BATCH_STORAGE_S3_ENDPOINT_URL": address,
    }.items():
        monkeypatch.setenv(name, value)
    bucket = boto3.resource("s3", endpoint_url=address).Bucket(_BUCKET_NAME)
    bucket.create()
    yield bucket
    server.stop()


@pytest.mark.long
def test_files_in_the_bucket_are_deleted_with_the_batch(bucket, site, workers):
    text = deals(120, bad_every=50)
    completed = workers.run("batch", "submit", "-", stdin=gzip.compress(text))
    batch = completed.stdout.decode().strip()
    assert workers.run("worker", "--until-idle").returncode == 0
    assert workers.run("batch", "fetch", batch, "-").stdout == command_output(text)
    kinds = {file.key.split("/")[2] for file in bucket.objects.all()}
    assert kinds == {"input", "expanded", "output", "errors"}
    assert not site.exists()

    assert workers.run("batch", "remove", batch).returncode == 0
    assert workers.run("worker", "--until-idle").returncode == 0
    assert list(bucket.objects.all()) == []
