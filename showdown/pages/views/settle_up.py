"""Settle up without a log: who pays whom at the end of the night.

The address contains the whole input, so a link shares it; nothing is stored.
"""

from decimal import Decimal
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.generic import View

from showdown.audits.night.ledger import MAX_PLAYERS, Reckoning
from showdown.evaluator.errors import InvalidDeal
from showdown.notation.encodings import decode
from showdown.notation.pokernow_ledger import mergeable, players_of_ledger
from showdown.pages.forms.settle_up import (
    EXPENSE_FIELDS,
    PLAYER_FIELDS,
    SettleUpForm,
    form_of_ledger,
    with_spare,
)
from showdown.words.errors import error_text
from showdown.words.nights import Amounts
from showdown.words.ranks import listed, sentence

_LEAST_ROWS = 4


class SettleUp(View):
    """Show the fewest payments for the given buy-ins and cash-outs."""

    def get(self, request: HttpRequest) -> HttpResponse:
        form = SettleUpForm.of(request.GET)
        if not form.players:
            return _page(request, form)
        try:
            return _page(request, form, **_result(form, form.reckon()))
        except InvalidDeal as error:
            return _page(request, form, error)

    def post(self, request: HttpRequest) -> HttpResponse:
        """Read PokerNow's ledger, pasted or as a file, and redirect to the address of its rows."""
        file = request.FILES.get("file")
        text = decode(file.read()) if file else request.POST.get("ledger", "")
        try:
            players = players_of_ledger(text)
            form = form_of_ledger(players)
            form.reckon()
        except InvalidDeal as error:
            return _page(request, SettleUpForm([], []), error, ledger=text[:10_000])
        for player in players:
            if len(player.nicknames) > 1:
                others = listed(player.nicknames[1:])
                messages.info(request, f"{player.name} also played as {others}.")
        return redirect(f"{reverse('settle-up')}?{form.query()}")


def _page(
    request: HttpRequest, form: SettleUpForm, error: InvalidDeal | None = None, **shown: Any
) -> HttpResponse:
    context = {
        "rows": with_spare(form.players, len(PLAYER_FIELDS), _LEAST_ROWS)[:MAX_PLAYERS],
        "expenses": with_spare(form.expenses, len(EXPENSE_FIELDS), 1),
        "has_expenses": bool(form.expenses),
        "difference": form.difference,
        "refused": sentence(error_text(error)) if error else "",
        **shown,
    }
    status = 422 if error else 200
    return render(request, "showdown/money/settle_up.html", context, status=status)


def _result(form: SettleUpForm, reckoning: Reckoning) -> dict[str, Any]:
    """Return the template context of a settled night."""
    standings = sorted(reckoning.nets.items(), key=lambda item: -item[1])
    cents = [*reckoning.buy_ins.values(), *reckoning.cash_outs.values(), *reckoning.nets.values()]
    amounts = Amounts(Decimal(amount) / 100 for amount in cents)

    def money(amount: int) -> str:
        return amounts(Decimal(amount) / 100)

    payments = [(one.payer, one.receiver, money(one.amount)) for one in reckoning.payments]
    return {
        "is_open": reckoning.is_open,
        "is_more": reckoning.difference > 0,
        "off_by": money(abs(reckoning.difference)) if reckoning.difference else "",
        "payments": payments,
        "text": "\n".join(f"{payer} pays {payee} {amount}" for payer, payee, amount in payments),
        "standings": [
            (
                name,
                money(reckoning.buy_ins[name]),
                money(reckoning.cash_outs[name]),
                f"{'+' if net > 0 else '−' if net < 0 else ''}{money(abs(net))}",
                net < 0,
            )
            for name, net in standings
        ],
        "names": list(reckoning.nets),
        "mergeable": [
            (first, second, form.query(renamed=(first, second)))
            for first, second in mergeable(reckoning.nets)
        ],
    }
