"""Audits: submit a log, follow its progress, and show the hands that were paid incorrectly."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.template.loader import render_to_string

from showdown.audits.converting import TimeLimitExceeded
from showdown.audits.report_files import entry_context
from showdown.batches.audit_results import (
    CONVERTED_FORMATS,
    MAX_LISTED_HANDS,
    REPORT_MEDIA_TYPES,
    Entry,
    converted_response,
    find_entry,
    first_entries,
    header_of,
    is_quickly_converted,
    last_line_of,
    report_page_response,
    report_response,
)
from showdown.batches.nights import load_night, night_files_of
from showdown.batches.uploads import UploadSession
from showdown.bulk.capacity import TooBusy
from showdown.evaluator.cards import parse_cards
from showdown.evaluator.differences import Kind
from showdown.evaluator.games import GAMES
from showdown.evaluator.rule_sets import RULE_SETS, WSOP_2026
from showdown.files.byte_streams import UnusableInput
from showdown.models import Batch, Work
from showdown.notation.deal_format import Submission
from showdown.notation.deal_line import read_line
from showdown.notation.logs.logged_hand import Skip
from showdown.pages.forms.field_values import submission_fields
from showdown.pages.forms.uploads import (
    AuditForm,
    DifferencesForm,
    NightForm,
    PrivacyForm,
    entered_terms,
    largest_difference,
)
from showdown.pages.night_presentation import night_context, selectable_players
from showdown.pages.presentation import include_paid, present_with_names
from showdown.pages.views.batches import Batches, BatchPage, OwnBatch
from showdown.words.differences import KIND_NAMES
from showdown.words.nights import AmountFormatter, without_hands_text

_ENTRIES_PER_PAGE = 20


class Audits(Batches):
    """List the user's audits, with the form to submit a log."""

    form = AuditForm
    template_name = "showdown/audits/list.html"
    accepts_several_files = True
    samples: Mapping[str, dict[str, Any]] = {"log.txt": {"rules": "", "store": False}}

    works = (Work.AUDIT,)

    def submit(self, session: UploadSession, name: str, fields: dict[str, Any]) -> Batch:
        rules = RULE_SETS.get(fields["rules"], WSOP_2026)
        terms = entered_terms(fields)
        return session.submit_log(name=name, rules=rules, terms=terms, stores=fields["store"])


class OwnAudit(OwnBatch):
    """Base view of one of the user's audits."""

    works = (Work.AUDIT,)

    def require_report(self) -> None:
        if not (self.batch.is_done and self.batch.report):
            raise Http404("this audit is not done")

    def deal_of(self, entry: Mapping[str, Any]) -> tuple[Submission, dict[str, str]]:
        """Return the deal of an entry of the report, and the names of its players by label."""
        submission = read_line(entry["deal"], GAMES[entry["game"]], self.batch.rules)
        seats = submission.wagers.seats if submission.wagers else ()
        labels = dict.fromkeys((*submission.deal.labels, *seats))
        return submission, {label: entry.get("labels", {}).get(label, label) for label in labels}


class AuditPage(OwnAudit, BatchPage):
    """Show the progress of an audit and, when it is done, the hands that were paid incorrectly."""

    template_name = "showdown/audits/detail.html"
    progress_template = "showdown/audits/progress.html"

    def result_context(self) -> dict[str, Any]:
        batch = self.batch
        if not batch.is_done:
            return {}
        header, tallies = header_of(batch), batch.tallies or {}
        files = tallies.get("files", [])
        form = DifferencesForm(self.request.GET)
        listed_entries = first_entries(batch)
        differences = form.select(listed_entries)
        page = Paginator(differences, _ENTRIES_PER_PAGE).get_page(self.request.GET.get("page"))
        last_line = last_line_of(batch)
        amounts = AmountFormatter.for_report(
            [{"amount": largest_difference(entry)} for entry in listed_entries] + [last_line]
        )
        query = self.request.GET.copy()
        for name in ("page", "luck"):
            query.pop(name, None)
        return {
            "header": header,
            "skipped_hands": {
                reason: count
                for reason, count in header["skipped"].items()
                if reason != Skip.NO_HANDS
            },
            "files": files,
            "file_count": tallies.get("file_count", 0),
            "without_hands": without_hands_text([name for name, hands in files if not hands]),
            "last_line": amounts.format_amounts(last_line),
            "broken": tallies.get("broken", []),
            "form": form,
            "page": page,
            "differences": [self._present(entry, amounts) for entry in page],
            "difference_count": len(differences),
            "not_listed": max(0, batch.errors - len(listed_entries)),
            "max_listed": MAX_LISTED_HANDS,
            "filters": query.urlencode(),
            "is_quickly_converted": is_quickly_converted(batch),
            "night_form": NightForm(initial=batch.terms, auto_id="night_%s"),
            **night_context(batch, self.request.GET.get("luck", "")),
        }

    def _present(self, entry: Entry, amounts: AmountFormatter) -> dict[str, Any]:
        """Return the entry with its amount, its kind and game as text, and the settled hand."""
        return entry | {
            "kind_name": KIND_NAMES[Kind(entry["kind"])],
            "amount": amounts(largest_difference(entry)) if entry["difference"] else "",
            "game": GAMES[entry["game"]].name,
            "presentation": present_with_names(*self.deal_of(entry)) if entry.get("deal") else None,
        }


class AuditedHand(OwnAudit):
    """Show a hand that was paid incorrectly: the correct payout, cards, chips and reasons."""

    def get(self, request: HttpRequest, batch: UUID, line: int) -> HttpResponse:
        self.require_report()
        entry = find_entry(self.batch, line, request.GET.get("file", ""))
        if entry is None:
            raise Http404("no hand on this line was paid incorrectly")
        context = {"batch": self.batch, **entry_context(entry)}
        if not entry.get("deal"):
            texts = [*entry["hands"].items(), *(("Board", board) for board in entry["boards"])]
            context["named_cards"] = [(name, parse_cards(text)) for name, text in texts]
        else:
            submission, names = self.deal_of(entry)
            paid_names = [name for name, amount in entry["paid"].items() if float(amount)]
            context |= {
                "presentation": include_paid(present_with_names(submission, names), paid_names),
                "line": entry["deal"],
                "table_fields": submission_fields(submission),
            }
        return render(request, "showdown/audits/hand.html", context)


class AuditReport(OwnAudit):
    """Download the report as signed JSON Lines or a table, or show it as a printable page."""

    def get(self, request: HttpRequest, batch: UUID, kind: str) -> HttpResponseBase:
        self.require_report()
        if kind not in REPORT_MEDIA_TYPES:
            raise Http404
        if kind == "html":
            page = render_to_string(
                "showdown/audits/printed/page.html", {"batch": self.batch}, request
            )
            return report_page_response(self.batch, page)
        return report_response(self.batch, kind, request.headers.get("Range", ""))


class ConvertedLog(OwnAudit):
    """Download the log in another format."""

    def get(self, request: HttpRequest, batch: UUID, ending: str) -> HttpResponseBase:
        self.require_report()
        if ending not in CONVERTED_FORMATS or not is_quickly_converted(self.batch):
            raise Http404
        night_files = night_files_of(self.batch)
        form = PrivacyForm(
            request.GET, players=selectable_players(load_night(night_files)) if night_files else ()
        )
        if not form.is_valid():
            messages.error(request, "Choose the hole cards again.")
            return redirect(self.batch)
        try:
            return converted_response(self.batch, ending, **form.cleaned_data)
        except UnusableInput as error:
            raise Http404(str(error)) from error
        except TimeLimitExceeded:
            text = "This log takes too long to convert here. Use “manage.py log convert” instead."
        except TooBusy:
            text = "Other logs are being converted. Try again in a few seconds."
        messages.error(request, text)
        return redirect(self.batch)
