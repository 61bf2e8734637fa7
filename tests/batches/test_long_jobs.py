"""Test that long jobs don't delay other people's jobs, and stop when requested."""

import gzip
from io import BytesIO
from itertools import count
from uuid import uuid4

import pytest
from django.db import connection
from procrastinate import JobContext
from procrastinate.contrib.django.models import ProcrastinateJob
from procrastinate.exceptions import JobAborted
from procrastinate.job_context import AbortReason

from showdown.batches import control
from showdown.batches.audits import audit
from showdown.batches.jobs import LONG_QUEUE, SHORT_QUEUE, record_failure
from showdown.batches.settling import cut, settle
from showdown.batches.upload_limits import max_expanded_bytes
from showdown.batches.uploads import UploadSession
from showdown.evaluator.rule_sets import WSOP_2026
from showdown.models import Showdown, State
from showdown.models.people import Person
from showdown.tasks import app
from tests.batches.conftest import ROOT, TIMEOUT_SECONDS, deals, reload, wait_until

LOG = (ROOT / "tests/data/logs/pokerstars.txt").read_bytes()
BLANK_LOG = b"\n" * (8 << 20)
"""A log without hands. There is nothing to judge, but reading it takes a while."""


@pytest.fixture
def submit_log(site):
    def submit_log(log, person=None):
        with UploadSession(person or Person(visitor=uuid4())) as session:
            session.read_from(BytesIO(log).read)
            return session.submit_log(name="log.txt", rules=WSOP_2026, terms={}, stores=False)

    return submit_log


def abort_after(max_checks, job_function, queue=LONG_QUEUE):
    """Run a job, and request it to stop after `max_checks`. Return the number of checks."""
    checks = count(1)

    def reason():
        return AbortReason.SHUTDOWN if next(checks) > max_checks else None

    job = next(iter(app.job_manager.list_jobs(queue=queue)))
    context = JobContext(app=app, job=job, start_timestamp=0, abort_reason=reason)
    with pytest.raises(JobAborted):
        record_failure(job_function, context, None)
    return next(checks) - 1


@pytest.fixture
def large_blocks(site, settings):
    settings.BATCH_BLOCK_BYTES = settings.BATCH_PIECE_BYTES = 4 << 20


@pytest.mark.parametrize("ending", [b" Pot:90 Rake:5%,3\n", b" In:HandA=5,HandB=5\n"])
@pytest.mark.usefixtures("large_blocks")
def test_a_block_of_deals_with_chips_is_small(submit, settings, ending):
    """No kernel settles such a block, and other people's blocks wait until it ends."""
    text = b"".join(line + ending for line in (deals(50) * 400).splitlines())
    batch = submit(text)
    cut(batch.pk)
    blocks = list(batch.blocks.in_order())
    assert len(text) > 2 * settings.BATCH_SLOW_BLOCK_BYTES
    max_length = max(block.length for block in blocks)
    assert max_length <= settings.BATCH_SLOW_BLOCK_BYTES + len(text) // 20_000 + 20
    pieces = [text[block.offset : block.offset + block.length] for block in blocks]
    assert b"".join(pieces) == text
    assert all(piece.endswith(b"\n") for piece in pieces)
    lines = [1 + text[: block.offset].count(b"\n") for block in blocks]
    assert [block.line for block in blocks] == lines


@pytest.mark.usefixtures("large_blocks")
def test_a_block_of_deals_for_kernels_is_large(submit, settings):
    batch = submit(deals(50) * 1_000)
    cut(batch.pk)
    assert max(block.length for block in batch.blocks.all()) > 4 * settings.BATCH_SLOW_BLOCK_BYTES


@pytest.mark.usefixtures("large_blocks")
def test_a_long_line_of_deals_with_chips_is_refused(submit, run_jobs, settings):
    deal = deals(1)[:-1] + b" Pot:90 Rake:5%,3 "
    batch = submit(deals(9) + deal * (2 * settings.BATCH_MAX_SLOW_LINE_LENGTH // len(deal)) + b"\n")
    run_jobs()
    assert reload(batch).state == State.FAILED
    start_byte = len(deals(9))
    reason = f"a line is longer than 1,048,576 bytes; it begins at byte {start_byte}"
    assert reason in reload(batch).reason


def test_an_audit_stops_in_the_middle_of_a_log_without_hands(submit_log):
    batch = submit_log(BLANK_LOG)
    assert abort_after(3, lambda: audit(batch.pk)) == 4
    assert reload(batch).state == State.RUNNING


def test_a_block_of_deals_with_chips_can_be_stopped_at_every_step(submit):
    """Each of 40 deals is read, settled, counted and stored, with a check before each step."""
    text = b"".join(line + b" Pot:90\n" for line in deals(40).splitlines())
    batch = submit(text, stores=True)
    cut(batch.pk)
    [block] = batch.blocks.all()
    for max_checks in (0, 20, 60, 90, 130):
        assert (
            abort_after(max_checks, lambda: settle(batch.pk, block.number), SHORT_QUEUE)
            == max_checks + 1
        )
        assert not batch.blocks.exclude(done=None).exists()
        assert not Showdown.objects.exists()
    settle(batch.pk, block.number)
    assert (reload(batch).deals, Showdown.objects.count()) == (40, 40)


@pytest.mark.long
def test_uploads_are_processed_during_endless_audits_of_six_people(submit_log, submit, workers):
    endless_audits = [submit_log(BLANK_LOG * 12) for _ in range(6)]
    # On a slow machine, a heartbeat three times a second may seem to have stopped.
    workers.start(WORKER_HEARTBEAT_SECONDS=10)

    def are_running():
        return all(reload(batch).state == State.RUNNING for batch in endless_audits)

    wait_until(are_running, "the endless audits to run")
    other_batches = [submit(deals(20)), submit_log(LOG), submit_log(LOG)]
    wait_until(
        lambda: all(reload(batch).is_done for batch in other_batches),
        "the files of other people to be done",
    )
    assert are_running()
    for batch in endless_audits:
        control.cancel(reload(batch))
    audits = ProcrastinateJob.objects.filter(queue_name=LONG_QUEUE, task_name=audit.name)
    wait_until(lambda: not audits.exists(), "the worker to be free", 3 * TIMEOUT_SECONDS)


@pytest.fixture
def running_audit(submit_log, workers):
    batch = submit_log(BLANK_LOG * 6)
    worker = workers.start()
    wait_until(lambda: reload(batch).state == State.RUNNING, "the audit to begin")
    return batch, worker


@pytest.mark.long
def test_a_stopping_worker_leaves_a_long_audit_to_the_next(running_audit):
    batch, worker = running_audit
    worker.terminate()
    assert worker.wait(TIMEOUT_SECONDS) == 0
    assert reload(batch).state == State.RUNNING
    audits = ProcrastinateJob.objects.filter(queue_name=LONG_QUEUE)  # clean-up has jobs of its own
    assert [job.status for job in audits] == ["todo"]
    control.cancel(reload(batch))


@pytest.mark.long
def test_an_audit_that_is_canceled_is_stopped_by_its_worker(running_audit):
    batch, _ = running_audit
    audits = ProcrastinateJob.objects.filter(queue_name=LONG_QUEUE)
    (job,) = audits.filter(status="doing")
    control.cancel(reload(batch))
    job.refresh_from_db()
    assert job.abort_requested
    wait_until(lambda: not audits.exists(), "the worker to be free")


@pytest.mark.parametrize("is_worker_removed", [True, False])
def test_the_jobs_of_a_dead_worker_are_done_by_the_next(
    submit_log, submit, run_jobs, is_worker_removed
):
    """The heartbeat is old, or so old that the worker has already been removed."""
    batches = [submit(deals(20)), submit_log(LOG)]
    with connection.cursor() as cursor:
        insert_worker = (
            "INSERT INTO procrastinate_workers (last_heartbeat) VALUES ('2026-01-01') RETURNING id"
        )
        worker = cursor.execute(insert_worker).fetchone()
        cursor.execute("UPDATE procrastinate_jobs SET status = 'doing', worker_id = %s", worker)
        if is_worker_removed:
            cursor.execute("DELETE FROM procrastinate_workers")
    run_jobs()
    assert all(reload(batch).is_done for batch in batches)
    assert not ProcrastinateJob.objects.exists()


def test_whole_files_wait_in_their_own_queue(submit, submit_log):
    submit(deals(1))
    person = Person(visitor=None, account=None)
    for owner in (person, person, None):
        submit_log(LOG, owner)
    jobs = ProcrastinateJob.objects.order_by("id").values_list("queue_name", "lock")
    assert [queue for queue, _ in jobs] == [SHORT_QUEUE, LONG_QUEUE, LONG_QUEUE, LONG_QUEUE]
    _, first, second, other = (lock for _, lock in jobs)
    assert first == second != other


def test_small_uploads_of_visitors_have_a_low_limit_of_expansion(submit):
    compressed = gzip.compress(BLANK_LOG)
    visitor_batch = submit(compressed, person=Person(visitor=uuid4()))
    assert max_expanded_bytes(visitor_batch) == 4 << 20 < len(BLANK_LOG)
    assert max_expanded_bytes(submit(compressed)) > len(BLANK_LOG)


@pytest.mark.long
def test_a_small_batch_overtakes_a_huge_one(submit, run_jobs):
    huge_batch = submit(gzip.compress(deals(50) * 200))
    small_batch = submit(deals(150))
    run_jobs()
    assert reload(huge_batch).blocks_cut > 128
    earlier_blocks = reload(huge_batch).blocks.filter(done__lt=reload(small_batch).finished)
    assert earlier_blocks.count() <= reload(small_batch).blocks_cut
    blocks_cut_earlier = huge_batch.blocks.filter(pk__lt=small_batch.blocks.earliest("pk").pk)
    assert blocks_cut_earlier.count() < reload(huge_batch).blocks_cut / 2


def test_two_huge_batches_run_concurrently(submit, run_jobs):
    first, second = submit(deals(50) * 30), submit(deals(50) * 30)
    run_jobs()
    half = first.blocks.get(number=reload(first).blocks_cut // 2)
    assert abs(second.blocks.filter(done__lt=half.done).count() - half.number) <= 1
