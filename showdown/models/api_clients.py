"""API tokens, and stored responses to requests with an Idempotency-Key."""

import secrets
from datetime import timedelta
from hashlib import sha256
from typing import Self

from django.conf import settings
from django.contrib.auth.models import User
from django.db import connections, models
from django.db.models import Q
from django.utils import timezone

from showdown.models.sign_ins import clear_failures

_USE_INTERVAL = timedelta(hours=1)
_ANSWER_LIFETIME = timedelta(days=1)


def digest_of(secret: str) -> bytes:
    """Return a fast hash, which is sufficient for a secret of 256 random bits."""
    return sha256(secret.encode()).digest()


class ApiTokenQuerySet(models.QuerySet["ApiToken"]):
    """Queries that create tokens, and find them by their secrets."""

    def issue(self, owner: User, name: str) -> tuple["ApiToken", str]:
        """Return a new token and its secret, which can't be retrieved again."""
        secret = f"showdown_{secrets.token_urlsafe(32)}"
        days = settings.TOKEN_DAYS
        token = self.create(
            owner=owner,
            name=name,
            digest=digest_of(secret),
            hint=secret[-4:],
            expires=timezone.now() + timedelta(days=days) if days else None,
        )
        return token, secret

    def find_by_secret(self, secret: str) -> "ApiToken | None":
        """Return the token with this secret if it is valid and its owner may sign in."""
        valid = Q(expires=None) | Q(expires__gt=timezone.now())
        tokens = self.filter(valid, digest=digest_of(secret), owner__is_active=True)
        return tokens.select_related("owner").first()

    def owned_by(self, owner: User) -> Self:
        return self.filter(owner=owner).order_by("-created")


class ApiToken(models.Model):
    """A token with which a program acts as its owner. Revoking a token deletes it.

    The secret is shown once; the database stores only its digest.
    """

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="api_tokens"
    )
    name = models.CharField(max_length=60)
    digest = models.BinaryField(max_length=32, unique=True)
    hint = models.CharField(max_length=4)
    created = models.DateTimeField(auto_now_add=True)
    used = models.DateTimeField(null=True)
    expires = models.DateTimeField(null=True)

    objects = ApiTokenQuerySet.as_manager()

    def __str__(self) -> str:
        return f"{self.name} (…{self.hint})"

    @property
    def has_expired(self) -> bool:
        return self.expires is not None and self.expires <= timezone.now()

    def record_use(self) -> None:
        """Record the time of use, but at most once an hour, to avoid a write for each request."""
        now = timezone.now()
        if self.used is None or now - self.used > _USE_INTERVAL:
            self.used = now
            self.save(update_fields=["used"])


class RevokeTokensOnPasswordChange:
    """A validator that revokes an account's tokens and unlocks it when its password changes.

    An owner whom another person's guesses locked out can thus sign in again with a reset link.

    This is a password validator because Django notifies validators of a new password, but not when
    the same password is merely hashed again.
    """

    def validate(self, password: str, user: User | None = None) -> None:
        """Accept every password, as this validator only observes changes."""

    def get_help_text(self) -> str:
        return "Changing it later signs you out everywhere else and revokes your tokens."

    def password_changed(self, password: str, user: User | None = None) -> None:
        if user is not None:
            ApiToken.objects.owned_by(user).delete()
            clear_failures(user.get_username())


class AnswerQuerySet(models.QuerySet["Answer"]):
    """Queries that claim keys, and delete old responses."""

    def claim(self, person: str, key: str) -> bool:
        """Lock the key until the transaction ends.

        Return False if another request holds the lock.
        """
        with connections[self.db].cursor() as cursor:
            cursor.execute(
                "SELECT pg_try_advisory_xact_lock(hashtextextended(%s, 0))", [f"{person} {key}"]
            )
            return cursor.fetchone()[0]

    def delete_old(self) -> int:
        """Delete responses that are too old to be repeated. Return their number."""
        return self.filter(created__lt=timezone.now() - _ANSWER_LIFETIME).delete()[0]


class Answer(models.Model):
    """The response to a request with an Idempotency-Key, stored to be repeated."""

    person = models.CharField(max_length=80)
    key = models.CharField(max_length=255)
    request_digest = models.BinaryField(max_length=32)
    status = models.SmallIntegerField()
    headers = models.JSONField()
    body = models.TextField()
    created = models.DateTimeField(auto_now_add=True, db_index=True)

    objects = AnswerQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["person", "key"], name="one_answer_for_a_key")
        ]

    def __str__(self) -> str:
        return f"{self.status} for {self.key}"
