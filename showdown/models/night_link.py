"""Links by which the players of an audited log see its night."""

import secrets

from django.db import models

from showdown.models.batch import Batch, State

_BYTES = 24


class NightLinkQuerySet(models.QuerySet["NightLink"]):
    """Makes links, and finds what they lead to."""

    def share(self, batch: Batch, *, renames: bool) -> "NightLink":
        """A new link to the night of this audit; the one before leads nowhere any more."""
        secret = secrets.token_urlsafe(_BYTES)
        link, _ = self.update_or_create(
            batch=batch, defaults={"secret": secret, "renames": renames}
        )
        return link

    def with_secret(self, secret: str) -> "NightLink | None":
        """The link with this secret, unless its audit is being removed."""
        link = self.select_related("batch").filter(secret=secret).first()
        return link if link and link.batch.state == State.DONE else None


class NightLink(models.Model):
    """Whoever knows the `secret` may see the night, with other names where it `renames`.

    Deleting it revokes the link.
    """

    batch = models.OneToOneField(Batch, on_delete=models.CASCADE, related_name="night_link")
    secret = models.CharField(max_length=40, unique=True)
    renames = models.BooleanField(default=True)
    created = models.DateTimeField(auto_now_add=True)

    objects = NightLinkQuerySet.as_manager()

    def __str__(self) -> str:
        return f"link to the night of {self.batch_id}"
