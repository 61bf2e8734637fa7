"""Batches: submit a file of deals, follow its progress, and download the results."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

from django.conf import settings
from django.contrib import messages
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.decorators import method_decorator
from django.views import View
from django.views.decorators.csrf import csrf_exempt, csrf_protect

from omahasite.bodies import BODY_AWAITED
from showdown.batches import control
from showdown.batches.limits import RefusedBatch, Sender, refuse_announced
from showdown.batches.results import (
    TABLES,
    BeingMade,
    NotMade,
    OutsideOfFile,
    complaints_response,
    first_complaints,
    records_response,
    table_response,
)
from showdown.batches.tallies import Tally
from showdown.batches.uploads import StorageUploadHandler, UploadSession
from showdown.evaluator.games import GAMES, Contest, Game
from showdown.evaluator.rule_sets import WSOP_2026
from showdown.models import Batch, Work
from showdown.models.limits import address_of
from showdown.models.people import NOBODY, Person, get_or_create_visitor, person_of
from showdown.pages.context import PART, part_of
from showdown.pages.forms.uploads import BatchForm
from showdown.pages.table_input import page_label
from showdown.words.made_hands import category_text
from showdown.words.ranks import sentence
from showdown.words.vocabulary import contest_words


@dataclass(frozen=True, slots=True)
class Bar:
    """A count as a bar: `part` is its part of all, `width` its percentage of the longest bar."""

    label: str
    count: int
    part: float
    width: float


def charts(game: Game, tallies: Tally) -> list[tuple[str, list[Bar]]]:
    """Return the winning categories of each contest, the best first, and deals without a winner."""
    return [
        (contest_words(game, contest).name, _bars(game, contest, tallies))
        for contest in game.contests
        if tallies
    ]


def seat_columns(game: Game) -> list[str]:
    names = [contest_words(game, contest).name for contest in game.contests]
    return [*(f"Won {name}" for name in names), "Scooped", "Quartered"]


def seat_rows(game: Game, tallies: Tally) -> list[tuple[str, list[int]]]:
    """Return the wins of each seat, in the order of `seat_columns`."""
    names = [*(contest.name for contest in game.contests), "scooped", "quartered"]
    columns = [tallies["seats"][name] for name in names] if tallies else []
    return [
        (page_label(seat), list(counts)) for seat, counts in enumerate(zip(*columns, strict=True))
    ]


def _bars(game: Game, contest: Contest, tallies: Tally) -> list[Bar]:
    counted = tallies["contests"][contest.name]
    counts = dict(zip(contest.ranking.categories, counted["categories"], strict=True))
    counts = {category_text(name): count for name, count in reversed(counts.items()) if count}
    if counted["none"]:
        counts[f"no {contest_words(game, contest).name}"] = counted["none"]
    total, longest = sum(counts.values()), max(counts.values(), default=0)
    return [
        Bar(sentence(label), count, count / total, round(100 * count / longest, 2))
        for label, count in counts.items()
    ]


_LISTED = 100
_COMPLAINTS_SHOWN = 20
_FILE = "file"


@method_decorator(csrf_exempt, name="dispatch")
class Batches(View):
    """List the user's batches, with the form to submit another one."""

    works: tuple[Work, ...] = (Work.SETTLE,)
    form: type[Form] = BatchForm
    template_name = "showdown/batches/list.html"
    samples: Mapping[str, dict[str, Any]] = {
        name: {"game": game, "rules": WSOP_2026, "store": False}
        for name, game in (
            ("omaha-hilo.txt", "omaha-hilo"),
            ("holdem.txt", "holdem"),
            ("badugi.txt", "badugi"),
        )
    }
    """Return the sample files and their descriptions."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Set the upload handler before the body is read for the CSRF token."""
        if BODY_AWAITED in request.META and request.method == "POST":
            return self._continue(request)
        with StorageUploadHandler(lambda: _upload_session(request), _FILE) as handler:
            self.handler = handler
            request.upload_handlers = [handler]
            return self._checked(request, *args, **kwargs)

    def _continue(self, request: HttpRequest) -> HttpResponse:
        """Respond with 100 if a body of this length is allowed, or show the refusal."""
        person = person_of(request)
        if person == NOBODY:
            # The session is created after the file has been received.
            person = Person(visitor=uuid4())
        sender = Sender(person, address_of(request))
        try:
            refuse_announced(sender, int(request.META["CONTENT_LENGTH"]))
        except RefusedBatch as refusal:
            form = self.form({})
            form.errors.clear()
            form.add_error(None, str(refusal))
            return self._show(request, form, status=422)
        return HttpResponse(status=100)

    @method_decorator(csrf_protect)
    def _checked(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        return super().dispatch(request, *args, **kwargs)

    def get(self, request: HttpRequest) -> HttpResponse:
        return self._show(request, self.form())

    def post(self, request: HttpRequest) -> HttpResponse:
        sample = request.POST.get("sample", "")
        form = self.form() if sample else self.form(request.POST)
        if sample or form.is_valid():
            try:
                if sample:
                    return redirect(self._try(request, sample))
                name = self.handler.file_name or ""
                return redirect(self.submit(self._upload_session(), name, form.cleaned_data))
            except RefusedBatch as refusal:
                form = self.form({**self.samples[sample], "rules": ""} if sample else request.POST)
                form.add_error(None, str(refusal))
        return self._show(request, form, status=422)

    def _try(self, request: HttpRequest, sample: str) -> Batch:
        """Submit the sample of this name. Raise RefusedBatch."""
        if sample not in self.samples:
            raise Http404("there is no such sample")
        with _upload_session(request) as session:
            session.write((settings.BASE_DIR / "examples" / sample).read_bytes())
            return self.submit(session, sample, dict(self.samples[sample]))

    def _upload_session(self) -> UploadSession:
        if self.handler.session is None:
            raise self.handler.refusal
        return self.handler.session

    def submit(self, session: UploadSession, name: str, fields: dict[str, Any]) -> Batch:
        """Submit the uploaded file of this name. Raise RefusedBatch."""
        return session.submit(
            name=name,
            game=GAMES[fields["game"]],
            rules=fields["rules"],
            stores=fields["store"],
        )

    def _show(self, request: HttpRequest, form: Form, status: int = 200) -> HttpResponse:
        own = Batch.objects.of(person_of(request)).filter(work__in=self.works)
        own = own.select_related("owner")
        context = {
            "form": form,
            "own_batches": own.newest_first()[:_LISTED],
            "samples": list(self.samples),
            "visitors_bytes": settings.VISITOR_MOST_STORED_BYTES,
            "visitors_days": settings.VISITOR_KEEP_DAYS,
        }
        return render(request, self.template_name, context, status=status)


def _upload_session(request: HttpRequest) -> UploadSession:
    return UploadSession(get_or_create_visitor(request), address_of(request))


class OwnBatch(View):
    """Mixin of views of one of the user's batches or audits."""

    works: tuple[Work, ...] = (Work.SETTLE,)

    def setup(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().setup(request, *args, **kwargs)
        own = Batch.objects.of(person_of(request)).filter(work__in=self.works)
        own = own.select_related("owner")
        self.batch = get_object_or_404(own, id=kwargs["id"])


class BatchPage(OwnBatch):
    """Show the progress of a batch and, when it is done, its results."""

    template_name = "showdown/batches/detail.html"
    progress_template = "showdown/batches/progress.html"

    def get(self, request: HttpRequest, id: UUID) -> HttpResponse:  # noqa: A002
        batch = self.batch
        if not part_of(request):
            return render(request, self.template_name, {"batch": batch} | self.result())
        response = render(request, self.progress_template, {"batch": batch})
        if not batch.is_under_way:
            response[PART] = "page"
        return response

    def result(self) -> dict[str, Any]:
        """Return the template context of the results."""
        batch = self.batch
        tallies = batch.tallies or {}
        return {
            "charts": charts(batch.game, tallies),
            "seat_columns": seat_columns(batch.game),
            "seats": seat_rows(batch.game, tallies),
            "complaints": first_complaints(batch, _COMPLAINTS_SHOWN) if batch.errors else [],
            "tables": TABLES,
        }


class _BatchOrAudit(OwnBatch):
    """Mixin of views of batches and audits."""

    works = tuple(Work)


class CancelBatch(_BatchOrAudit):
    """Cancel a batch after confirmation, and delete its results so far."""

    def get(self, request: HttpRequest, id: UUID) -> HttpResponse:  # noqa: A002
        batch = self.batch
        if not batch.is_under_way:
            return redirect(batch)
        question = {
            "heading": f"Cancel {batch.name or 'this file'}?",
            "words": f"{_what_goes(batch)} will be deleted. This can’t be undone.",
            "button": "Stop and delete",
            "keep": "Let it run",
            "back": batch.get_absolute_url(),
        }
        return render(request, "confirm.html", question)

    def post(self, request: HttpRequest, id: UUID) -> HttpResponse:  # noqa: A002
        if not control.cancel(self.batch):
            messages.info(request, f"{self.batch.name} had already ended.")
        return redirect(self.batch)


class ResumeBatch(_BatchOrAudit):
    http_method_names = ["post"]

    def post(self, request: HttpRequest, id: UUID) -> HttpResponse:  # noqa: A002
        control.resume(self.batch)
        return redirect(self.batch)


class RemoveBatch(_BatchOrAudit):
    """Delete a batch after confirmation."""

    def get(self, request: HttpRequest, id: UUID) -> HttpResponse:  # noqa: A002
        batch = self.batch
        question = {
            "heading": f"Delete {batch.name or 'this file'}?",
            "words": f"{_what_goes(batch)} will be deleted. This can’t be undone.",
            "button": "Delete",
            "back": batch.get_absolute_url(),
        }
        return render(request, "confirm.html", question)

    def post(self, request: HttpRequest, id: UUID) -> HttpResponse:  # noqa: A002
        control.remove(self.batch)
        messages.success(request, f"{self.batch.name} deleted.")
        return redirect("audits" if self.batch.is_audit else "batches")


class BatchRecords(OwnBatch):
    """Download the settled deals."""

    def get(self, request: HttpRequest, id: UUID) -> HttpResponseBase:  # noqa: A002
        _require_done(self.batch)
        try:
            return records_response(self.batch, request.headers.get("Range", ""))
        except OutsideOfFile:
            return HttpResponse(status=416)


class BatchTable(OwnBatch):
    """Download the deals as a table."""

    def get(self, request: HttpRequest, id: UUID, kind: str) -> HttpResponseBase:  # noqa: A002
        _require_done(self.batch)
        if kind not in TABLES:
            raise Http404
        try:
            return table_response(self.batch, kind, request.headers.get("Range", ""))
        except OutsideOfFile:
            return HttpResponse(status=416)
        except BeingMade:
            return self._wait(request, kind)
        except NotMade as error:
            messages.error(request, f"The table couldn't be made: {error}")
            return redirect(self.batch)

    def _wait(self, request: HttpRequest, kind: str) -> HttpResponse:
        """Show a page that reloads until the file is ready."""
        context = {"batch": self.batch, "kind": kind}
        return render(request, "showdown/batches/export.html", context, status=202)


class BatchComplaints(OwnBatch):
    """Download all errors."""

    def get(self, request: HttpRequest, id: UUID) -> HttpResponseBase:  # noqa: A002
        return complaints_response(self.batch)


def _what_goes(batch: Batch) -> str:
    """Return a description of what is deleted with a batch."""
    file, answers, deals = (
        ("log", "its report", "hands") if batch.is_audit else ("file", "its answers", "deals")
    )
    if batch.stores:
        return f"The {file}, {answers} and the {deals} it stored"
    return f"The {file} and {answers}"


def _require_done(batch: Batch) -> None:
    if not batch.is_done:
        raise Http404("this batch is not done")
