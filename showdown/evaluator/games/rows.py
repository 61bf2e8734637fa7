"""The list of games, and a lookup by slug, name or alias."""

import copyreg
from dataclasses import replace
from functools import partial
from typing import Any

from showdown.evaluator.cards import SHORT_DECK, parse_cards
from showdown.evaluator.choices import ALL_OWN, ANY_FIVE, SUBSET, TWO_AND_THREE
from showdown.evaluator.errors import UnknownGame
from showdown.evaluator.games.contest import Contest, Family, Game, Part
from showdown.evaluator.rankings import (
    ACE_TO_FIVE,
    BADUGI,
    BADUGI_ACE_HIGH,
    DEUCE_TO_SEVEN,
    EIGHT_OR_BETTER,
    HIGH,
    POINTS,
    SHORT_DECK_HIGH,
)


def _up_to(maximum: int, *, minimum: int = 2) -> range:
    return range(minimum, maximum + 1)


_OMAHA_HIGH = Contest("high", HIGH, TWO_AND_THREE)
_OMAHA_LOW = Contest("low", EIGHT_OR_BETTER, TWO_AND_THREE)
_HIGH = Contest("high", HIGH, ANY_FIVE)
_LOW = Contest("low", EIGHT_OR_BETTER, ANY_FIVE)
_ACE_TO_FIVE = Contest("low", ACE_TO_FIVE, ANY_FIVE)
_DEUCE_TO_SEVEN = Contest("low", DEUCE_TO_SEVEN, ANY_FIVE)
_BADUGI = Contest("badugi", BADUGI, SUBSET)
_OWN_HIGH = Contest("high", HIGH, ALL_OWN, boards=())
_OWN_ACE_TO_FIVE = Contest("low", ACE_TO_FIVE, ALL_OWN, boards=())
_OWN_DEUCE_TO_SEVEN = Contest("low", DEUCE_TO_SEVEN, ALL_OWN, boards=())
_OWN_EIGHT_OR_BETTER = Contest("low", EIGHT_OR_BETTER, ALL_OWN, boards=())
_OWN_BADUGI = replace(_BADUGI, boards=())
_OWN_POINTS = Contest("points", POINTS, ALL_OWN, boards=())
_PAIR_OF_NINES = HIGH.rank(parse_cards("9c9d4h3s2c"))


def _double_board(*contests: Contest) -> tuple[Part, ...]:
    """Return two parts, one for each of two boards, with these contests in each."""
    return tuple(
        tuple(replace(contest, boards=(board,), has_board_in_name=True) for contest in contests)
        for board in range(2)
    )


_one_board = partial(Game, family=Family.BOARD, boards=(5,))
_two_boards = partial(Game, family=Family.BOARD, boards=(5, 5))


def _stud(number: int, slug: str, name: str, part: Part, *aliases: str) -> Game:
    """Return a game of seven-card stud."""
    return Game(
        number=number,
        slug=slug,
        name=name,
        family=Family.STUD,
        hole=7,
        players=_up_to(8),
        parts=(part,),
        aliases=aliases,
    )


def _drawmaha(number: int, slug: str, name: str, draw: Contest, *aliases: str) -> Game:
    """Return a game with half the pot for the player's own five cards, and half for Omaha."""
    return _one_board(
        number=number,
        slug=slug,
        name=name,
        hole=5,
        players=_up_to(7),
        parts=((replace(draw, kind="draw"), replace(_OMAHA_HIGH, kind="omaha")),),
        aliases=aliases,
        by_turn=True,
    )


_five_cards = partial(Game, family=Family.DRAW, hole=5)

_GAMES = (
    _one_board(
        number=1,
        slug="omaha-hilo",
        name="Omaha Hi/Lo",
        hole=4,
        players=_up_to(11),
        parts=((_OMAHA_HIGH, _OMAHA_LOW),),
        aliases=("PLO8", "O8", "Omaha eight or better"),
    ),
    _one_board(
        number=2,
        slug="omaha",
        name="Omaha",
        hole=4,
        players=_up_to(11),
        parts=((_OMAHA_HIGH,),),
        aliases=("PLO", "Omaha high"),
    ),
    _one_board(
        number=3,
        slug="five-card-omaha-hilo",
        name="Five-card Omaha Hi/Lo",
        hole=5,
        players=_up_to(9),
        parts=((_OMAHA_HIGH, _OMAHA_LOW),),
        aliases=("Big O", "5-card PLO8", "Courchevel Hi/Lo"),
    ),
    _one_board(
        number=4,
        slug="five-card-omaha",
        name="Five-card Omaha",
        hole=5,
        players=_up_to(9),
        parts=((_OMAHA_HIGH,),),
        aliases=("5-card PLO", "PLO5", "Courchevel"),
    ),
    _one_board(
        number=5,
        slug="six-card-omaha-hilo",
        name="Six-card Omaha Hi/Lo",
        hole=6,
        players=_up_to(7),
        parts=((_OMAHA_HIGH, _OMAHA_LOW),),
        aliases=("6-card PLO8",),
    ),
    _one_board(
        number=6,
        slug="six-card-omaha",
        name="Six-card Omaha",
        hole=6,
        players=_up_to(7),
        parts=((_OMAHA_HIGH,),),
        aliases=("6-card PLO", "PLO6"),
    ),
    _one_board(
        number=7,
        slug="holdem",
        name="Texas Hold'em",
        hole=2,
        players=_up_to(11, minimum=1),
        parts=((_HIGH,),),
        aliases=("Hold'em", "NLHE", "Texas"),
        x_is_ten=True,
    ),
    Game(
        number=8,
        slug="badugi",
        name="Badugi",
        family=Family.DRAW,
        hole=4,
        players=_up_to(13),
        parts=((_BADUGI,),),
        aliases=("Badougi",),
    ),
    _stud(9, "seven-card-stud", "Seven-card Stud", (_HIGH,), "Stud", "7-card stud"),
    _stud(
        10, "stud-hilo", "Stud Hi/Lo", (_HIGH, _LOW), "Stud eight", "Stud 8", "Stud eight or better"
    ),
    _stud(11, "razz", "Razz", (_ACE_TO_FIVE,)),
    _five_cards(
        number=12,
        slug="deuce-to-seven",
        name="Deuce to Seven",
        players=_up_to(7),
        parts=((_OWN_DEUCE_TO_SEVEN,),),
        aliases=("2-7", "Deuce to seven lowball", "Kansas City", "2-7 triple draw"),
    ),
    _two_boards(
        number=13,
        slug="double-board-omaha",
        name="Double-board Omaha",
        hole=4,
        players=_up_to(8),
        parts=_double_board(_OMAHA_HIGH),
        aliases=("Double-board PLO", "Bomb pot PLO"),
    ),
    _one_board(
        number=14,
        slug="short-deck",
        name="Short Deck",
        hole=2,
        deck=SHORT_DECK,
        players=_up_to(9),
        parts=((Contest("high", SHORT_DECK_HIGH, ANY_FIVE),),),
        aliases=("6+", "Six plus", "6+ Hold'em", "Short-deck Hold'em"),
    ),
    _one_board(
        number=15,
        slug="holdem-hilo",
        name="Hold'em Hi/Lo",
        hole=2,
        players=_up_to(10),
        parts=((_HIGH, _LOW),),
        aliases=("Hold'em eight or better", "Hold'em 8"),
        x_is_ten=True,
    ),
    _one_board(
        number=16,
        slug="short-deck-omaha",
        name="Short-deck Omaha",
        hole=4,
        deck=SHORT_DECK,
        players=_up_to(6),
        parts=((Contest("high", SHORT_DECK_HIGH, TWO_AND_THREE),),),
        aliases=("6+ Omaha", "Six-plus Omaha"),
    ),
    _two_boards(
        number=17,
        slug="double-board-holdem",
        name="Double-board Hold'em",
        hole=2,
        players=_up_to(10),
        parts=_double_board(_HIGH),
        aliases=("Bomb pot Hold'em",),
        x_is_ten=True,
    ),
    _two_boards(
        number=18,
        slug="double-board-five-card-omaha",
        name="Double-board Five-card Omaha",
        hole=5,
        players=_up_to(8),
        parts=_double_board(_OMAHA_HIGH),
        aliases=("Double-board PLO5", "Bomb pot", "Bomb pot PLO5"),
    ),
    _two_boards(
        number=19,
        slug="double-board-omaha-hilo",
        name="Double-board Omaha Hi/Lo",
        hole=4,
        players=_up_to(8),
        parts=_double_board(_OMAHA_HIGH, _OMAHA_LOW),
        aliases=("Double-board PLO8",),
    ),
    _two_boards(
        number=20,
        slug="ultimate-big-o",
        name="Ultimate Big O",
        hole=5,
        players=_up_to(8),
        parts=((replace(_OMAHA_HIGH, boards=(0, 1)), replace(_OMAHA_LOW, boards=(0, 1))),),
    ),
    _stud(
        21,
        "stud-hilo-regular",
        "Stud Hi/Lo Regular",
        (_HIGH, _ACE_TO_FIVE),
        "Stud Hi/Lo without a qualifier",
        "Stud no qualifier",
    ),
    _stud(22, "deuce-to-seven-razz", "Deuce to Seven Razz", (_DEUCE_TO_SEVEN,), "2-7 razz"),
    _stud(23, "razzdugi", "Razzdugi", (_ACE_TO_FIVE, _BADUGI)),
    Game(
        number=24,
        slug="five-card-stud",
        name="Five-card Stud",
        family=Family.STUD,
        hole=5,
        players=_up_to(10),
        parts=((_OWN_HIGH,),),
        aliases=("5-card stud",),
    ),
    _five_cards(
        number=25,
        slug="five-card-draw",
        name="Five-card Draw",
        players=_up_to(6),
        parts=((_OWN_HIGH,),),
        aliases=("5-card draw", "Draw"),
    ),
    _five_cards(
        number=26,
        slug="ace-to-five",
        name="Ace to Five",
        players=_up_to(6),
        parts=((_OWN_ACE_TO_FIVE,),),
        aliases=("A-5", "A-5 triple draw", "Ace-to-five lowball", "California lowball", "Lowball"),
    ),
    _five_cards(
        number=27,
        slug="badacey",
        name="Badacey",
        players=_up_to(6),
        parts=((_OWN_ACE_TO_FIVE, _OWN_BADUGI),),
        by_turn=True,
    ),
    _five_cards(
        number=28,
        slug="badeucey",
        name="Badeucey",
        players=_up_to(6),
        parts=((_OWN_DEUCE_TO_SEVEN, replace(_OWN_BADUGI, ranking=BADUGI_ACE_HIGH)),),
        by_turn=True,
    ),
    _five_cards(
        number=29,
        slug="archie",
        name="Archie",
        players=_up_to(6),
        parts=((replace(_OWN_HIGH, min_rank=_PAIR_OF_NINES), _OWN_EIGHT_OR_BETTER),),
    ),
    _drawmaha(30, "drawmaha", "Drawmaha", _OWN_HIGH, "Drawmaha high", "Sviten Special"),
    _drawmaha(
        31,
        "drawmaha-deuce-to-seven",
        "Drawmaha Deuce to Seven",
        _OWN_DEUCE_TO_SEVEN,
        "Drawmaha 2-7",
    ),
    _drawmaha(32, "drawmaha-ace-to-five", "Drawmaha Ace to Five", _OWN_ACE_TO_FIVE, "Drawmaha A-5"),
    _drawmaha(33, "drawmaha-badugi", "Drawmaha Badugi", _OWN_BADUGI, "Drawmaha dugi"),
    _drawmaha(34, "drawmaha-49", "Drawmaha 49", _OWN_POINTS, "49"),
)

GAMES: dict[str, Game] = {game.slug: game for game in _GAMES}

OMAHA_HILO = GAMES["omaha-hilo"]


def _reduce_game(game: Game) -> str | tuple[Any, ...]:
    """Pickle a game of the list as its slug, and any other game as its fields."""
    if GAMES.get(game.slug) is game:
        return find_game, (game.slug,)
    return game.__reduce_ex__(2)


copyreg.pickle(Game, _reduce_game)

_ALIASES = {name.lower(): game for game in _GAMES for name in (game.slug, game.name, *game.aliases)}


def find_game(text: str) -> Game:
    """Return the game with this slug, name or alias, ignoring case, or raise UnknownGame."""
    try:
        return _ALIASES[text.strip().lower()]
    except KeyError:
        raise UnknownGame(text=text, known=tuple(GAMES), field="game") from None
