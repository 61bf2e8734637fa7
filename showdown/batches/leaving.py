"""What becomes of an account that its owner deletes: closed at once, then forgotten by a job."""

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from procrastinate.contrib.django import app

from showdown.batches.ending import remove
from showdown.batches.jobs import AHEAD, Patience, deferring
from showdown.models import Answer, ApiToken, Batch, Showdown
from showdown.models.people import Person
from showdown.models.sign_ins import forgive

_CLOSED = "closed account "
"""Begins what a closed account is called; nobody can choose a name with a blank in it."""


def close(account: User) -> None:
    """Let nobody in any more, give the name free, and have a job delete all that is left."""
    forgive(account.get_username())
    with transaction.atomic():
        ApiToken.objects.of_owner(account).delete()
        account.username = f"{_CLOSED}{account.pk}"
        account.email = account.first_name = account.last_name = ""
        account.is_active = False
        account.set_unusable_password()
        account.save()
        _defer(account.pk)


def take_up_closed() -> int:
    """Have what is left of closed accounts deleted, should a job have been lost; how many."""
    numbers = list(_closed().values_list("pk", flat=True))
    for number in numbers:
        _defer(number)
    return len(numbers)


@app.task(retry=Patience())
def forget(account: int) -> None:
    """Delete the account, its deals, and its batches with their files.

    It can be done again at any point. The batches belong to nobody until they are cleared away.
    """
    closed = _closed().filter(pk=account).first()
    if closed is None:
        return
    for batch in Batch.objects.filter(owner=closed):
        remove(batch)
    Batch.objects.filter(owner=closed).update(owner=None)
    Showdown.objects.filter(owner=closed).delete_gradually()
    Answer.objects.filter(person=Person(account=closed).key).delete()
    closed.delete()


def _closed() -> QuerySet[User]:
    return User.objects.filter(is_active=False, username__startswith=_CLOSED)


def _defer(account: int) -> None:
    deferring.configure_task(forget.name, priority=AHEAD).defer(account=account)
