"""Define made-up games. A property that holds for them without special code holds for new games."""

from itertools import combinations, combinations_with_replacement

from showdown.evaluator.cards import ACE, DECK, Card, parse_cards
from showdown.evaluator.choices import ALL_OWN, ANY_FIVE, SUBSET, TWO_AND_THREE, Choice
from showdown.evaluator.games import GAMES, Contest, Family, Game
from showdown.evaluator.rankings import (
    ACE_TO_FIVE,
    BADUGI,
    DEUCE_TO_SEVEN,
    EIGHT_OR_BETTER,
    FLUSH,
    HIGH,
    HIGH_CARD,
    NOT_QUALIFIED,
    PAIR,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE_OF_A_KIND,
    Ranking,
)
from showdown.words import vocabulary
from showdown.words.ranks import card_name
from showdown.words.vocabulary import CARDS, CategoryAndRanks, ContestWords, RankingWords


def _sort_highest_first(cards):
    return tuple(sorted(cards, reverse=True))


_SPADE = 3
_SPADES = tuple(card for card in DECK if card.suit == _SPADE)


def _one_card(hole, board):
    return (((card,) for card in hole + board),)


ONE_CARD = Choice("one card", _one_card)

HIGHEST_SPADE = Ranking(
    name="highest spade",
    rank=lambda cards: (cards[0].rank,) if cards[0].suit == _SPADE else NOT_QUALIFIED,
    has_qualifier=True,
    specimens=lambda: ((card,) for card in _SPADES),
    arrange=lambda cards: cards,
    categories=tuple(map(card_name, _SPADES)),
    category_of=lambda rank: rank[0],
)

_MAX_PIPS = 21


def _rank_low_count(cards):
    """Rank the fewest pips best, up to 21: an ace counts one, a face card ten."""
    pips = sum(1 if card.rank == ACE else min(card.rank + 2, 10) for card in cards)
    return (-pips,) if pips <= _MAX_PIPS else NOT_QUALIFIED


def _low_count_specimens():
    yield from combinations(DECK[:16] + DECK[-4:], 5)


LOW_COUNT = Ranking(
    name="low count",
    rank=_rank_low_count,
    has_qualifier=True,
    specimens=_low_count_specimens,
    arrange=_sort_highest_first,
    categories=tuple(f"{pips} pips" for pips in range(_MAX_PIPS, 5, -1)),
    category_of=lambda rank: _MAX_PIPS + rank[0],
    wins_low=True,
    ace_is_low=True,
)


def _three_and_two(hole, board):
    return combinations(hole, 3), combinations(board, 2)


NINE_EIGHT = ACE_TO_FIVE.rank(parse_cards("9c8d7h6s4c"))

THREE_AND_TWO = Choice(
    "three and two", _three_and_two, tempting_choice=ANY_FIVE, hole_count=3, board_count=2
)

_THREE_CARD_CATEGORIES = (HIGH_CARD, PAIR, FLUSH, STRAIGHT, THREE_OF_A_KIND, STRAIGHT_FLUSH)


def _rank_three_cards(cards):
    """Rank three cards: straights beat flushes, and the ace also plays below the deuce."""
    highest_first = sorted((card.rank for card in cards), reverse=True)
    ranks = sorted(highest_first, key=highest_first.count, reverse=True)
    is_flush = len({card.suit for card in cards}) == 1
    if len(set(ranks)) < 3:
        category = PAIR if len(set(ranks)) == 2 else THREE_OF_A_KIND
        return (_THREE_CARD_CATEGORIES.index(category), *dict.fromkeys(ranks))
    if ranks == [ACE, 1, 0] or ranks[0] - ranks[2] == 2:
        category = STRAIGHT_FLUSH if is_flush else STRAIGHT
        return (_THREE_CARD_CATEGORIES.index(category), 1 if ranks == [ACE, 1, 0] else ranks[0])
    return (_THREE_CARD_CATEGORIES.index(FLUSH if is_flush else HIGH_CARD), *ranks)


THREE_CARD_HIGH = Ranking(
    name="three-card high",
    rank=_rank_three_cards,
    has_qualifier=False,
    specimens=lambda: combinations(DECK, 3),
    arrange=_sort_highest_first,
    categories=_THREE_CARD_CATEGORIES,
    category_of=lambda rank: rank[0],
)


def _any_three(hole, board):
    return (combinations(hole + board, 3),)


def _one_and_two(hole, board):
    return combinations(hole, 1), combinations(board, 2)


ONE_AND_TWO = Choice(
    "1+2", _one_and_two, Choice("any three", _any_three), hole_count=1, board_count=2
)


def _rank_red_cards(cards):
    return tuple(sorted((card.rank for card in cards if card.suit in (1, 2)), reverse=True))


def _red_card_specimens():
    black = tuple(Card(rank, 0) for rank in range(4))
    for count in range(1, 6):
        for ranks in combinations_with_replacement(range(13), count):
            if max(map(ranks.count, ranks)) < 3:
                red = [Card(rank, 1 + (rank in ranks[:i])) for i, rank in enumerate(ranks)]
                yield (*red, *black[: 5 - count])


RED_CARDS = Ranking(
    name="red cards",
    rank=_rank_red_cards,
    has_qualifier=True,
    specimens=_red_card_specimens,
    arrange=_sort_highest_first,
    categories=tuple(f"red {letter}" for letter in "23456789TJQKA"),
    category_of=lambda rank: rank[0],
)

vocabulary.CHOICES[ONE_AND_TWO] = "exactly one hole card plays with exactly two board cards"
vocabulary.RANKINGS[THREE_CARD_HIGH] = RankingWords(
    rules="the best hand of three cards wins; a straight beats a flush",
    read=lambda ranking, rank: CategoryAndRanks(ranking.category(rank), rank[1:]),
    has_royal_flush=False,
)
vocabulary.CONTESTS["three"] = ContestWords("three cards", "for three cards")
vocabulary.RANKINGS[RED_CARDS] = RankingWords(
    rules="red cards are compared from the highest down; black cards don't count",
    read=lambda ranking, rank: CategoryAndRanks(CARDS, rank),
    noun="{} in red",
)
vocabulary.CHOICES[THREE_AND_TWO] = "exactly three hole cards and two of the board play"
vocabulary.RANKINGS[LOW_COUNT] = RankingWords(
    rules="the fewest pips win, 21 at most; an ace counts one, a face card ten", noun="{}"
)
vocabulary.CONTESTS["count"] = ContestWords("the count", "for the count")
vocabulary.CHOICES[ONE_CARD] = "any one of {cards} cards plays"
vocabulary.RANKINGS[HIGHEST_SPADE] = RankingWords(
    rules="the highest spade wins; other cards don't qualify", noun="the {}"
)
vocabulary.CONTESTS["spade"] = ContestWords("the high spade", "for the high spade")
vocabulary.CONTESTS["red"] = ContestWords("red", "for red")
vocabulary.CONTESTS["own"] = ContestWords("the hole cards", "for the hole cards")


def _game(number, name, hole, players, *parts, **more):
    slug = name.lower().replace(" ", "-")
    row = {"family": Family.BOARD, "hole": hole, "players": players, "parts": parts} | more
    return Game(number=number, slug=slug, name=name, **row)


def _board_part(board, *contests):
    return tuple(Contest(*contest, boards=(board,), has_board_in_name=True) for contest in contests)


_OMAHA = Contest("high", HIGH, TWO_AND_THREE)
_THREE = Contest("three", THREE_CARD_HIGH, ONE_AND_TWO)
_STUD_HIGH = Contest("high", HIGH, ANY_FIVE)

MADE_UP = [
    _game(1001, "Stud high low badugi", 7, range(2, 8),
          (_STUD_HIGH, Contest("low", EIGHT_OR_BETTER, ANY_FIVE),
           Contest("badugi", BADUGI, SUBSET, boards=())),
          family=Family.STUD),
    _game(1002, "Two boards of two sizes", 5, range(2, 7),
          _board_part(0, ("high", HIGH, TWO_AND_THREE), ("low", EIGHT_OR_BETTER, TWO_AND_THREE)),
          _board_part(1, ("low", ACE_TO_FIVE, TWO_AND_THREE)),
          (Contest("own", DEUCE_TO_SEVEN, ALL_OWN, boards=()),),
          boards=(5, 3)),
    _game(1005, "High Spade", 7, range(2, 8),
          (_STUD_HIGH, Contest("spade", HIGHEST_SPADE, ONE_CARD)), family=Family.STUD),
    _game(1006, "Triple-flop Omaha", 4, range(2, 10),
          *(_board_part(board, ("high", HIGH, TWO_AND_THREE)) for board in range(3)),
          boards=(3, 3, 3)),
    _game(1007, "Omaha Low Count", 4, range(2, 10),
          (_OMAHA, Contest("count", LOW_COUNT, TWO_AND_THREE)), boards=(5,)),
    _game(1008, "Upside-down Omaha", 5, range(2, 8),
          (Contest("high", HIGH, THREE_AND_TWO),
           Contest("low", ACE_TO_FIVE, THREE_AND_TWO, min_rank=NINE_EIGHT)),
          boards=(5,)),
    _game(1009, "Omaha and three cards", 4, range(2, 8), (_THREE, _OMAHA), boards=(5,)),
    _game(1010, "Red cards", 2, range(2, 8),
          (_STUD_HIGH, Contest("red", RED_CARDS, ANY_FIVE)), boards=(5,)),
    _game(1011, "Three-card flop", 3, range(2, 10), (_THREE,), boards=(3,)),
    _game(1012, "Omaha low only", 4, range(2, 10),
          (Contest("low", EIGHT_OR_BETTER, TWO_AND_THREE),), boards=(5,)),
]  # fmt: skip
vocabulary.require_words(MADE_UP)


def register(monkeypatch):
    for game in MADE_UP:
        monkeypatch.setitem(GAMES, game.slug, game)


EVERY_GAME = [*GAMES.values(), *MADE_UP]
