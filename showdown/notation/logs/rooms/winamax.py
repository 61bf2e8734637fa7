"""Winamax hand histories in English: cash games and tournaments.

The currency follows the amount. A small blind out of position is dead; if it is larger than the big
blind, it contains both blinds. The total of a raise may include a dead blind or exclude the
raiser's bring-in: then it contradicts the first amount, the size of the raise. Some hands state
payments only in the summary: `Seat 1: Anna (button) won 8.20€`. The total pot excludes the rake,
but includes an uncalled bet, which is paid with the pot. In old tournaments, bets contain half
chips, and payments are rounded. Odd chips follow no rule set.
"""

import re

from showdown.evaluator.games import GAMES, Game
from showdown.evaluator.wagers import find_uncalled_bet
from showdown.notation.logs.game_titles import find_game_by_title
from showdown.notation.logs.hand_reader import SHARED_VERBS
from showdown.notation.logs.logged_hand import USUAL_STATEMENTS, Statement, Unreadable
from showdown.notation.logs.text_hand import DATE_AND_TIME, TextHand

_HIGH_ONLY_GAMES = {"five-card-omaha-hilo": "five-card-omaha"}
"""The game without a low half, by the slug of the high-low game with the same name."""

_RAISE = re.compile(r"(?:(\S+) )?to (\S+)")
_TOTAL = re.compile(r"Total pot (\S+)(?:.*?Rake (\S+))?")
_PART = re.compile(r" collected (\S+) from (main pot|side pot \d+)")
_CURRENCY = re.compile(r"[^\d.,/ ]")
_CENTS = re.compile(  # amounts with cents, but not bounties
    r" \(?\d+[.,]\d{1,2}(?!\d|\S? bounty)"
)
_CHIP_UNITS = 100


class Winamax(TextHand):
    name = "winamax"
    prefixes = ("Winamax", " Winamax")
    statements = USUAL_STATEMENTS - {Statement.RAKE_OF_POTS, Statement.ODD_CHIPS}
    optional_statements = frozenset((Statement.POTS,))
    head_line_count = 2
    beginning = re.compile(r"\s?Winamax Poker - .{0,200}?HandId: #([\d-]+)")
    table = re.compile(r"^Table:? '(.*)' .*?(?:Seat #?(\d+) is the button)?\s*$")
    heading = re.compile(
        r"^\s?Winamax Poker - (.*?)HandId: #[\d-]+ - (.+?) (?i:(?:fixed |no |pot )?limit) \((.*?)\)"
        rf"(?: - {DATE_AND_TIME})?"
    )
    seat = re.compile(r"Seat (\d+): (.+) \((\S*?)(?:, \S+ bounty)?\)")
    house_chips = re.compile(r"(?:Hold-up|Escape) to Pot: total (\S+)")
    first_streets = ("*** ANTE", "*** PRE-FLOP", "*** THIRD", "*** 3rd", "*** FIRST-BET")
    _bring_in = ""

    def read_into_builder(self) -> Game:
        heading = self.heading_match
        if not heading:
            raise Unreadable("its first line isn't understood")
        game = find_game_by_title(heading[2].lower())
        if game.slug in _HIGH_ONLY_GAMES and not any("pot(LO)" in line for line in self.lines):
            game = GAMES[_HIGH_ONLY_GAMES[game.slug]]
        is_cash = "Tournament" not in heading[1]
        self.require_summary()
        has_currency = bool(is_cash and _CURRENCY.search(heading[3]))
        lines = self.lines[2 : self.summary_index]
        has_cents = has_currency or any(map(_CENTS.search, lines))
        self.start(heading[0], has_cents=has_cents, is_tournament=not is_cash)
        self.read_lines(lines)
        if game.boards:
            self.builder.boards = self.find_boards(self.lines)
        self._read_summary(is_cash=is_cash)
        return game

    def posts(self, name: str, details: str) -> None:
        """Also handle `small blind 2€ out of position`: a dead blind, or both blinds."""
        if not details.startswith("small blind") or "out of position" not in details:
            super().posts(name, details)
        elif 0 < self.big_blind < (amount := self.find_amount(details)):
            self.posts_both_blinds(name, amount)
        else:
            self.builder.post_dead(name, self.find_amount(details))

    def brings_in(self, name: str, details: str) -> None:
        self._bring_in = name
        self.adds(name, details)

    def raises(self, name: str, details: str) -> None:
        """Parse `1€ to 3€`; the second amount is the total, unless the first contradicts it.

        A contradicted total includes a dead blind, or excludes the player's bring-in.
        """
        builder, match = self.builder, _RAISE.match(details)
        if not match:
            raise Unreadable(f"“{details[:40]}” has no amount")
        total = builder.parse_amount(match[2])
        if match[1] and (name in builder.dead_by_player or name == self._bring_in):
            bet = builder.highest_bet()
            excess = total - builder.parse_amount(match[1]) - bet
            if excess in (builder.dead_by_player.get(name), -builder.put_in_on_street(name)):
                total -= excess
        builder.raise_to(name, total)

    verbs = {
        **SHARED_VERBS,
        "posts": posts,
        "raises": raises,
        "bring-in": brings_in,
        "brings": brings_in,
        "discard": TextHand.draws,
        "discards": TextHand.draws,
        "stands": TextHand.stands_pat,
        "collected": TextHand.collects,
    }

    def _read_summary(self, *, is_cash: bool) -> None:
        builder = self.builder
        lines = self.lines[self.summary_index :]
        total = next(filter(None, map(_TOTAL.match, lines)), None)
        if not total:
            raise self.incomplete_summary("the total pot")
        if total[2]:
            builder.rake = builder.parse_amount(total[2])
        self.read_summary_payments(lines)
        if not builder.paid:
            raise self.incomplete_summary("the winners")
        if not total[1].endswith("k"):
            builder.total = builder.parse_amount(total[1]) + builder.rake
        self.remove_uncalled()
        if not is_cash and builder.decimals:
            builder.total = None
            self._correct_rounding()
        elif builder.total is not None and not builder.payments_include_uncalled:
            pots_by_name: dict[str, int] = {}
            for part in filter(None, map(_PART.search, self.lines[: self.summary_index])):
                pots_by_name[part[2]] = pots_by_name.get(part[2], 0) + builder.parse_amount(part[1])
            builder.pots = [pots_by_name[name] for name in sorted(pots_by_name)]

    def _correct_rounding(self) -> None:
        """Correct the rounding of payments, which are whole chips although bets are not.

        The largest payment changes by the difference from the pots, if this is less than a chip per
        payment. Payments that differ by at most a chip are shares of one pot.
        """
        builder = self.builder
        name, uncalled = find_uncalled_bet(builder.live)
        if not builder.payments_include_uncalled:
            uncalled = 0
        elif 0 < abs(builder.paid.get(name, 0) - uncalled) < _CHIP_UNITS:
            builder.paid[name] = uncalled
        missing = builder.pot_total() + uncalled - sum(builder.paid.values())
        if abs(missing) < _CHIP_UNITS * len(builder.paid):
            builder.collect(max(builder.paid, key=builder.paid.__getitem__), missing)
        if 0 < max(builder.paid.values()) - min(builder.paid.values()) <= _CHIP_UNITS:
            share, odd = divmod(sum(builder.paid.values()), len(builder.paid))
            builder.paid = {name: share + (index < odd) for index, name in enumerate(builder.paid)}
