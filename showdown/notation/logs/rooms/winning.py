"""The text of the Winning network (Americas Cardroom, Black Chip) in English, since 2019.

The total is stated after rake and fees. `posts dead` means a big blind and a dead small blind, or
only a dead small blind. A tournament's hand begins with `Game Hand #80586589 - Tournament #11182752
- Holdem(No Limit) -`. A hand that was run twice has `*** FLOP 1 ***` and `*** FLOP 2 ***`. If all
players fold to the big blind, it is returned in part, in full, or with the pot.
"""

import re
from collections.abc import Sequence

from showdown.evaluator.cards import Cards
from showdown.evaluator.wagers import uncalled_of
from showdown.notation.logs.field_values import big_blind_in, cards_in_brackets, have_cents
from showdown.notation.logs.game_titles import find_game_by_title
from showdown.notation.logs.hand_reader import SHARED_VERBS
from showdown.notation.logs.logged_hand import EVERYTHING, Origin, ReadHand, Statement
from showdown.notation.logs.text_hand import DATE_AND_TIME, TextHand

_COLUMN = re.compile(r"([A-Z][A-Za-z ]*?) +\$?([\d,.]+)")
_HIGH_LOW = "H/L"
"""Before 2019 odd chips went to the low half; today's rule is unknown."""
_NO_FEES = ("Total pot", "Rake")
_FEES = {"JP Fee": "jackpot"}
_RUN = re.compile(r"\*\*\* (?:(FIRST|SECOND|THIRD) )?(?:FLOP|TURN|RIVER)(?: (\d))? \*\*\*(.*)")


class Winning(TextHand):
    name = "winning-2019"
    prefixes = ("Hand #", "Game Hand #")
    is_indented = True
    states = EVERYTHING - {Statement.RAKE_OF_POTS}
    may_lack = frozenset((Statement.EVERY_RETURN, Statement.ODD_CHIPS))
    lines_of_head = 2
    beginning = re.compile(r"(?:Game )?Hand #(\d+) - ")
    heading = re.compile(
        r"^(?:Game )?Hand #\d+ - (.*?Tournament #\d+ - )?([^()]+?) ?(?:\([^()]*\) ?){1,2}- "
        rf"(.*?) ?- {DATE_AND_TIME}"
    )
    table = re.compile(
        r"^(?!Hand #|Game Hand #)"
        r"(.+?) (?:\d+-max ?)?(?:\(Play Money\) ?)?(?:Seat #(\d+) is the button|(?<=-max)$)"
    )
    seat = re.compile(r"Seat (\d+): (.+) \((\S+)\)(?: is sitting out)?\s*$")
    first_streets = ("*** HOLE", "*** THIRD", "*** 3RD", "*** 3rd")

    def read(self, origin: Origin) -> ReadHand:
        self.need_summary()
        lines, header = self.lines, self.header
        game = find_game_by_title(header[2] if header else "", lines[0])
        is_cash = bool(header and not header[1] and "$" in header[3])
        self.start(2 if is_cash or have_cents(lines[2:]) else 0, lines[0])
        builder = self.builder
        if header:
            self.big_blind = builder.amount(big_blind_in(header[3], builder.limit))
        self.read_lines(lines[2 : self.summary])
        summary = lines[self.summary :]
        if total := next((line for line in summary if line.startswith("Total pot ")), ""):
            amounts = {name: builder.amount(amount) for name, amount in _COLUMN.findall(total)}
            builder.total = sum(amounts.values())
            builder.rake = amounts.get("Rake", 0)
            fees = {name: fee for name, fee in amounts.items() if name not in _NO_FEES and fee}
            builder.fees = {_FEES.get(name, name.lower()): fee for name, fee in fees.items()}
        builder.need_total()
        builder.boards = self.boards_in(summary)
        self.collect_from(summary)
        self._return_blind()
        if header and header[2].endswith(_HIGH_LOW):
            builder.states -= {Statement.ODD_CHIPS}
        builder.boards = self._boards(builder.boards) if game.boards else []
        return self.hand(origin, game)

    def read_notice(self, line: str) -> bool:
        return "will be allowed to play" in line

    def posts(self, name: str, more: str) -> None:
        """Also parse `dead $0.03`, and `$0.01`, which is dead if it is less than a big blind."""
        amount = self.amount(more)
        if more.startswith("dead") and amount >= self.big_blind:
            self.posts_both_blinds(name, amount)
        elif more[:1] in "$0123456789" and amount < self.big_blind:
            self.builder.post_dead(name, amount)
        else:
            super().posts(name, more)

    def adds(self, name: str, more: str) -> None:
        """Add chips; raises and caps may state a total."""
        _, to, total = more.partition(" to ")
        if to:
            self.raises_to(name, total)
        else:
            super().adds(name, more)

    verbs = {
        **SHARED_VERBS,
        "posts": posts,
        **dict.fromkeys(("calls", "bets", "raises", "completes", "brings"), adds),
        **dict.fromkeys(("caps", "cap", "straddle", "straddles"), adds),
        "collected": TextHand.collects,
    }

    def _return_blind(self) -> None:
        """Find the uncalled part of a blind after folds, which logs return in one of three ways."""
        builder = self.builder
        if not builder.returned:
            if not builder.round and len(builder.folded) + 1 == len(
                builder.live.keys() | builder.folded
            ):
                self.take_back()
                if builder.collected_uncalled:
                    builder.states -= {Statement.EVERY_RETURN}
            return
        # `Uncalled bet (2) returned to Cem`, and Cem wins 1: only 1 was uncalled, and the pot is 2.
        name, uncalled = uncalled_of(builder.live)
        excess = builder.returned.get(name, 0) - uncalled
        total = builder.pot_total()
        if len(builder.returned) == 1 and excess > 0 and total - excess == builder.total:
            builder.returned = {name: uncalled} if uncalled else {}
            builder.collect(name, excess)
            builder.total = total

    def _boards(self, stated: Sequence[Cards]) -> Sequence[Cards]:
        """Return the boards of the summary, or of the headings if these state more boards."""
        runs: dict[str, Cards] = {}
        for line in self.lines[: self.summary]:
            if line.startswith("*** ") and (street := _RUN.match(line)):
                runs[street[1] or street[2] or ""] = cards_in_brackets(street[3]) or ()
        shared = runs.pop("", ())
        boards = tuple((*shared[: 5 - len(board)], *board)[-5:] for board in runs.values())
        return boards if len(boards) > len(stated) else stated
