"""The table: a form that takes the cards, and says who wins."""

import random
from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.generic import View
from django_htmx.http import retarget

from showdown.evaluator.deals import Deal
from showdown.evaluator.games import GAMES
from showdown.models import NotStored
from showdown.pages.forms.chips import ChipsForm
from showdown.pages.forms.line import LineForm
from showdown.pages.forms.table import Setting, TableForm, Typed
from showdown.pages.forms.typed import typed_deal, typed_submitted
from showdown.pages.spread import spread_out
from showdown.pages.views.recording import record_once
from showdown.pages.views.requests import PageRequest
from showdown.pages.worked_examples import shuffled_deal

_TEMPLATE = "showdown/table.html"
_SETTING = ("game", "players")


class Table(View):
    """Shows the form, and does with it what the button says that was pressed."""

    def get(self, request: PageRequest) -> HttpResponse:
        typed, line = _with_line_read(request.GET.dict())
        return self._shown(request, typed, line)

    def post(self, request: PageRequest) -> HttpResponse:
        typed, line = _with_line_read(request.POST.dict())
        if line.errors:
            return self._shown(request, typed, line)
        actions: dict[str, Callable[[PageRequest, Typed], HttpResponse]] = {
            "read": self._shown,
            "table": self._shown,
            "deal": self._dealt,
            "clear": self._cleared,
        }
        return actions.get(request.POST.get("action", ""), self._settled)(request, typed)

    def _dealt(self, request: PageRequest, typed: Typed) -> HttpResponse:
        setting = Setting.asked(typed)
        deal = shuffled_deal(setting.game, setting.players, random.SystemRandom())
        return self._shown(request, {**typed, **typed_deal(deal, labels=False)})

    def _cleared(self, request: PageRequest, typed: Typed) -> HttpResponse:
        return self._shown(request, {name: typed[name] for name in _SETTING if name in typed})

    def _settled(self, request: PageRequest, typed: Typed) -> HttpResponse:
        table = TableForm(typed, setting=Setting.asked(typed), checked=True)
        deal = table.deal if table.is_valid() else None
        chips = ChipsForm(typed, labels=table.labels, deal=deal)
        if deal is None or not chips.is_valid():
            return self._answered(request, table, chips)
        return self._told(request, table, chips, deal)

    def _told(
        self, request: PageRequest, table: TableForm, chips: ChipsForm, deal: Deal
    ) -> HttpResponse:
        """The result: as a page of its own, or in this one if it is wanted here, or not stored."""
        not_stored = False
        try:
            showdown = record_once(request, deal, chips.wagers)
        except NotStored as error:
            showdown, not_stored = error.showdown, True
        if not (request.htmx or not_stored):
            return redirect(showdown)
        spread = spread_out(showdown.settlement, showdown.payout)
        told = {"showdown": showdown, "not_stored": not_stored, "spread": spread}
        return self._answered(request, table, chips, **told)

    def _answered(
        self, request: PageRequest, table: TableForm, chips: ChipsForm, **result: Any
    ) -> HttpResponse:
        context = _context(table, chips, LineForm(game=table.setting.game)) | result
        part = "#answer" if request.htmx else ""
        return render(request, _TEMPLATE + part, context)

    def _shown(
        self, request: PageRequest, typed: Typed, line: LineForm | None = None
    ) -> HttpResponse:
        """The form with what was typed, nothing of it judged but a pasted line."""
        setting = Setting.asked(typed)
        table = TableForm(typed, setting=setting)
        chips = ChipsForm(typed, labels=table.labels)
        context = _context(table, chips, line or LineForm(game=setting.game))
        if not request.htmx:
            return render(request, _TEMPLATE, context)
        return retarget(render(request, f"{_TEMPLATE}#table", context), "#table")


def _with_line_read(typed: dict[str, str]) -> tuple[dict[str, str], LineForm]:
    """What was typed, a deal that was pasted in its fields; and the form of what was pasted."""
    game = Setting.asked(typed).game
    line = LineForm(typed, game=game)
    line.full_clean()
    if not line.submitted:
        return typed, line
    read = typed_submitted(line.submitted)
    return (read if line.submitted.wagers else typed | read), LineForm(game=game)


def _context(table: TableForm, chips: ChipsForm, line: LineForm) -> dict[str, Any]:
    return {
        "form": table,
        "chips": chips,
        "paste": line,
        "game": table.setting.game,
        "games": GAMES,
    }
