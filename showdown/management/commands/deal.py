"""deal STACKS PRIZES: propose a deal at the final table."""

import json
from argparse import ArgumentParser
from typing import Any

from showdown.bulk.proposals import build_proposals
from showdown.management.base import ShowdownCommand
from showdown.management.outputs import align_columns
from showdown.notation.final_table_json import proposals_to_json
from showdown.notation.tournament_words import final_table_from_text
from showdown.words.final_table import list_warnings, method_text, money_text


class Command(ShowdownCommand):
    help = "Propose a deal at the final table, by ICM and by chip chop."

    def add_arguments(self, parser: ArgumentParser) -> None:
        add = parser.add_argument
        add("stacks", help="chips by player: Anna=5000,Boris=3000")
        add("prizes", help="the remaining prizes, highest first: 500,300")
        add("--left", default="", help="the money kept for the winner")
        add("--unit", default="", help="the smallest amount paid (default: 1, or 0.01 with cents)")
        add("--json", action="store_true", help="write JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        table = final_table_from_text(
            options["stacks"], options["prizes"], left=options["left"], unit=options["unit"]
        )
        proposals = build_proposals(table)
        if options["json"]:
            document = proposals_to_json(table, proposals)
            self.stdout.write(json.dumps(document, ensure_ascii=False, indent=1))
            return
        all_proposals = proposals.proposals
        rows = [["", "chips", *(method_text(proposal, table) for proposal in all_proposals)]]
        for label, chips in table.stacks.items():
            amounts = [money_text(proposal.amounts[label], table) for proposal in all_proposals]
            rows.append([label, f"{chips:,}", *amounts])
        totals = [money_text(table.total - proposal.left, table) for proposal in all_proposals]
        rows.append(["total", f"{sum(table.stacks.values()):,}", *totals])
        lines = [*align_columns(rows, left_columns=(0,))]
        if proposals.margin:
            margin = proposals.margin / 100
            lines.append(f"ICM is sampled: ± {margin:,.2f} with 95% confidence.")
        self.stdout.write("\n".join([*lines, *list_warnings(table, all_proposals)]))
