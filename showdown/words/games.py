"""What a game's row says, in sentences."""

from showdown.evaluator.cards import DECK
from showdown.evaluator.games import Contest, Game
from showdown.words.ranks import NUMBERS, listed, sentence

_CHOICES = {
    "two and three": "exactly two hole cards play with exactly three board cards",
    "any five": "the best five of {cards} cards play",
    "all": "all five of a player's cards play",
    "subset": "up to four cards of different ranks and suits play",
}
_RANKINGS = {
    "high": "the best hand wins",
    "high 6+": (
        "the best hand wins; a flush beats a full house, and A-6-7-8-9 is the lowest straight"
    ),
    "eight or better": (
        "a low needs five different ranks, eight or lower; the ace is low, and straights and"
        " flushes don't count"
    ),
    "ace to five": (
        "the lowest hand wins; the ace is low, straights and flushes don't count, and a pair loses"
        " to no pair"
    ),
    "deuce to seven": (
        "the lowest hand wins; the ace is high, and straights and flushes count against it"
    ),
    "badugi, ace high": (
        "more cards beat fewer, then the lowest win, highest card first; the ace is high"
    ),
    "points": "the most points win: an ace is 1, a face nothing, any other card its number",
    "badugi": "more cards beat fewer, then the lowest win, highest card first; the ace is low",
}


def rules_text(game: Game) -> str:
    """The rules of the game in a few sentences."""
    return " ".join(f"{sentence(said)}." for said in _sentences(game))


def _sentences(game: Game) -> list[str]:
    said = [] if game.deck == DECK else [f"the deck has {len(game.deck)} cards, six to ace"]
    said += dict.fromkeys(_choice(game, contest) for contest in game.contests)
    said += dict.fromkeys(_ranking(contest) for contest in game.contests)
    if len(game.parts) > 1:
        said.append(f"each of the {NUMBERS[len(game.parts)]} boards is worth an equal part")
    if any(len(part) > 1 for part in game.parts):
        names = listed([contest.name for contest in game.parts[0]])
        said.append(f"{names} split the pot, and what nobody qualifies for goes to the other")
    return said


def _choice(game: Game, contest: Contest) -> str:
    cards = game.hole + (game.boards[contest.boards[0]] if game.boards and contest.boards else 0)
    said = _CHOICES.get(contest.choice.name, contest.choice.name)
    return said.format(cards=NUMBERS[cards] if cards < len(NUMBERS) else cards)


def _ranking(contest: Contest) -> str:
    return _RANKINGS.get(contest.ranking.name, contest.ranking.name)
