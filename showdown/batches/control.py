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
"""Age at which files without a batch are deleted; younger ones may be part of an upload."""
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
        has_changed = jobs.change_state(
            batch.pk, state, only_from=only_from, finished=timezone.now()
        )
        if has_changed:
            jobs.abort_running_jobs(batch)
            jobs.defer(clear, batch)
    return has_changed


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
        locked_batch = (
            Batch.objects.locked().to_audit().filter(pk=batch.pk, state=State.DONE).first()
        )
        if locked_batch is None:
            return False
        report, files = locked_batch.report, night_files_of(locked_batch)
        other_terms = {
            name: text for name, text in locked_batch.terms.items() if name not in NIGHT_FIELDS
        }
        locked_batch.terms = other_terms | dict(options)
        locked_batch.state, locked_batch.report, locked_batch.tallies = State.QUEUED, "", None
        locked_batch.started = locked_batch.finished = None
        locked_batch.save()
        jobs.defer(audit, locked_batch, takes_turns=True)
    for name in (report, *((files.night, files.hands, files.places) if files else ())):
        remove_file(name)
    return True


@jobs.job_after_the_end
def clear(batch: int) -> None:
    """Delete the files and deals of a canceled or removed batch, and a removed batch itself.

    The job can be interrupted and repeated. Blocks are deleted first, so that no worker can record
    further results.
    """
    ended_batch = Batch.objects.filter(pk=batch, state__in=(State.CANCELLED, State.REMOVED)).first()
    if ended_batch is None:
        return
    jobs.cancel_waiting_jobs(ended_batch)
    ended_batch.blocks.all().delete()
    ended_batch.refresh_from_db()
    deals = Showdown.objects.of_batch(ended_batch)
    HandOfLog.objects.filter(showdown__in=deals).delete()
    deals._raw_delete(deals.db)
    remove_files(ended_batch.id)
    if ended_batch.state == State.REMOVED:
        ended_batch.delete()
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
    """Remove old batches and files without a batch, and queue unfinished deletions again.

    Return the number of old batches.
    """
    for batch in Batch.objects.uncleared():
        jobs.defer(clear, batch)
    removed_count = sum(remove(batch) for batch in expired_batches())
    stray_ids = {
        identifier
        for identifier in batches_with_files()
        if timezone.now() - moment_of(identifier) > _STRAY_AGE
    }
    for batch_id in stray_ids.difference(
        Batch.objects.filter(id__in=stray_ids).values_list("id", flat=True)
    ):
        remove_files(batch_id)
    return removed_count


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


def requeue_account_deletions() -> int:
    """Queue the deletion of closed accounts again, in case a job was lost.

    Return the number of accounts.
    """
    accounts = list(_closed_accounts())
    for account in accounts:
        _defer_deletion(account)
    return len(accounts)


@jobs.job_after_the_end
def delete_account(account: int) -> None:
    """Delete a closed account, with its deals, training, stored API responses and batches.

    The job can be interrupted and repeated. The batches have no owner until they are cleared.
    """
    owner = _closed_accounts().filter(pk=account).first()
    if owner is None:
        return
    for batch in Batch.objects.filter(owner=owner):
        remove(batch)
    Batch.objects.filter(owner=owner).update(owner=None)
    Showdown.objects.filter(owner=owner).delete_gradually()
    Answer.objects.filter(person=Person(account=owner).key).delete()
    owner.delete()


def _closed_accounts() -> QuerySet[User]:
    return User.objects.filter(is_active=False, username__startswith=_CLOSED_PREFIX)


def _defer_deletion(account: User) -> None:
    deferrer = jobs.deferring_app.configure_task(
        delete_account.name, priority=jobs.FIRST_PRIORITY, queue=jobs.LONG_QUEUE
    )
    deferrer.defer(account=account.pk)
