"""Hand histories of the Winning network (Americas Cardroom, Black Chip) in English, since 2019.

The total is stated after rake and fees. `posts dead` means a big blind and a dead small blind, or
only a dead small blind. A tournament's hand begins with `Game Hand #80586589 - Tournament #11182752
- Holdem(No Limit) -`. A hand that was run twice has `*** FLOP 1 ***` and `*** FLOP 2 ***`. If all
players fold to the big blind, it is returned in part, in full, or with the pot.
"""

import re
from collections.abc import Sequence

from showdown.evaluator.cards import Cards
from showdown.evaluator.games import Game
from showdown.evaluator.wagers import find_uncalled_bet
from showdown.notation.logs.game_titles import find_game_by_title
from showdown.notation.logs.hand_reader import SHARED_VERBS
from showdown.notation.logs.logged_hand import ALL_STATEMENTS, Statement
from showdown.notation.logs.text_hand import DATE_AND_TIME, TextHand
from showdown.notation.logs.value_parsing import find_big_blind, have_cents, parse_cards_in_brackets

_NAME_AND_AMOUNT = re.compile(r"([A-Z][A-Za-z ]*?) +\$?([\d,.]+)")
_HIGH_LOW = "H/L"
"""Ending of titles whose odd-chip rule is unknown. Before 2019, the low half got odd chips."""
_COLUMNS_BESIDE_FEES = ("Total pot", "Rake")
_FEES = {"JP Fee": "jackpot"}
_STREET_OF_RUN = re.compile(
    r"\*\*\* (?:(FIRST|SECOND|THIRD) )?(?:FLOP|TURN|RIVER)(?: (\d))? \*\*\*(.*)"
)


class Winning(TextHand):
    name = "winning-2019"
    prefixes = ("Hand #", "Game Hand #")
    is_indented = True
    statements = ALL_STATEMENTS - {Statement.RAKE_OF_POTS}
    optional_statements = frozenset((Statement.EVERY_RETURN, Statement.ODD_CHIPS))
    head_line_count = 2
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

    def read_into_builder(self) -> Game:
        self.require_summary()
        lines, heading = self.lines, self.heading_match
        game = find_game_by_title(heading[2] if heading else "", lines[0])
        is_cash = bool(heading and not heading[1] and "$" in heading[3])
        has_cents = is_cash or have_cents(lines[2:])
        is_tournament = bool(heading and heading[1])
        self.start(lines[0], has_cents=has_cents, is_tournament=is_tournament)
        builder = self.builder
        if heading:
            self.big_blind = builder.parse_amount(find_big_blind(heading[3], builder.limit))
        self.read_lines(lines[2 : self.summary_index])
        summary = lines[self.summary_index :]
        if total := next((line for line in summary if line.startswith("Total pot ")), ""):
            columns = _NAME_AND_AMOUNT.findall(total)
            amounts = {name: builder.parse_amount(amount) for name, amount in columns}
            builder.total = sum(amounts.values())
            builder.rake = amounts.get("Rake", 0)
            builder.fees = {
                _FEES.get(name, name.lower()): fee
                for name, fee in amounts.items()
                if name not in _COLUMNS_BESIDE_FEES and fee
            }
        builder.require_total()
        builder.boards = self.find_boards(summary)
        self.read_summary_payments(summary)
        self._return_blind()
        if heading and heading[2].endswith(_HIGH_LOW):
            builder.statements -= {Statement.ODD_CHIPS}
        builder.boards = self._choose_boards(builder.boards) if game.boards else []
        return game

    def read_notice(self, line: str) -> bool:
        return "will be allowed to play" in line

    def posts(self, name: str, details: str) -> None:
        """Also parse `dead $0.03`, and `$0.01`, which is dead if it is less than a big blind."""
        amount = self.find_amount(details)
        if details.startswith("dead") and amount >= self.big_blind:
            self.posts_both_blinds(name, amount)
        elif details[:1] in "$0123456789" and amount < self.big_blind:
            self.builder.post_dead(name, amount)
        else:
            super().posts(name, details)

    def adds(self, name: str, details: str) -> None:
        """Add chips; raises and caps may state a total."""
        _, to, total = details.partition(" to ")
        if to:
            self.raises_to(name, total)
        else:
            super().adds(name, details)

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
            bettors_and_folded = builder.live.keys() | builder.folded
            if not builder.round and len(builder.folded) + 1 == len(bettors_and_folded):
                self.remove_uncalled()
                if builder.payments_include_uncalled:
                    builder.statements -= {Statement.EVERY_RETURN}
            return
        # `Uncalled bet (2) returned to Cem`, and Cem wins 1: only 1 was uncalled, and the pot is 2.
        name, uncalled = find_uncalled_bet(builder.live)
        excess = builder.returned.get(name, 0) - uncalled
        total = builder.pot_total()
        if len(builder.returned) == 1 and excess > 0 and total - excess == builder.total:
            builder.returned = {name: uncalled} if uncalled else {}
            builder.collect(name, excess)
            builder.total = total

    def _choose_boards(self, summary_boards: Sequence[Cards]) -> Sequence[Cards]:
        """Return the boards of the summary, or of the headings if these state more boards."""
        runs: dict[str, Cards] = {}
        for line in self.lines[: self.summary_index]:
            if line.startswith("*** ") and (street := _STREET_OF_RUN.match(line)):
                runs[street[1] or street[2] or ""] = parse_cards_in_brackets(street[3]) or ()
        shared = runs.pop("", ())
        boards = tuple((*shared[: 5 - len(board)], *board)[-5:] for board in runs.values())
        return boards if len(boards) > len(summary_boards) else summary_boards
