"""The omahacomp contract: a deal on each line, its record the line and the verdict below it."""

from collections.abc import Iterator, Sequence

from showdown.evaluator.chips import pay
from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.games import Game
from showdown.evaluator.settlement import settle
from showdown.notation.contract import (
    Award,
    Complaint,
    Entry,
    TextFormat,
    bytes_of,
    complaint_of,
    lines_of,
    text_of,
)
from showdown.notation.deal_json import Submission
from showdown.notation.deal_line import read_line, say_awards
from showdown.words.payouts import totals_line


class Omahacomp(TextFormat):
    """`HandA:Ac-Kd-Jd-3d HandB:5c-5d-6c-7d Board:Ah-Kh-5s-2s-Qd`, a blank line between records."""

    name = "omahacomp"
    separator = b"\n"

    def read(self, data: bytes, first_line: int, game: Game) -> Iterator[Entry]:
        for number, line in lines_of(data, first_line):
            try:
                yield Entry(number, line, read_line(text_of(line), game))
            except InvalidDeal as error:
                yield Entry(number, line, complaint_of(error, number))

    def record(self, entry: Entry, deal: Submission, awards: Sequence[Award]) -> bytes:
        said = say_awards(awards, len(deal.deal.hands))
        if deal.wagers:
            said += f"\n=> {totals_line(pay(settle(deal.deal), deal.wagers))}"
        return b"%b\n%b\n" % (entry.text, said.encode())

    def refusal(self, entry: Entry, complaint: Complaint) -> bytes:
        return b"%b\n=> Error: %b\n" % (entry.text, bytes_of(complaint.message))
