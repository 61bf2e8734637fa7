"""Hand histories of KingsClub, in English: draw, stud, board and drawmaha games of a mixed table.

Every amount is the player's total for the street, even in a call. Uncalled bets are not mentioned.
Two boards with betting after the flop mean a game with two boards; otherwise the hand was run
twice. A draw that is run twice is not settled. If some of several pots are not stated, the
net results determine the payments. A player whose net result is one small blind lower than
expected posted a missed blind, which the text doesn't mention. In Short Deck, a player's second
ante is the button's blind.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from showdown.evaluator.cards import Card
from showdown.evaluator.games import GAMES, Family, Game
from showdown.evaluator.wagers import find_uncalled_bet
from showdown.notation.logs.game_titles import find_game_by_title
from showdown.notation.logs.hand_builder import HandBuilder
from showdown.notation.logs.logged_hand import USUAL_STATEMENTS, HandSkipped, Skip, Statement
from showdown.notation.logs.text_hand import DATE_AND_TIME, TextHand
from showdown.notation.logs.value_parsing import find_texts_in_brackets, parse_cards_in_brackets

_FINAL_STACK = re.compile(r"Seat \d+: (.+) \(([\d.,]+)\)(?: ([+-]?[\d.,]+))?\s*$")
_RAKE = re.compile(r"Rake ([\d.,]+)")
_WINS = re.compile(r"(.+) wins (?:[a-z ]*pot (?:\d+ )?)?\(([\d.,]+)\)(?: from .*)?\s*$")
_BOARD = re.compile(r"\*\*\* (?:BOARD (\d) - )?(FLOP|TURN|RIVER) \*\*\*")
_POSTS = re.compile(r"(.+): (posts|straddles) (.*)")
_RUN = re.compile(r"Run \d+: ")
_GAMES_WITH_BUTTON_BLIND = frozenset(("short-deck", "short-deck-omaha"))
_SAME_AS_FIRST_BOARD = "-"


class KingsClub(TextHand):
    name = "kings-club"
    prefixes = ("#",)
    statements = USUAL_STATEMENTS - {Statement.POTS, Statement.RAKE_OF_POTS}
    head_line_count = 4
    beginning = heading = re.compile(
        r"#(\d+):\s+(?:No Limit|Pot Limit|Fixed Limit|Limit) (.{1,60}?) - [\d.,]+/[\d.,]+"
    )
    table = re.compile(r"^Table (?:ID )?'(.*)'(?:.* Seat #?(\d+) is the button)?")
    time = re.compile(f"^{DATE_AND_TIME}")
    seat = re.compile(r"Seat (\d+): (.+) \(([\d.,]+)\)(?:,? \(?(?:is )?sitting out\)?)?\s*$")
    dealt = re.compile(r"Dealt to (.+?): (.*)")
    other_prefixes = ("Dealt to ",)
    first_streets = ("*** 1ST BETTING", "*** HOLE")

    def __init__(self, lines: Sequence[str]) -> None:
        super().__init__(lines)
        self._boards: dict[str, list[Card]] = {}
        self._has_two_flops = False
        self._has_runs = False
        self._bets_on_two_boards = False

    def read_into_builder(self) -> Game:
        title = self.heading_match[2] if self.heading_match else ""
        game = self.game = find_game_by_title(title)
        if self.find_line("Hand cancel"):
            raise HandSkipped(Skip.CANCELLED)
        self.require_summary()
        self.start(self.lines[0], has_cents=True)
        builder = self.builder
        self.read_lines(self._apply_posts(self.lines[1 : self.summary_index]))
        if self._has_runs:  # a draw that is run twice isn't settled, so no hand counts as shown
            builder.known, builder.shown = builder.shown, {}
        self._read_summary()
        if self._bets_on_two_boards:
            slug = f"double-board-{game.slug}"
            if slug not in GAMES:
                raise HandSkipped(Skip.UNSUPPORTED_GAME, f"“{title}” on two boards")
            game = GAMES[slug]
        builder.boards = [tuple(board) for board in self._boards.values()]
        return game

    def _apply_posts(self, lines: Iterable[str]) -> Iterator[str]:
        """Apply posts (`NAME: posts …`) and yield the other lines, without the prefix `Run 1: `."""
        for raw_line in lines:
            line = raw_line.rstrip()
            if line.startswith("Run ") and (run := _RUN.match(line)):
                self._has_runs = True
                line = line[run.end() :]
            has_post = ": posts " in line or ": straddles " in line
            if has_post and (posted := _POSTS.match(line)):
                name, verb, details = posted.groups()
                self.verbs[verb](self, name, details)
            else:
                yield line

    def read_street(self, line: str) -> None:
        """Read `*** BOARD 2 - TURN *** [- - - 9c] [Kd]`; `-` is a card of the first board."""
        board = _BOARD.match(line)
        if not board or self.game.family is not Family.BOARD:
            return
        self._has_two_flops |= bool(board[1]) and board[2] == "FLOP"
        old_cards, *new_cards = find_texts_in_brackets(line)
        card_texts = " ".join((old_cards, *new_cards)).split()
        first_board = next(iter(self._boards.values()), [])
        shared = sum(text == _SAME_AS_FIRST_BOARD for text in card_texts)
        cards = self.parse_cards(" ".join(card_texts[shared:])) or ()
        self._boards[board[1] or "1"] = [*first_board[:shared], *cards]

    def posts(self, name: str, details: str) -> None:
        """Post; in Short Deck, a second ante is a blind."""
        if name in self.builder.antes and self.game.slug in _GAMES_WITH_BUTTON_BLIND:
            self.builder.post(name, self.find_amount(details))
        else:
            super().posts(name, details)

    def bets(self, name: str, details: str) -> None:
        """Bet up to the total of the street: `120`, `to 120`, `60 to 120`, `in for 10`."""
        self._bets_on_two_boards |= self._has_two_flops
        self.builder.raise_to(name, self.find_amount(details.partition("to ")[2] or details))

    def checks(self, name: str, details: str) -> None:
        self._bets_on_two_boards |= self._has_two_flops
        super().checks(name, details)

    def discards(self, name: str, details: str) -> None:
        """Read `[8d Ks] draws [Ac Qc]`. With several runs, the new cards of each follow.

        New cards of several runs are not stored.
        """
        builder = self.builder
        discarded, *new_cards = (
            self.parse_cards(cards) or () for cards in find_texts_in_brackets(details)
        )
        builder.draw(name, len(discarded), discarded)
        if len(new_cards) == 1 and (kept := builder.draws[name][-1].kept):
            builder.store_cards(name, kept + new_cards[0])

    def receives_cards(self, name: str, text: str) -> None:
        """Read `[4c 8d 8c Ks 2h]`. In stud, only the last bracket (`[X X 9c]`) is new."""
        if self.game.family is Family.STUD:
            before = sum(self.builder.dealt.get(name, ()), ())
            *_, last_text = find_texts_in_brackets(text) or [""]
            new_cards = self.parse_cards(last_text.replace("X", " "))
            self.builder.deal(name, before + (new_cards or ()))
        elif self.game.has_draw:
            self.builder.store_cards(name, parse_cards_in_brackets(text))

    def shows(self, name: str, details: str) -> None:
        """Show the hand of the first run; hands of later runs are ignored."""
        if name not in self.builder.shown:
            super().shows(name, details)

    def _read_summary(self) -> None:
        builder = self.builder
        nets: dict[str, int] = {}
        has_named_side_pots = False
        for line in self.lines[self.summary_index :]:
            if stack_match := _FINAL_STACK.match(line):
                net = stack_match[3] or "0"
                sign = -1 if net.startswith("-") else 1
                nets[stack_match[1]] = sign * builder.parse_amount(net.lstrip("+-"))
            elif rake := _RAKE.match(line):
                builder.rake += builder.parse_amount(rake[1])
            elif wins := _WINS.match(line):
                has_named_side_pots |= "side pot" in line
                builder.collect(wins[1], builder.parse_amount(wins[2]))
        dealt_in = {*builder.live, *builder.antes, *builder.dead_by_player} & builder.seats.keys()
        if not dealt_in <= nets.keys():
            raise self.incomplete_summary("the final stacks")
        if not builder.paid and sum(nets.values()) + builder.rake:
            raise self.incomplete_summary("the winners")
        # Infer missed small blinds, which the text doesn't mention, from the final chips.
        paid = _payments_from_nets(builder, nets)
        for name in nets if self.small_blind else ():
            if builder.paid.get(name, 0) - paid.get(name, 0) == self.small_blind:
                builder.post_dead(name, self.small_blind)
        paid = _payments_from_nets(builder, nets)
        stated_payments = builder.paid.items()
        lacks_payments = len(stated_payments) < len(paid) and stated_payments <= paid.items()
        lacks_a_pot = not has_named_side_pots and _has_side_pot(builder)
        none_exceeds_net = all(amount <= paid.get(name, 0) for name, amount in stated_payments)
        if lacks_payments or (lacks_a_pot and none_exceeds_net):
            builder.paid = paid  # the line of a pot is missing

    verbs = {
        "posts": posts,
        **dict.fromkeys(("straddles", "brings", "calls", "bets", "raises", "completes"), bets),
        "checks": checks,
        "folds": TextHand.folds,
        "draws": TextHand.draws,
        "discards": discards,
        "stands": TextHand.stands_pat,
        "shows": shows,
    }


def _has_side_pot(builder: HandBuilder) -> bool:
    """Return whether a player who hasn't folded put in less than the highest called bet."""
    still_in = [builder.live[name] for name in builder.live if name not in builder.folded]
    _, uncalled = find_uncalled_bet(builder.live)
    called = sorted(builder.live.values())[-1] - uncalled
    return len(still_in) > 1 and min(still_in) < called


def _payments_from_nets(builder: HandBuilder, nets: Mapping[str, int]) -> dict[str, int]:
    bettor, uncalled = find_uncalled_bet(builder.live)
    paid = {}
    for name, net in nets.items():
        if won := net + builder.total_put_in_by(name) - (uncalled if name == bettor else 0):
            paid[name] = won
    return paid
