"""What can be chosen from, where the answer to a drill is one of several texts."""

from showdown.evaluator.games import Contest
from showdown.trainer.draw import Draw
from showdown.trainer.drills import Drill
from showdown.trainer.kinds import true_contest
from showdown.trainer.mistakes import MISTAKES
from showdown.trainer.places import Place
from showdown.words.drills import made_text

_MOST = 5


def options(drill: Drill) -> tuple[str, ...]:
    """The right answer among wrong ones, in an order that tells nothing; none for other kinds."""
    make = _OPTIONS.get(drill.kind.slug)
    return make(drill) if make else ()


def _made_hands(drill: Drill) -> tuple[str, ...]:
    """The answer, what mistakes make of it, what the others make, and then the next best hands."""
    contest = true_contest(drill.game, drill.place)
    texts = [drill.answer]
    texts += (drill.wrong_answers(MISTAKES[slug])[0] for slug in drill.tested)
    texts += (_made_by(drill, label) for label in drill.settlement.competing)
    texts += _near(drill, contest)
    different = list(dict.fromkeys(texts))[:_MOST]
    return tuple(Draw(f"options {drill.recipe.seed}").shuffled(different))


def _made_by(drill: Drill, label: str) -> str:
    place = Place(label, drill.place.contest)
    text: str = drill.kind.answer(drill.settlement, place, drill.game)
    return text


def _near(drill: Drill, contest: Contest) -> list[str]:
    """Hands of the ranking, from the one that is made, in both directions."""
    ranks = contest.ranking.ranks
    made = drill.settlement.runs[0].made[contest.name][drill.place.label]
    at = made.strength - 1 if made else 0
    steps = (1, -1, 3, -3, 10, -10, 40, -40, 200, -200)
    near = (at + step for step in steps if 0 <= at + step < len(ranks))
    return [made_text(drill.game, contest, ranks[place]) for place in near]


def _takers(drill: Drill) -> tuple[str, ...]:
    """Boards and contests where there are several, and all players who are in."""
    game = drill.game
    boards = [f"board {place + 1}" for place in range(len(game.boards))]
    contests = [contest.name for contest in game.contests]
    return (
        *(boards if len(game.parts) > 1 else ()),
        *(contests if len(contests) > len(game.parts) else ()),
        *drill.settlement.competing,
    )


_OPTIONS = {"make": _made_hands, "odd": _takers}
