"""Links by which the players of an audited log see its night."""

import secrets

from django.db import models

from showdown.models.batch import Batch, State

_BYTES = 24


class NightLinkQuerySet(models.QuerySet["NightLink"]):
    """Make links and find them again."""

    def share(self, batch: Batch, **choices: bool | str) -> "NightLink":
        """Replace the link to the night of this audit; `choices` are fields of the link."""
        secret = secrets.token_urlsafe(_BYTES)
        link, _ = self.update_or_create(batch=batch, defaults={"secret": secret, **choices})
        return link

    def with_secret(self, secret: str) -> "NightLink | None":
        """Return the link with this secret, unless its audit is being removed."""
        link = self.select_related("batch").filter(secret=secret).first()
        return link if link and link.batch.state == State.DONE else None


class NightLink(models.Model):
    """An address, by its `secret`, at which anybody may see the night.

    With `renames`, players have other names; with `hides_cards`, hole cards that were not shown are
    left out, except those of the player `keeps`. Deleting the link revokes it.
    """

    batch = models.OneToOneField(Batch, on_delete=models.CASCADE, related_name="night_link")
    secret = models.CharField(max_length=40, unique=True)
    renames = models.BooleanField(default=True)
    hides_cards = models.BooleanField(default=False)
    keeps = models.TextField(blank=True, default="")
    created = models.DateTimeField(auto_now_add=True)

    objects = NightLinkQuerySet.as_manager()

    def __str__(self) -> str:
        return f"link to the night of {self.batch_id}"
