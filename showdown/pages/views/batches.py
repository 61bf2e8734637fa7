"""Batches: submit a file of deals, follow its progress, and download the results."""

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple
from uuid import UUID, uuid4

from django.conf import settings
from django.contrib import messages
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.decorators import method_decorator
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.generic import TemplateView, View

from omahasite.bodies import BODY_AWAITED
from showdown.batches import control
from showdown.batches.results import (
    TABLE_MEDIA_TYPES,
    ExportInProgress,
    ExportJobFailed,
    RangeOutsideFile,
    line_errors_response,
    read_line_errors,
    records_response,
    table_response,
)
from showdown.batches.tallies import Tally
from showdown.batches.upload_limits import BatchLimitReached, RefusedBatch, Sender, check_upload
from showdown.batches.uploads import StorageUploadHandler, UploadSession
from showdown.evaluator.games import GAMES, Contest
from showdown.evaluator.rule_sets import WSOP_2026
from showdown.models import Batch, Work
from showdown.models.batch import BatchQuerySet
from showdown.models.people import NOBODY, Person, get_or_create_person, person_of
from showdown.models.rate_limits import address_of
from showdown.pages.context import PART, requested_part
from showdown.pages.forms.uploads import BatchForm
from showdown.pages.table_input import page_label
from showdown.words.made_hands import category_text
from showdown.words.ranks import capfirst, join_words
from showdown.words.vocabulary import contest_words

_MAX_LISTED = 100
_MAX_ERRORS_SHOWN = 20


@method_decorator(csrf_exempt, name="dispatch")
class Batches(View):
    """List the user's batches, with the form to submit another one."""

    works: tuple[Work, ...] = (Work.SETTLE,)
    form: type[Form] = BatchForm
    template_name = "showdown/batches/list.html"
    accepts_several_files = False
    samples: Mapping[str, dict[str, Any]] = {
        name: {"game": game, "rules": WSOP_2026, "store": False}
        for name, game in (
            ("omaha-hilo.txt", "omaha-hilo"),
            ("holdem.txt", "holdem"),
            ("badugi.txt", "badugi"),
        )
    }
    """The fields of the form for each sample file, by its name."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Set the upload handler before the check of the CSRF token reads the body.

        If the client waits for permission to send the body, only grant or refuse permission.
        """
        if BODY_AWAITED in request.META and request.method == "POST":
            return self._respond_before_body()
        with StorageUploadHandler(
            lambda: _upload_session(request), may_be_several=self.accepts_several_files
        ) as handler:
            self.handler = handler
            request.upload_handlers = [handler]
            return self._dispatch_with_csrf_check(request, *args, **kwargs)

    def _respond_before_body(self) -> HttpResponse:
        """Respond with 100 if a body of this length is allowed, or show why it is refused."""
        request = self.request
        person = person_of(request)
        if person == NOBODY:
            # The visitor is stored only when the file has been received.
            person = Person(visitor=uuid4())
        sender = Sender(person, address_of(request))
        try:
            check_upload(sender, int(request.META["CONTENT_LENGTH"]))
        except RefusedBatch as refusal:
            form = self.form({})
            form.errors.clear()
            return self._render_refusal(form, refusal)
        return HttpResponse(status=100)

    @method_decorator(csrf_protect)
    def _dispatch_with_csrf_check(
        self, request: HttpRequest, *args: Any, **kwargs: Any
    ) -> HttpResponseBase:
        return super().dispatch(request, *args, **kwargs)

    def get(self, request: HttpRequest) -> HttpResponse:
        return self._render_list(self.form())

    def post(self, request: HttpRequest) -> HttpResponse:
        if sample := request.POST.get("sample"):
            return self._submit_sample(sample)
        form = self.form(request.POST)
        if form.is_valid():
            try:
                if self.handler.session is None:
                    raise self.handler.refusal
                session = self.handler.session
                return redirect(self.submit(session, session.name, form.cleaned_data))
            except RefusedBatch as refusal:
                return self._render_refusal(form, refusal)
        return self._render_list(form, status=422)

    def _submit_sample(self, sample: str) -> HttpResponse:
        if sample not in self.samples:
            raise Http404("there is no such sample")
        fields = dict(self.samples[sample])
        try:
            with _upload_session(self.request) as session:
                session.write((settings.BASE_DIR / "examples" / sample).read_bytes())
                return redirect(self.submit(session, sample, fields))
        except RefusedBatch as refusal:
            return self._render_refusal(self.form(fields | {"rules": ""}), refusal)

    def submit(self, session: UploadSession, name: str, fields: dict[str, Any]) -> Batch:
        """Submit the uploaded file. Raise RefusedBatch if its name, kind or size isn't allowed."""
        return session.submit(
            name=name, game=GAMES[fields["game"]], rules=fields["rules"], stores=fields["store"]
        )

    def _render_refusal(self, form: Form, refusal: RefusedBatch) -> HttpResponse:
        """Respond with the reason and, if too many files are being processed, links to them."""
        form.add_error(None, str(refusal))
        unfinished: list[Batch] = []
        if isinstance(refusal, BatchLimitReached):
            unfinished = list(_own_batches(self.request, tuple(Work)).unfinished())
        return self._render_list(form, status=422, unfinished=unfinished)

    def _render_list(
        self, form: Form, status: int = 200, unfinished: Sequence[Batch] = ()
    ) -> HttpResponse:
        context = {
            "form": form,
            "unfinished": unfinished,
            "own_batches": _own_batches(self.request, self.works).newest_first()[:_MAX_LISTED],
            "samples": list(self.samples),
            "visitor_max_bytes": settings.VISITOR_MAX_STORED_BYTES,
            "visitor_keep_days": settings.VISITOR_KEEP_DAYS,
        }
        return render(self.request, self.template_name, context, status=status)


def _upload_session(request: HttpRequest) -> UploadSession:
    return UploadSession(get_or_create_person(request), address_of(request))


def _own_batches(request: HttpRequest, works: tuple[Work, ...]) -> BatchQuerySet:
    return Batch.objects.owned_by(person_of(request)).filter(work__in=works).select_related("owner")


class OwnBatch(View):
    """Base view of one of the user's batches or audits."""

    works: tuple[Work, ...] = (Work.SETTLE,)

    def setup(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().setup(request, *args, **kwargs)
        self.batch = get_object_or_404(_own_batches(request, self.works), id=kwargs["batch"])

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Respond with 416 if a requested range is outside of the file."""
        try:
            return super().dispatch(request, *args, **kwargs)
        except RangeOutsideFile:
            return HttpResponse(status=416)

    def require_done(self) -> None:
        if not self.batch.is_done:
            raise Http404("the batch is not finished")


class BatchPage(OwnBatch):
    """Show the progress of a batch and, when it is done, its results."""

    template_name = "showdown/batches/detail.html"
    progress_template = "showdown/batches/progress.html"

    def get(self, request: HttpRequest, batch: UUID) -> HttpResponse:
        context = {"batch": self.batch}
        if not requested_part(request):
            return render(request, self.template_name, context | self.result_context())
        response = render(request, self.progress_template, context)
        if not self.batch.is_unfinished:
            response[PART] = "page"
        return response

    def result_context(self) -> dict[str, Any]:
        """Return the template context of the results: charts, wins of each seat, and errors."""
        batch, tallies = self.batch, self.batch.tallies or {}
        contests = batch.game.contests if tallies else ()
        names = {contest: contest_words(batch.game, contest).name for contest in contests}
        columns = {contest.name: f"Won {name}" for contest, name in names.items()}
        columns |= {"scooped": "Scooped", "quartered": "Quartered"} if len(contests) > 1 else {}
        wins = zip(*(tallies["seats"][key] for key in columns), strict=True)
        errors = read_line_errors(batch) if batch.errors else ()
        return {
            "charts": [(name, _bars(contest, name, tallies)) for contest, name in names.items()],
            "seat_columns": list(columns.values()),
            "seats": [(page_label(seat), counts) for seat, counts in enumerate(wins)],
            "line_errors": list(islice(errors, _MAX_ERRORS_SHOWN)),
            "tables": TABLE_MEDIA_TYPES,
        }


class Bar(NamedTuple):
    """A bar of a chart.

    `share` is a fraction of all deals; `width` is a percentage of the longest bar.
    """

    label: str
    deals: int
    share: float
    width: float


def _bars(contest: Contest, name: str, tallies: Tally) -> list[Bar]:
    """Return a bar for each winning category, the best first, and for deals without a winner."""
    tally = tallies["contests"][contest.name]
    by_category = zip(contest.ranking.categories, tally["categories"], strict=True)
    counts = {category_text(slug): count for slug, count in reversed([*by_category]) if count}
    if tally["none"]:
        counts[f"no {name}"] = tally["none"]
    total, longest = sum(counts.values()), max(counts.values(), default=0)
    return [
        Bar(capfirst(label), count, count / total, round(100 * count / longest, 2))
        for label, count in counts.items()
    ]


class _ConfirmedChange(OwnBatch, TemplateView):
    """Base view of changes of a batch or an audit that need a confirmation."""

    works = tuple(Work)
    template_name = "confirm.html"
    verb: str
    button: str
    keep_label = "Keep it"

    @property
    def heading(self) -> str:
        return f"{self.verb} {self.batch.name or 'this file'}?"

    @property
    def back_url(self) -> str:
        return self.batch.get_absolute_url()

    @property
    def warning(self) -> str:
        """Return a warning that lists the files and deals to delete."""
        batch = self.batch
        deleted = ["The log", "its report"] if batch.is_audit else ["The file", "its results"]
        if batch.stores:
            deleted.append(f"the {'hands' if batch.is_audit else 'deals'} it stored")
        return f"{join_words(deleted)} will be deleted. This can't be undone."


class CancelBatch(_ConfirmedChange):
    """Cancel a batch after confirmation, and delete its results so far."""

    verb, button, keep_label = "Cancel", "Stop and delete", "Let it run"

    def get(self, request: HttpRequest, batch: UUID) -> HttpResponse:
        return super().get(request, batch) if self.batch.is_unfinished else redirect(self.batch)

    def post(self, request: HttpRequest, batch: UUID) -> HttpResponse:
        if not control.cancel(self.batch):
            messages.info(request, f"{self.batch.name or 'The file'} had already ended.")
        return redirect(self.batch)


class RemoveBatch(_ConfirmedChange):
    """Delete a batch after confirmation."""

    verb, button = "Delete", "Delete"

    def post(self, request: HttpRequest, batch: UUID) -> HttpResponse:
        control.remove(self.batch)
        messages.success(request, f"{self.batch.name or 'The file'} deleted.")
        return redirect("audits" if self.batch.is_audit else "batches")


class ResumeBatch(OwnBatch):
    """Resume a failed batch."""

    works = tuple(Work)
    http_method_names = ["post"]

    def post(self, request: HttpRequest, batch: UUID) -> HttpResponse:
        control.resume(self.batch)
        return redirect(self.batch)


class BatchRecords(OwnBatch):
    """Download the settled deals."""

    def get(self, request: HttpRequest, batch: UUID) -> HttpResponseBase:
        self.require_done()
        return records_response(self.batch, request.headers.get("Range", ""))


class BatchTable(OwnBatch):
    """Download the deals as a table; until the file exists, show a page that reloads itself."""

    def get(self, request: HttpRequest, batch: UUID, kind: str) -> HttpResponseBase:
        self.require_done()
        if kind not in TABLE_MEDIA_TYPES:
            raise Http404
        try:
            return table_response(self.batch, kind, request.headers.get("Range", ""))
        except ExportInProgress:
            context = {"batch": self.batch, "kind": kind}
            return render(request, "showdown/batches/export.html", context, status=202)
        except ExportJobFailed as error:
            messages.error(request, f"The file couldn't be created: {error}")
            return redirect(self.batch)


class BatchErrors(OwnBatch):
    """Download the errors of all lines as CSV."""

    def get(self, request: HttpRequest, batch: UUID) -> HttpResponseBase:
        return line_errors_response(self.batch)
