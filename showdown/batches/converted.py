"""Convert the log of an audit to another format while the client waits."""

from collections.abc import Iterator

from django.http import HttpResponse, HttpResponseBase

from showdown.audits.converting import Conversion
from showdown.audits.night.asked import asked_in
from showdown.audits.privacy import Privacy
from showdown.audits.repeated import each_once
from showdown.batches.files import PieceReader, expanded
from showdown.batches.limits import most_expanded_bytes
from showdown.batches.results import named
from showdown.bulk.capacity import CONVERSIONS
from showdown.files.log_hands import hands_in
from showdown.models import Batch
from showdown.notation.logs.logged_hand import ReadHand
from showdown.notation.logs.writing import WRITTEN_FORMATS

MOST_HANDS = 2_000
"""Maximum number of hands converted while a client waits, which takes about five seconds."""

MOST_SECONDS = 10.0
"""CPU time of one request."""

CONVERTED = {
    form.ending.removeprefix("."): form for form in WRITTEN_FORMATS.values() if not form.is_of_one
}
"""The formats by the endings of their files."""


def is_soon_converted(audit: Batch) -> bool:
    return audit.deals <= MOST_HANDS


def converted_response(
    audit: Batch, ending: str, *, hides_cards: bool, keeps: str, renames: bool
) -> HttpResponseBase:
    """Return a copy of the log as a file whose name counts its hands.

    `keeps` is the name of a player of the audit's night, in which names may have been merged.

    Raise UnusableInput, OutOfTime, and TooBusy while other logs are being converted.
    """
    form = CONVERTED[ending]
    names = asked_in(audit.terms).names()
    privacy = Privacy(hides_cards=hides_cards, keeps=keeps, hides_names=renames, names=names)
    with CONVERSIONS.take():
        conversion = Conversion(form, privacy, MOST_SECONDS)
        text = "".join(conversion.texts(_hands(audit)))
    left_out = conversion.refused.total() + conversion.unread.total()
    count = f"{conversion.written}-of-{conversion.written + left_out}-hands"
    response = HttpResponse(
        text.encode(errors="replace"), content_type=f"{form.media_type}; charset=utf-8"
    )
    return named(response, audit, f"{count}{form.ending}")


def _hands(audit: Batch) -> Iterator[ReadHand]:
    with expanded(audit, PieceReader(audit.id, audit.input_bytes)) as text:
        yield from each_once(hands_in(text, most_expanded_bytes(audit)))
