"""Data of the printable rule sheet: hand rankings, side pots and odd chips.

Its examples are settled by the evaluator.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from showdown.evaluator.cards import Cards, format_cards
from showdown.evaluator.deals import Deal
from showdown.evaluator.games import GAMES, Contest, Game
from showdown.evaluator.rankings import HIGH
from showdown.evaluator.rule_sets import RuleSet
from showdown.evaluator.settlement import Settlement, settle
from showdown.evaluator.wagers import Pot, Wagers
from showdown.words.citations import BOOKS, Book, cite_rules, describe_rule_set
from showdown.words.games import choice_text
from showdown.words.made_hands import beats_text, title
from showdown.words.payouts import dealer_lines
from showdown.words.ranks import capfirst, chips_text, join_words
from showdown.words.vocabulary import RANKINGS

_BEST_HAND_COUNT = 3
_MAX_NAMED_GAMES = 6
"""Maximum number of games that are listed by name."""


class Category(NamedTuple):
    """A category of high hands: its best hand, and why this hand beats the second best."""

    name: str
    cards: Cards
    comparison: str


class PlayerRow(NamedTuple):
    """A player of an example: the contribution, the cards, the made hands, and the payout."""

    label: str
    cards: Cards
    contribution: str
    made_hands: str
    payout: str


@dataclass(frozen=True, slots=True)
class Example:
    """A settled deal: the chips of each player, and the rules of the book that apply."""

    heading: str
    board: Cards
    players: tuple[PlayerRow, ...]
    lines: tuple[str, ...]
    cited_rules: tuple[str, ...]

    @property
    def has_bets(self) -> bool:
        return any(player.contribution for player in self.players)


class ChipPage(NamedTuple):
    """A page on side pots or odd chips: the cited rule, explanations, and examples with a note."""

    title: str
    cited_rule: str
    sentences: tuple[str, ...]
    examples: tuple[Example, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Sheet:
    """The three pages of the sheet under one rule set: hand rankings, side pots and odd chips.

    `choices` are the rules for the cards that play, each with its games. `other_rankings` contains
    the games, the rule and the best hands of each ranking other than high.
    """

    rules: RuleSet
    book: Book
    categories: tuple[Category, ...]
    choices: tuple[tuple[str, str], ...]
    other_rankings: tuple[tuple[str, str, str], ...]
    chip_pages: tuple[ChipPage, ChipPage]


@dataclass(frozen=True, slots=True, kw_only=True)
class _ExampleInput:
    """The input of an example. In games with a board, the last player has the button."""

    heading: str
    game: str
    hands: dict[str, str]
    board: str = ""
    pot: int = 0
    contributions: dict[str, int] | None = None
    folded: tuple[str, ...] = ()

    def settle(self, rules: RuleSet) -> Settlement:
        deal = Deal.parse(GAMES[self.game], self.hands, self.board)
        seats = tuple(dict.fromkeys((*self.hands, *(self.contributions or {}))))
        wagers = Wagers(
            pots=(Pot(self.pot),) if self.pot else (),
            contributions=self.contributions or {},
            folded=self.folded,
            seats=seats,
            button=seats[-1] if deal.boards else None,
        )
        return settle(deal, wagers, rules)


_SIDE_POTS = (
    _ExampleInput(
        heading="Hold'em: three players are all in, and nobody calls the last 60",
        game="holdem",
        hands={"Anna": "Kd Kh", "Boris": "9c 9h", "Cem": "As Ah", "Dora": "Qs Qd"},
        board="Ks 9d 4c 4h 2s",
        contributions={"Anna": 50, "Boris": 120, "Cem": 300, "Dora": 360},
    ),
    _ExampleInput(
        heading="Omaha Hi/Lo: Anna is all in for 40, and Dora folded after 20",
        game="omaha-hilo",
        hands={"Anna": "As 2s 9h 9c", "Boris": "Kh Qs Jc Ts", "Cem": "Ad 2h Qd Jd"},
        board="8c 5d 3h Kd Kc",
        contributions={"Anna": 40, "Boris": 100, "Cem": 100, "Dora": 20},
        folded=("Dora",),
    ),
)
_ODD_CHIPS = (
    _ExampleInput(
        heading="Hold'em, a pot of 100: the board plays for three players",
        game="holdem",
        hands={"Anna": "2c 2d", "Boris": "3c 3d", "Cem": "4c 4d"},
        board="Ah Kh Qd Jc Ts",
        pot=100,
    ),
    _ExampleInput(
        heading="Omaha Hi/Lo, a pot of 75: one high hand, and two equal lows",
        game="omaha-hilo",
        hands={"Anna": "As 2s 9h 9c", "Boris": "Kh Qs Jc Ts", "Cem": "Ad 2h Qd Jd"},
        board="8c 5d 3h Kd Kc",
        pot=75,
    ),
    _ExampleInput(
        heading="Omaha Hi/Lo, a pot of 26: the same two players tie for high and for low",
        game="omaha-hilo",
        hands={"Anna": "As 2s 9h 9c", "Boris": "Ad 2h 9d 9s"},
        board="8c 5d 3h Kd Kc",
        pot=26,
    ),
    _ExampleInput(
        heading="Seven-card stud, a pot of 25: two equal straights",
        game="seven-card-stud",
        hands={"Anna": "5c 6s 7h 8d 9c Ks 2d", "Boris": "5d 6h 7s 8h 9d Qc 2c"},
        pot=25,
    ),
)


@cache
def build_sheet(rules: RuleSet) -> Sheet:
    """Return the sheet under this rule set."""
    book = BOOKS[rules.slug]
    other_rankings = []
    for ranking, games in _group_games(lambda game, contest: contest.ranking).items():
        best = [title(ranking, rank) for rank in reversed(ranking.ranks[-_BEST_HAND_COUNT:])]
        if ranking is not HIGH:
            rule = capfirst(RANKINGS[ranking].rules)
            other_rankings.append((_list_games(games), rule, "; ".join(best)))
    side_pots = ChipPage(
        "Side pots",
        book.side_pots,
        _SIDE_POT_STEPS,
        tuple(_settle_example(example_input, rules) for example_input in _SIDE_POTS),
    )
    odd_chips = ChipPage(
        "Odd chips",
        book.odd_chips,
        tuple(describe_rule_set(rules)),
        tuple(_settle_example(example_input, rules) for example_input in _ODD_CHIPS),
        note="In the examples with a board, Anna is the first player to the left of the button.",
    )
    return Sheet(
        rules=rules,
        book=book,
        categories=tuple(_list_categories()),
        choices=tuple(
            (capfirst(text), _list_games(games))
            for text, games in _group_games(choice_text).items()
        ),
        other_rankings=tuple(other_rankings),
        chip_pages=(side_pots, odd_chips),
    )


_SIDE_POT_STEPS = (
    "A player can win at most their own contribution from each opponent.",
    "Return any uncalled bet.",
    "Main pot: from each player, including those who folded, take up to the smallest all-in.",
    "Side pot: from each player with more chips in, take up to the next smallest all-in. Repeat"
    " until no chips are left. Only players who put chips into a pot can win it.",
    "Settle each pot by itself, the last side pot first. A player who folded wins nothing.",
)


def _list_categories() -> Iterator[Category]:
    """Yield the categories of high hands, the best first."""
    for index in reversed(range(len(HIGH.categories))):
        ranks = [rank for rank in HIGH.ranks if HIGH.category_of(rank) == index]
        best, second = ranks[-1], ranks[-2]
        cards = next(cards for cards in HIGH.specimens() if HIGH.rank(cards) == best)
        comparison = capfirst(beats_text(HIGH, best, second))
        yield Category(capfirst(HIGH.categories[index]), HIGH.arrange(cards), comparison)


def _group_games[T](key: Callable[[Game, Contest], T]) -> dict[T, list[Game]]:
    """Return the games by a key of their contests; a game occurs once for each key."""
    games_by_key: dict[T, list[Game]] = {}
    for game in GAMES.values():
        for value in dict.fromkeys(key(game, contest) for contest in game.contests):
            games_by_key.setdefault(value, []).append(game)
    return games_by_key


def _list_games(games: list[Game]) -> str:
    names = [game.name for game in games]
    if len(names) > _MAX_NAMED_GAMES:
        other_count = len(names) - _MAX_NAMED_GAMES + 1
        names = [*names[: _MAX_NAMED_GAMES - 1], f"{other_count} others"]
    return join_words(names)


def _settle_example(example_input: _ExampleInput, rules: RuleSet) -> Example:
    settlement = example_input.settle(rules)
    payout = settlement.payout
    if payout is None:
        raise ValueError(f"the example “{example_input.heading}” has no chips")
    decimals = payout.decimals
    contributions = example_input.contributions or {}
    book = BOOKS[rules.slug]
    # Omit the rules that the page headings cite.
    headings = (book.cards_speak, book.side_pots, book.odd_chips)
    return Example(
        heading=example_input.heading,
        board=settlement.deal.boards[0] if settlement.deal.boards else (),
        players=tuple(
            PlayerRow(
                player.label,
                player.hand.cards,
                chips_text(contributions[player.label]) if contributions else "",
                "; ".join(title(hand.ranking, hand.rank) for hand in player.made.values() if hand),
                chips_text(payout.player(player.label).total, decimals),
            )
            for player in settlement.players
        ),
        lines=dealer_lines(payout),
        cited_rules=tuple(
            rule for rule in cite_rules(rules, payout) if not rule.endswith(headings)
        ),
    )


def sheet_text(sheet: Sheet) -> str:
    """Return the sheet as plain text, in three parts separated by form feeds."""
    book = sheet.book
    lines = ["HAND RANKINGS", f"{book.name}, {book.cards_speak}.", ""]
    for number, category in enumerate(sheet.categories, 1):
        cards = format_cards(category.cards, " ")
        lines.append(f"{number}. {category.name:<16} {cards}   {category.comparison}.")
    for games, rule, best in sheet.other_rankings:
        lines += ["", f"{games}:", f"  {rule}.", f"  Best: {best}."]
    lines += ["", "WHICH CARDS PLAY"]
    lines += [f"  {rule}: {games}." for rule, games in sheet.choices]
    for page in sheet.chip_pages:
        lines += ["\f", page.title.upper(), f"{book.name}, {page.cited_rule}.", ""]
        lines += [f"{number}. {sentence}" for number, sentence in enumerate(page.sentences, 1)]
        lines += ["", page.note] if page.note else []
        for example in page.examples:
            lines += _example_text(example)
    if book.credit:
        lines += ["", f"{book.credit}."]
    return "\n".join(lines) + "\n"


def _example_text(example: Example) -> Iterator[str]:
    yield from ("", example.heading)
    if example.board:
        yield f"  {'Board':<6} {format_cards(example.board, ' ')}"
    for player in example.players:
        contribution = f"  put in {player.contribution:>3}" if example.has_bets else ""
        cards = format_cards(player.cards, " ")
        payout = f"gets {player.payout:>5}"
        yield f"  {player.label:<6} {cards:<20}{contribution}  {payout}  {player.made_hands}"
    yield from (f"  - {line}" for line in example.lines)
    yield from (f"  {rule}." for rule in example.cited_rules)
