"""Export all data of an account as a streamed zip file."""

import json
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import batched
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from django.contrib.auth.models import User
from django.http import HttpRequest
from django.urls import reverse

from showdown.batches.audit_results import audit_to_json, read_report
from showdown.batches.results import SettledRecords, batch_to_json
from showdown.batches.storage import PieceReader
from showdown.files.byte_streams import Sink
from showdown.files.log_hands import read_chunks
from showdown.models import ApiToken, Batch, Showdown, Source
from showdown.models.people import Person
from showdown.models.queries import ShowdownQuerySet
from showdown.models.settlement_columns import NO_CATEGORY
from showdown.notation.deal_line import write_line
from showdown.trainer.progress import load_training

type Member = tuple[str, Iterable[bytes]]
"""A file of the zip: its name and its content in pieces."""

_DEALS = "deals.jsonl"
_DEALS_PER_CHUNK = 200
"""Number of deals that are compressed and sent together."""
_LINE_ENCODER = json.JSONEncoder(ensure_ascii=False)


def stream_zip(account: User, request: HttpRequest) -> Iterator[bytes]:
    """Yield a zip file with all data of the account, in pieces, without writing it to disk."""
    sink = Sink()
    with ZipFile(sink, "w", ZIP_DEFLATED) as archive:  # type: ignore[call-overload]
        for name, parts in _zip_members(account, request):
            with archive.open(name, "w", force_zip64=True) as member:
                for part in parts:
                    member.write(part)
                    if compressed := sink.take():
                        yield compressed
    yield sink.take()


def _zip_members(account: User, request: HttpRequest) -> Iterator[Member]:
    person = Person(account=account)
    own_batches = Batch.objects.owned_by(person).newest_first()
    batches, audits = list(own_batches.to_settle()), list(own_batches.to_audit())
    account_fields = {
        "username": account.get_username(),
        "email": account.email,
        "joined": account.date_joined.isoformat(),
        "last_sign_in": account.last_login and account.last_login.isoformat(),
    }
    tokens = [
        {
            "name": token.name,
            "ends_in": token.hint,
            "created": token.created.isoformat(),
            "used": token.used and token.used.isoformat(),
            "expires": token.expires and token.expires.isoformat(),
        }
        for token in ApiToken.objects.owned_by(account)
    ]
    yield "account.json", [_encode_json(account_fields)]
    yield "tokens.json", [_encode_json(tokens)]
    yield "batches.json", [_encode_json([batch_to_json(batch) for batch in batches])]
    yield "audits.json", [_encode_json([audit_to_json(audit) for audit in audits])]
    yield "training.json", [_encode_json(load_training(person).to_json())]
    yield _DEALS, _write_deals(Showdown.objects.owned_by(person), request)
    for batch in batches:
        yield from _batch_members(
            batch, "batches", "settled.txt", SettledRecords(batch).read, request
        )
    for audit in audits:
        yield from _batch_members(
            audit, "audits", "report.jsonl", partial(read_report, audit), request
        )


def _batch_members(
    batch: Batch, kind: str, result: str, read: Callable[[], Iterable[bytes]], request: HttpRequest
) -> Iterator[Member]:
    """Yield the files of a batch: its upload, results and stored deals."""
    folder = f"{kind}/{batch.id}"
    if batch.input_bytes:
        # The name of an upload must neither add folders to the zip nor replace another member.
        name = batch.name.replace("/", "-").replace("\\", "-").lstrip(".") or "deals.txt"
        name = f"uploaded {name}" if name in (result, _DEALS) else name
        yield f"{folder}/{name}", _read_pieces(PieceReader(batch.id, batch.input_bytes))
    if batch.is_done:
        yield f"{folder}/{result}", read()
    if batch.stores:
        yield f"{folder}/{_DEALS}", _write_deals(Showdown.objects.of_batch(batch), request)


def _write_deals(deals: ShowdownQuerySet, request: HttpRequest) -> Iterator[bytes]:
    """Yield deals as JSON lines, with the stored results.

    Settling the deals again would take five times as long as reading the stored results.
    """
    address = request.build_absolute_uri(reverse("api:showdowns"))
    for chunk in batched(deals.newest_first().iterate_gradually(), _DEALS_PER_CHUNK):
        lines = [
            _LINE_ENCODER.encode(
                {
                    "id": str(showdown.pk),
                    "url": f"{address}{showdown.pk}/",
                    "created": showdown.created.isoformat(),
                    "source": Source(showdown.source).label,
                    "game": showdown.game.slug,
                    "deal": write_line(showdown.submission),
                    "won": list(_contest_results(showdown)),
                    "paid": showdown.paid,
                    "note": showdown.note,
                }
            )
            for showdown in chunk
        ]
        yield ("\n".join(lines) + "\n").encode()


def _contest_results(showdown: Showdown) -> Iterator[dict[str, Any]]:
    """Yield the winners and the category of each contest in each run.

    The category is None if no hand qualified.
    """
    labels, contests = showdown.deal.labels, showdown.game.contests
    results = zip(showdown.winners, showdown.categories, strict=True)
    for position, (winners, category) in enumerate(results):
        run, index = divmod(position, len(contests))
        contest = contests[index]
        yield {
            "contest": contest.name,
            "run": run + 1,
            "winners": [label for seat, label in enumerate(labels) if winners >> seat & 1],
            "category": None if category == NO_CATEGORY else contest.ranking.categories[category],
        }


def _read_pieces(stream: PieceReader) -> Iterator[bytes]:
    with stream:
        yield from read_chunks(stream)


def _encode_json(document: Any) -> bytes:
    return (json.dumps(document, ensure_ascii=False, indent=2) + "\n").encode()
