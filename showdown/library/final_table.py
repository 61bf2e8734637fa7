"""Divide the prizes of a final table."""

from collections.abc import Mapping, Sequence
from decimal import Decimal

from showdown.bulk.proposals import Proposals, build_proposals
from showdown.evaluator.final_table import FinalTable
from showdown.library.arguments import add_error_messages
from showdown.notation.final_table_json import ProposalsJson, proposals_to_json
from showdown.notation.tournament_words import final_table_from_rows
from showdown.words.final_table import method_text, money_text


class TableDeal:
    """The amounts of each player by each method of dividing the prizes.

    `margin` is the margin of error of amounts by ICM, at 95% confidence; it is 0 for exact
    amounts.
    """

    def __init__(self, table: FinalTable, proposals: Proposals) -> None:
        self.table = table
        self.proposals = proposals

    @property
    def icm(self) -> dict[str, Decimal]:
        """Return the amounts by the Independent Chip Model if all prizes are divided."""
        return self._amounts("icm", 0)

    @property
    def chip_chop(self) -> dict[str, Decimal]:
        """Return the amounts by chip chop if all prizes are divided."""
        return self._amounts("chip-chop", 0)

    @property
    def icm_with_left(self) -> dict[str, Decimal]:
        """Return the amounts by ICM if `left` is kept for the winner."""
        return self._amounts("icm", self.table.left)

    @property
    def chip_chop_with_left(self) -> dict[str, Decimal]:
        """Return the amounts by chip chop if `left` is kept for the winner."""
        return self._amounts("chip-chop", self.table.left)

    @property
    def margin(self) -> Decimal:
        return Decimal(round(self.proposals.margin)).scaleb(-2)

    def to_json(self) -> ProposalsJson:
        """Return the proposals in the JSON of the API."""
        return proposals_to_json(self.table, self.proposals)

    def _amounts(self, method: str, left: int) -> dict[str, Decimal]:
        for proposal in self.proposals.proposals:
            if (proposal.method, proposal.left) == (method, left):
                amounts = proposal.amounts.items()
                return {label: Decimal(cents).scaleb(-2) for label, cents in amounts}
        raise KeyError(method)

    def __repr__(self) -> str:
        lines = []
        for proposal in self.proposals.proposals:
            amounts = proposal.amounts.items()
            player_amounts = (
                f"{label} {money_text(cents, self.table)}" for label, cents in amounts
            )
            lines.append(f"  {method_text(proposal, self.table)}: {', '.join(player_amounts)}")
        return "\n".join(["<TableDeal:", *lines]) + ">"


def deal(
    stacks: Mapping[str, int] | Sequence[int],
    prizes: Sequence[int | str | Decimal],
    *,
    left: int | str | Decimal = 0,
    unit: int | str | Decimal | None = None,
) -> TableDeal:
    """Propose how to divide the remaining prizes: by ICM and by chip chop.

    `stacks` are the chips of the players, by name or as a list; `prizes` are sorted from the first
    place down. `left` is kept for the winner. Amounts are rounded to `unit`, by default 1, or 0.01
    if a prize has cents, and add up to the prizes. ICM is exact for up to 10 players and sampled
    for up to 30. Raise InvalidDeal if an argument is invalid.
    """
    if isinstance(stacks, Mapping):
        rows = [(str(label), str(chips)) for label, chips in stacks.items()]
    else:
        rows = [("", str(chips)) for chips in stacks]
    with add_error_messages():
        table = final_table_from_rows(
            rows,
            [str(prize) for prize in prizes],
            left=str(left),
            unit="" if unit is None else str(unit),
        )
        return TableDeal(table, build_proposals(table))
