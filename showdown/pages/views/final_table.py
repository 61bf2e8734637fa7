"""Deals at a final table. The address contains the whole input; nothing is stored."""

from itertools import groupby
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.generic import View

from showdown.bulk.proposals import Proposals, proposals_for
from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.final_table import MAX_PLAYERS, FinalTable
from showdown.notation.tournament_words import final_table_from_rows, split_prizes
from showdown.pages.forms.settle_up import MAX_CELL, rows_of, with_spare
from showdown.words.errors import error_text
from showdown.words.final_table import EXPLANATIONS, METHODS, money_text, warnings
from showdown.words.ranks import sentence

_FIELDS = ("player", "chips")
_LEAST_ROWS = 4


class FinalTableDeal(View):
    """Show the form for stacks and prizes, and each player's amount by ICM and by chip chop."""

    def get(self, request: HttpRequest) -> HttpResponse:
        rows = rows_of(request.GET, _FIELDS, MAX_PLAYERS + 1)
        typed = {
            name: request.GET.get(name, "")[: 2 * MAX_CELL] for name in ("prizes", "left", "unit")
        }
        context: dict[str, Any] = {
            "rows": with_spare(rows, len(_FIELDS), _LEAST_ROWS)[:MAX_PLAYERS],
            "typed": typed,
        }
        status = 200
        if rows or typed["prizes"]:
            try:
                table = final_table_from_rows(
                    [(name, chips) for name, chips in rows],
                    split_prizes(typed["prizes"]),
                    left=typed["left"],
                    unit=typed["unit"],
                )
                context |= _proposed(table, proposals_for(table))
            except InvalidDeal as error:
                context["refused"] = sentence(error_text(error))
                status = 422
        return render(request, "showdown/money/final_table.html", context, status=status)


def _proposed(table: FinalTable, proposals: Proposals) -> dict[str, Any]:
    """Return the proposals for the template: a table for each sum left, a column per method."""
    tables = []
    for left, group in groupby(proposals.proposals, lambda proposal: proposal.left):
        columns = list(group)
        players = [
            (label, f"{chips:,}", [money_text(each.amounts[label], table) for each in columns])
            for label, chips in table.stacks.items()
        ]
        tables.append(
            {
                "left": money_text(left, table) if left else "",
                "columns": [METHODS[proposal.method] for proposal in columns],
                "players": players,
                "total": money_text(table.total - left, table),
            }
        )
    return {
        "tables": tables,
        "prizes": [money_text(prize, table) for prize in table.prizes],
        "margin": f"{proposals.margin / 100:,.2f}" if proposals.margin else "",
        "warnings": warnings(table, proposals.proposals),
        "explanations": EXPLANATIONS.values(),
    }
