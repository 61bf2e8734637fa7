"""The table: a form that takes the cards, and says who wins."""

import random
from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.generic import View
from django_htmx.http import retarget

from showdown.evaluator.games import GAMES
from showdown.evaluator.rule_sets import RULE_SETS, WSOP_2024
from showdown.models import NotStored
from showdown.models.showdown import LONGEST_NOTE
from showdown.notation.submission import Submission
from showdown.pages.forms.chips import ChipsForm
from showdown.pages.forms.line import LineForm
from showdown.pages.forms.table import TableForm
from showdown.pages.forms.typed import typed_deal, typed_submission
from showdown.pages.presentation import present
from showdown.pages.seating import Seating, Typed
from showdown.pages.views.recording import record_once
from showdown.pages.views.requests import PageRequest
from showdown.pages.worked_examples import shuffled_deal
from showdown.words.games import rules_text

_TEMPLATE = "showdown/table.html"
_KEPT = ("game", "players", "runs", "rules")
_RULES = "rules"
_YEAR = 365 * 24 * 3600


class Table(View):
    """Shows the form, and does with it what the button says that was pressed."""

    def get(self, request: PageRequest) -> HttpResponse:
        typed, line = _with_line_read(_typed(request))
        return self._shown(request, typed, line)

    def post(self, request: PageRequest) -> HttpResponse:
        typed, line = _with_line_read(_typed(request))
        if line.errors:
            return self._shown(request, typed, line)
        actions: dict[str, Callable[[PageRequest, Typed], HttpResponse]] = {
            "read": self._shown,
            "table": self._shown,
            "deal": self._dealt,
            "clear": self._cleared,
        }
        response = actions.get(request.POST.get("action", ""), self._settled)(request, typed)
        return _remembering(response, request, typed)

    def _dealt(self, request: PageRequest, typed: Typed) -> HttpResponse:
        seating = Seating.asked(typed)
        deal = shuffled_deal(Seating(seating.game, seating.players), random.SystemRandom())
        return self._shown(request, {**typed, **typed_deal(deal, labels=False)})

    def _cleared(self, request: PageRequest, typed: Typed) -> HttpResponse:
        return self._shown(request, {name: typed[name] for name in _KEPT if name in typed})

    def _settled(self, request: PageRequest, typed: Typed) -> HttpResponse:
        table = TableForm(typed, seating=Seating.asked(typed), checked=True)
        deal = table.deal if table.is_valid() else None
        chips = ChipsForm(typed, labels=table.labels, deal=deal)
        if deal is None or not chips.is_valid():
            return self._answered(request, table, chips)
        return self._told(request, table, chips, Submission(deal, chips.wagers, chips.rule_set))

    def _told(
        self, request: PageRequest, table: TableForm, chips: ChipsForm, submission: Submission
    ) -> HttpResponse:
        """The result: as a page of its own, or in this one if it is wanted here, or not stored."""
        not_stored = False
        try:
            showdown = record_once(request, submission, _note(request))
        except NotStored as error:
            showdown, not_stored = error.showdown, True
        if not (request.htmx or not_stored):
            return redirect(showdown)
        shown = present(showdown.settlement)
        told = {"showdown": showdown, "not_stored": not_stored, "shown": shown}
        return self._answered(request, table, chips, **told)

    def _answered(
        self, request: PageRequest, table: TableForm, chips: ChipsForm, **result: Any
    ) -> HttpResponse:
        context = _context(table, chips, LineForm(game=table.seating.game)) | result
        part = "#answer" if request.htmx else ""
        return render(request, _TEMPLATE + part, context)

    def _shown(
        self, request: PageRequest, typed: Typed, line: LineForm | None = None
    ) -> HttpResponse:
        """The form with what was typed, nothing of it judged but a pasted line."""
        seating = Seating.asked(typed)
        table = TableForm(typed, seating=seating)
        chips = ChipsForm(typed, labels=table.labels)
        context = _context(table, chips, line or LineForm(game=seating.game))
        if not request.htmx:
            return render(request, _TEMPLATE, context)
        return retarget(render(request, f"{_TEMPLATE}#table", context), "#table")


def _typed(request: PageRequest) -> dict[str, str]:
    """What was typed; the rule set is the one last used here, where none is named."""
    typed = (request.POST if request.method == "POST" else request.GET).dict()
    return {_RULES: request.COOKIES.get(_RULES, WSOP_2024.slug)} | typed


def _note(request: PageRequest) -> str:
    return request.POST.get("note", "").strip()[:LONGEST_NOTE]


def _remembering(response: HttpResponse, request: PageRequest, typed: Typed) -> HttpResponse:
    """The rule set is remembered in a cookie: it needs no database."""
    rules = typed[_RULES]
    if rules in RULE_SETS and rules != request.COOKIES.get(_RULES, WSOP_2024.slug):
        secure = request.is_secure()
        response.set_cookie(_RULES, rules, _YEAR, secure=secure, httponly=True, samesite="Lax")
    return response


def _with_line_read(typed: dict[str, str]) -> tuple[dict[str, str], LineForm]:
    """What was typed, a deal that was pasted in its fields; and the form of what was pasted."""
    game = Seating.asked(typed).game
    line = LineForm(typed, game=game)
    line.full_clean()
    if not line.submission:
        return typed, line
    read = typed_submission(line.submission)
    if not line.submission.wagers:
        read = typed | read | {_RULES: typed[_RULES]}
    return read, LineForm(game=game)


def _context(table: TableForm, chips: ChipsForm, line: LineForm) -> dict[str, Any]:
    game = table.seating.game
    return {
        "form": table,
        "chips": chips,
        "paste": line,
        "game": game,
        "rules_text": rules_text(game),
        "games": GAMES,
    }
