"""The rules of a game in sentences, made from its row."""

from collections.abc import Iterable, Iterator

from showdown.evaluator.cards import DECK
from showdown.evaluator.divisions import may_refuse
from showdown.evaluator.games import Contest, Game, Part
from showdown.evaluator.rankings import NOT_QUALIFIED
from showdown.words.made_hands import as_noun
from showdown.words.ranks import NUMBERS, listed, sentence

_CHOICES = {
    "two and three": "exactly two hole cards play with exactly three board cards",
    "any five": "the best five of {cards} cards play",
    "all": "the player's own five cards play",
    "subset": "up to four cards of different ranks and suits play",
}
_BADUGI = (
    "more cards beat fewer; hands of equal size are compared from the highest card down, and the"
    " lower wins"
)
_RANKINGS = {
    "high": "the best hand wins",
    "high 6+": (
        "the best hand wins; a flush beats a full house, and A-6-7-8-9 is the lowest straight"
    ),
    "eight or better": (
        "the lowest hand of five different ranks, all eight or lower, wins; the ace is low, and"
        " straights and flushes don't count"
    ),
    "ace to five": (
        "the lowest hand wins; the ace is low, straights and flushes don't count, and pairs count"
        " against you"
    ),
    "deuce to seven": (
        "the lowest hand wins; the ace is high, and straights, flushes and pairs count against you"
    ),
    "badugi, ace high": f"{_BADUGI}; the ace is high",
    "points": (
        "the most points win: an ace counts 1, a face card nothing, any other card its number"
    ),
    "badugi": f"{_BADUGI}; the ace is low",
}


def rules_text(game: Game) -> str:
    """The rules of the game in a few sentences."""
    return " ".join(f"{sentence(said)}." for said in _sentences(game))


def _sentences(game: Game) -> list[str]:
    said = [] if game.deck == DECK else [f"the deck has {len(game.deck)} cards, six to ace"]
    contests = list({_short_name(contest): contest for contest in game.contests}.values())
    said += _for_each(contests, [_choice(game, contest) for contest in contests])
    said += _for_each(contests, [_ranking(contest) for contest in contests])
    whole = "the pot"
    if len(game.parts) > 1:
        said.append(f"the pot is split evenly between the {NUMBERS[len(game.parts)]} boards")
        whole = "each board's part"
    if len(game.parts[0]) > 1:
        said.append(f"{_names(game.parts[0])} split {whole} evenly")
        said += _without_a_winner(game.parts[0])
    return said


def _without_a_winner(part: Part) -> Iterator[str]:
    """Who takes what no hand qualifies for."""
    for contest in part:
        if may_refuse(contest):
            others = [other for other in part if other is not contest]
            takes = "takes" if len(others) == 1 else "take"
            yield (
                f"if nobody qualifies for {_short_name(contest)}, {_names(others)} {takes} it all"
            )


def _names(contests: Iterable[Contest]) -> str:
    return listed([_short_name(contest) for contest in contests])


def _for_each(contests: list[Contest], said: list[str]) -> list[str]:
    """What is said of each contest, once where it is the same for all."""
    if len(set(said)) == 1:
        return said[:1]
    return [
        f"for {_short_name(contest)}, {each}" for contest, each in zip(contests, said, strict=True)
    ]


def _short_name(contest: Contest) -> str:
    """`high`, without the board it is played on."""
    return contest.name.split(" of board ")[0]


def _choice(game: Game, contest: Contest) -> str:
    cards = game.hole + (game.boards[contest.boards[0]] if game.boards and contest.boards else 0)
    said = _CHOICES.get(contest.choice.name, contest.choice.name)
    said = said.format(cards=NUMBERS[cards] if cards < len(NUMBERS) else cards)
    return f"{said}, all of one board" if len(contest.boards) > 1 else said


def _ranking(contest: Contest) -> str:
    said = _RANKINGS.get(contest.ranking.name, contest.ranking.name)
    if contest.least == NOT_QUALIFIED:
        return said
    return f"{said}; it must have at least {as_noun(contest.ranking, contest.least)}"
