"""Cancel, resume, repeat and remove batches, and close accounts.

The state of a canceled or removed batch changes at once, which stops all its jobs at their next
step. Files and stored deals are deleted later, by a job.
"""

from collections.abc import Collection, Mapping
from datetime import timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from showdown.audits.night.names import NIGHT_FIELDS
from showdown.batches import jobs
from showdown.batches.audits import audit
from showdown.batches.nights import night_files_of
from showdown.batches.settling import cut, defer_blocks, join
from showdown.batches.storage import batches_with_files, remove_file, remove_files
from showdown.batches.upload_limits import expired_batches
from showdown.models import Answer, ApiToken, Batch, HandOfLog, Showdown, State
from showdown.models.batch import UNFINISHED_STATES
from showdown.models.ids import moment_of
from showdown.models.people import Person
from showdown.models.sign_ins import clear_failures

_STRAY_AGE = timedelta(days=1)
_CLOSED_PREFIX = "closed account "
"""Prefix of the names of closed accounts; it has a space, so no user can choose it."""


def cancel(batch: Batch) -> bool:
    """Cancel a batch, and queue the deletion of its files and deals.

    Return False if the batch wasn't queued or running.
    """
    return _end_and_clear(batch, State.CANCELLED, only_from=UNFINISHED_STATES)


def remove(batch: Batch) -> bool:
    """Remove a batch in any state, and queue the deletion of its files and deals.

    Return False if it was removed before.
    """
    return _end_and_clear(batch, State.REMOVED, only_from={*State} - {State.REMOVED})


def _end_and_clear(batch: Batch, state: State, *, only_from: Collection[State]) -> bool:
    """Change the state and queue the deletion of the data. Return whether the state changed."""
    with transaction.atomic():
        changed = jobs.change_state(batch.pk, state, only_from=only_from, finished=timezone.now())
        if changed:
            jobs.abort_running_jobs(batch)
            jobs.defer(clear, batch)
    return changed


def resume(batch: Batch) -> bool:
    """Continue a failed batch; an audit starts again. Return whether the batch had failed."""
    with transaction.atomic():
        if not jobs.change_state(
            batch.pk, State.RUNNING, only_from=[State.FAILED], reason="", finished=None
        ):
            return False
        batch.refresh_from_db()
        if batch.is_audit:
            jobs.defer(audit, batch, takes_turns=True)
            return True
        if not batch.is_cut:
            jobs.defer(cut, batch)
        unfinished = batch.blocks.unfinished().in_order().values_list("number", flat=True)
        defer_blocks(batch, unfinished)
        if batch.all_blocks_done:
            jobs.defer(join, batch)
    return True


def repeat_audit(batch: Batch, options: Mapping[str, str]) -> bool:
    """Queue another audit of a log, with other options for the night report.

    Return False if the audit isn't done. The new audit report has the same contents, and the stored
    hands and the link for the players are kept.
    """
    with transaction.atomic():
        audited = Batch.objects.locked().to_audit().filter(pk=batch.pk, state=State.DONE).first()
        if audited is None:
            return False
        report, files = audited.report, night_files_of(audited)
        other_terms = {
            name: text for name, text in audited.terms.items() if name not in NIGHT_FIELDS
        }
        audited.terms = other_terms | dict(options)
        audited.state, audited.report, audited.tallies = State.QUEUED, "", None
        audited.started = audited.finished = None
        audited.save()
        jobs.defer(audit, audited, takes_turns=True)
    for name in (report, *((files.night, files.hands, files.places) if files else ())):
        remove_file(name)
    return True


@jobs.job_after_the_end
def clear(batch: int) -> None:
    """Delete all data of a canceled or removed batch. The job can be interrupted and repeated.

    Blocks are deleted first, so that no worker can record further results.
    """
    ended = Batch.objects.filter(pk=batch, state__in=(State.CANCELLED, State.REMOVED)).first()
    if ended is None:
        return
    jobs.cancel_waiting_jobs(ended)
    ended.blocks.all().delete()
    ended.refresh_from_db()
    stored = Showdown.objects.of_batch(ended)
    HandOfLog.objects.filter(showdown__in=stored).delete()
    stored._raw_delete(stored.db)
    remove_files(ended.id)
    if ended.state == State.REMOVED:
        ended.delete()
    else:
        Batch.objects.filter(pk=batch).update(
            input_bytes=0,
            expanded_bytes=0,
            output_bytes=0,
            deals=0,
            errors=0,
            first_deal=None,
            last_deal=None,
        )


def remove_old_batches() -> int:
    """Remove old batches, files without a batch, and the rest of removals that did not finish.

    Return the number of old batches that were removed.
    """
    for batch in Batch.objects.uncleared():
        jobs.defer(clear, batch)
    removed = sum(remove(batch) for batch in expired_batches())
    strays = {
        identifier
        for identifier in batches_with_files()
        if timezone.now() - moment_of(identifier) > _STRAY_AGE
    }
    for batch_id in strays.difference(
        Batch.objects.filter(id__in=strays).values_list("id", flat=True)
    ):
        remove_files(batch_id)
    return removed


def close_account(account: User) -> None:
    """Deactivate the account, release its name, and queue the deletion of its data."""
    clear_failures(account.get_username())
    with transaction.atomic():
        ApiToken.objects.owned_by(account).delete()
        account.username = f"{_CLOSED_PREFIX}{account.pk}"
        account.email = account.first_name = account.last_name = ""
        account.is_active = False
        account.set_unusable_password()
        account.save()
        _defer_deletion(account)


def delete_closed_accounts() -> int:
    """Queue the deletion of closed accounts again, in case a job was lost.

    Return the number of accounts.
    """
    closed = list(_closed_accounts())
    for account in closed:
        _defer_deletion(account)
    return len(closed)


@jobs.job_after_the_end
def delete_account(account: int) -> None:
    """Delete the account, its deals, its trainer answers, and its batches with their files.

    The job can be interrupted and repeated. The batches have no owner until they are cleared.
    """
    closed = _closed_accounts().filter(pk=account).first()
    if closed is None:
        return
    for batch in Batch.objects.filter(owner=closed):
        remove(batch)
    Batch.objects.filter(owner=closed).update(owner=None)
    Showdown.objects.filter(owner=closed).delete_gradually()
    Answer.objects.filter(person=Person(account=closed).key).delete()
    closed.delete()


def _closed_accounts() -> QuerySet[User]:
    return User.objects.filter(is_active=False, username__startswith=_CLOSED_PREFIX)


def _defer_deletion(account: User) -> None:
    configured = jobs.deferring_app.configure_task(
        delete_account.name, priority=jobs.FIRST_PRIORITY, queue=jobs.LONG
    )
    configured.defer(account=account.pk)
