"""Pages to settle up without a log and to propose deals at a final table.

The address contains the whole input, so a link shares it; nothing is stored.
"""

from collections import Counter
from decimal import Decimal
from itertools import groupby
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.generic import View

from showdown.audits.night.ledger import MAX_EXPENSES, MAX_PLAYERS, SettledLedger
from showdown.bulk.proposals import Proposals, build_proposals
from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.final_table import MAX_FINALISTS, FinalTable
from showdown.notation.encodings import decode
from showdown.notation.pokernow_ledger import find_mergeable_names, read_ledger
from showdown.pages.forms.money import LABELS, FinalTableForm, SettleUpForm, add_spare_rows
from showdown.words.final_table import EXPLANATIONS, METHODS, list_warnings, money_text
from showdown.words.nights import AmountFormatter
from showdown.words.ranks import join_words

_MIN_ROWS = 4


class SettleUp(View):
    """Show the fewest payments for the given buy-ins and cash-outs."""

    def get(self, request: HttpRequest) -> HttpResponse:
        form = SettleUpForm.from_query(request.GET)
        is_sent = form.players or form.expenses or "player" in request.GET
        settled = form.settle() if is_sent else None
        return self._render_page(form, **_settled_context(form, settled) if settled else {})

    def post(self, request: HttpRequest) -> HttpResponse:
        """Read PokerNow's ledger, pasted or as a file, and redirect to the page with its rows."""
        file = request.FILES.get("file")
        text = decode(file.read()) if file else request.POST.get("ledger", "")
        try:
            players = read_ledger(text)
            form = SettleUpForm.from_ledger(players)
            form.settle()
        except InvalidDeal as error:
            form = SettleUpForm([])
            form.errors.add(error, "ledger-file" if file else "ledger")
        if form.errors:
            return self._render_page(form, ledger="" if file else text[:10_000])
        for player in players:
            if len(player.nicknames) > 1:
                others = join_words(player.nicknames[1:])
                messages.info(request, f"{player.name} also played as {others}.")
        return redirect(f"{reverse('settle_up')}?{form.query_string()}")

    def _render_page(self, form: SettleUpForm, **result: Any) -> HttpResponse:
        context = {
            "form": form,
            "rows": add_spare_rows(form.players, 3, _MIN_ROWS, MAX_PLAYERS),
            "expenses": add_spare_rows(form.expenses, 4, 1, MAX_EXPENSES),
            "labels": LABELS,
            **result,
        }
        status = 422 if form.errors else 200
        return render(self.request, "showdown/money/settle_up.html", context, status=status)


def _settled_context(form: SettleUpForm, settled: SettledLedger) -> dict[str, Any]:
    rows = [
        (name, Decimal(settled.buy_ins[name]), Decimal(settled.cash_outs[name]), Decimal(net))
        for name, net in sorted(settled.nets.items(), key=lambda item: -item[1])
    ]
    amounts = AmountFormatter(cents / 100 for _, *row in rows for cents in row)
    difference = Decimal(settled.difference)
    row_counts = Counter(name for name, *_ in form.players if name)
    return {
        "settled": settled,
        "off_by": amounts(abs(difference) / 100) if difference else "",
        "payments": [
            (payer, receiver, amounts(Decimal(cents) / 100))
            for payer, receiver, cents in settled.payments
        ],
        "standings": [
            (name, amounts(buy_in / 100), amounts(cash_out / 100), amounts(net / 100))
            for name, buy_in, cash_out, net in rows
        ],
        "repeated": [name for name, count in row_counts.items() if count > 1],
        "mergeable": [
            (first, second, form.merge_names(first, second).query_string())
            for first, second in find_mergeable_names(settled.nets)
        ],
    }


class FinalTableDeal(View):
    """Show the form for stacks and prizes, and each player's amount by ICM and by chip chop."""

    def get(self, request: HttpRequest) -> HttpResponse:
        form = FinalTableForm.from_query(request.GET)
        table = form.final_table() if form.rows or form.prizes else None
        context = {
            "form": form,
            "rows": add_spare_rows(form.rows, 2, _MIN_ROWS, MAX_FINALISTS),
            "labels": LABELS,
            **(_proposals_context(table, build_proposals(table)) if table else {}),
        }
        status = 422 if form.errors else 200
        return render(request, "showdown/money/final_table.html", context, status=status)


def _proposals_context(table: FinalTable, proposals: Proposals) -> dict[str, Any]:
    """Return the template context.

    `tables` contains a table for each amount set aside for the winner, with a column for each
    method.
    """
    tables = []
    for set_aside, group in groupby(proposals.proposals, lambda proposal: proposal.left):
        table_proposals = list(group)
        players = [
            (
                label,
                f"{chips:,}",
                [money_text(proposal.amounts[label], table) for proposal in table_proposals],
            )
            for label, chips in table.stacks.items()
        ]
        tables.append(
            {
                "left": money_text(set_aside, table) if set_aside else "",
                "columns": [METHODS[proposal.method] for proposal in table_proposals],
                "players": players,
                "chips": f"{sum(table.stacks.values()):,}",
                "total": money_text(table.total - set_aside, table),
            }
        )
    return {
        "tables": tables,
        "prizes": [money_text(prize, table) for prize in table.prizes],
        "margin": f"{proposals.margin / 100:,.2f}" if proposals.margin else "",
        "warnings": list_warnings(table, proposals.proposals),
        "explanations": EXPLANATIONS.values(),
    }
