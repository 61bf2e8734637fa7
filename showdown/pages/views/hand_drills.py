"""Practice on the hands of one's own audit, with other names."""

from typing import Any

from django.http import HttpRequest, HttpResponse

from showdown.batches.hand_drills import new_hand_ticket, read_hand_ticket
from showdown.pages.views.audits import OwnAudit
from showdown.pages.views.trainer import Trainer
from showdown.trainer.choosing import Asked
from showdown.trainer.tickets import Ticket
from showdown.trainer.training import Training


class AuditDrills(OwnAudit, Trainer):
    """A drill on some hand of the log for each GET."""

    name = "audit_drills"

    def setup(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().setup(request, *args, **kwargs)
        self.require_report()

    def ticket(self, request: HttpRequest, training: Training, asked: Asked) -> Ticket:
        return new_hand_ticket(self.batch)

    def read(self, text: str) -> Ticket:
        return read_hand_ticket(self.batch, text)

    def page(self, *args: Any, **shown: Any) -> HttpResponse:
        return super().page(*args, audit=self.batch, **shown)
