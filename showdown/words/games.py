"""What a game's row says, in sentences."""

from showdown.evaluator.cards import DECK
from showdown.evaluator.games import Contest, Game
from showdown.words.ranks import NUMBERS, sentence

_CHOICES = {
    "two and three": "exactly two hole cards play with exactly three board cards",
    "any five": "the best five of {all} cards play",
    "all": "all five of a player’s cards play",
    "subset": "up to four cards of different ranks and suits play",
}
_RANKINGS = {
    "high": "the best high hand wins",
    "high 6+": "a flush beats a full house, and A-6-7-8-9 is the lowest straight",
    "eight or better": (
        "a low needs five different ranks, eight or lower; the ace is low, and straights and"
        " flushes don’t count"
    ),
    "ace to five": (
        "the lowest hand wins; the ace is low, straights and flushes don’t count, and a pair loses"
        " to no pair"
    ),
    "deuce to seven": (
        "the lowest hand wins; the ace is high, and straights and flushes count against it"
    ),
    "badugi": "four cards beat three; then the lowest cards win, highest card first; the ace is low",
}


def rule_text(game: Game) -> str:
    """The rules of the game in a few sentences."""
    said = list(dict.fromkeys(_contest(game, contest) for contest in game.contests))
    if game.deck != DECK:
        said.insert(0, f"The deck has {len(game.deck)} cards, six to ace.")
    if len(game.parts) > 1:
        said.append(f"Each of the {NUMBERS[len(game.parts)]} boards is worth half the pot.")
    if any(len(part) > 1 for part in game.parts):
        names = " and ".join(contest.name for contest in game.parts[0])
        said.append(
            f"{sentence(names)} split the pot; what nobody qualifies for goes to the other."
        )
    return " ".join(said)


def _contest(game: Game, contest: Contest) -> str:
    cards = game.hole + (game.boards[contest.boards[0]] if game.boards and contest.boards else 0)
    count = NUMBERS[cards] if cards < len(NUMBERS) else cards
    choice = _CHOICES.get(contest.choice.name, contest.choice.name).format(all=count)
    ranking = _RANKINGS.get(contest.ranking.name, contest.ranking.name)
    return f"{sentence(choice)}; {ranking}."
