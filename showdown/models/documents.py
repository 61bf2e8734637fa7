"""Convert stored deals to JSON, and load stored deals by pasted URLs."""

from typing import Annotated, cast

from django.http import HttpRequest
from django.urls import reverse
from pydantic import with_config
from rest_framework.request import Request

from showdown.evaluator.games import Game
from showdown.models import Showdown, Source
from showdown.notation.json_types import STRICT, text_schema
from showdown.notation.pasted.reader import read_pasted
from showdown.notation.pasted.result import PasteResult, mark_whole_text, result_from_submission
from showdown.notation.settlement_json import SettlementJson, settlement_to_json


@with_config(STRICT)
class StoredSettlementJson(SettlementJson):
    """A stored settlement, with its id, URL, time and source."""

    id: Annotated[str, text_schema(format="uuid")]
    url: Annotated[str, text_schema(format="uri")]
    created: Annotated[str, text_schema(format="date-time")]
    source: Annotated[str, text_schema(enum=Source.labels)]


def stored_to_json(showdown: Showdown, request: HttpRequest | Request) -> StoredSettlementJson:
    """Return a stored settlement as JSON, with its id, URL, time and source."""
    record_fields = {
        "id": str(showdown.id),
        "url": request.build_absolute_uri(reverse("api:showdown", args=[showdown.id])),
        "created": showdown.created.isoformat(),
        "source": Source(showdown.source).label,
    }
    return cast(StoredSettlementJson, record_fields | settlement_to_json(showdown.settlement))


def read_pasted_or_stored(
    text: str, game: Game, deal_index: int = 0, *, without_unknown_words: bool = False
) -> PasteResult:
    """Read a text like `read_pasted`; if the text is the URL of a stored deal, load the deal.

    Anyone who knows the URL may read the deal.
    """
    pasted = read_pasted(text, game, deal_index, without_unknown_words=without_unknown_words)
    if pasted.stored_id is None:
        return pasted
    showdown = Showdown.objects.filter(pk=pasted.stored_id).first()
    if showdown is None:
        mark = mark_whole_text(text, "there is no deal at this address; it may have been deleted")
        return PasteResult(game=game, marks=(mark,))
    return result_from_submission(showdown.submission)
