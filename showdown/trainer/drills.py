"""A drill: a deal, a question about it and the answer. It follows from its recipe alone."""

from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from showdown.evaluator.deals import Deal
from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.games import Game
from showdown.evaluator.settlement import Settlement
from showdown.notation.deal_line import line_of
from showdown.notation.submission import Submission
from showdown.trainer.chip_places import chips_of
from showdown.trainer.dealing import deals
from showdown.trainer.draw import Draw
from showdown.trainer.kinds import Answer, Kind
from showdown.trainer.mistakes import MISTAKES, Mistake
from showdown.trainer.patterns import Pattern
from showdown.trainer.places import Place
from showdown.words import drills as words
from showdown.words.errors import add_messages

_SETTLEMENTS = 40
"""So many are made at most to find a deal in which the mistakes lead to different answers."""
_WORK = 20_000
"""Fewer are made where there is more to do, counted in combinations."""
_OF_A_HAND = 40
"""A hand makes about as much work as so many combinations in each contest, besides its own."""
_OF_A_DRILL = 4
"""So many settlements go into the mistakes of a drill."""
_FEW_PLAYERS = 5
"""Unless somebody asks for more, no more hands are dealt than fit on a screen."""


class NotDealt(InvalidDeal):
    """No such deal came up."""

    pattern: str
    game: Game


class Impossible(InvalidDeal):
    """The pattern can't arise in the game."""

    pattern: str
    game: Game
    reason: str


class NotAsked(InvalidDeal):
    """This kind of question isn't asked about the pattern, or not in the game."""

    kind: str
    pattern: str
    game: Game


class PlayersOfPattern(InvalidDeal):
    """The pattern isn't dealt to so many players."""

    count: int
    pattern: str
    fewest: int
    largest: int


add_messages(
    {
        "NotDealt": "no deal of {game} with the pattern “{pattern}” came up; ask for another",
        "Impossible": "“{pattern}” can't arise in {game}: {reason}",
        "NotAsked": "“{kind}” isn't asked about “{pattern}” in {game}",
        "PlayersOfPattern": "“{pattern}” is dealt to {fewest} to {largest} players, not {count}",
    }
)


class Template(NamedTuple):
    """Drills of one kind, pattern and game. They are rated together, never a single deal."""

    kind: Kind
    pattern: Pattern
    game: Game

    @property
    def slugs(self) -> tuple[str, str, str]:
        return self.kind.slug, self.pattern.slug, self.game.slug


class Recipe(NamedTuple):
    """All that a drill follows from. `players` 0 leaves their number to chance."""

    kind: Kind
    pattern: Pattern
    game: Game
    seed: str
    players: int = 0

    @property
    def template(self) -> Template:
        return Template(self.kind, self.pattern, self.game)


@dataclass(frozen=True, slots=True, kw_only=True)
class Drill:
    """One question. `place` is the hand and the contest that it is about, where it is about one.

    `ruling` are the chips that somebody pushes, with the mistake `planted` in them, if any: the
    question is whether they are right. `tested` are the mistakes that lead to answers of their own.
    """

    recipe: Recipe
    submission: Submission
    settlement: Settlement
    place: Place
    ruling: dict[str, int] | None = None
    planted: str = ""
    tested: tuple[str, ...] = ()

    @property
    def kind(self) -> Kind:
        return self.recipe.kind

    @property
    def game(self) -> Game:
        return self.recipe.game

    @property
    def answer(self) -> Answer:
        if self.ruling is not None:
            return not self.planted
        return self.kind.answer(self.settlement, self.place, self.game)

    @property
    def question(self) -> str:
        return words.question_text(
            self.kind.slug,
            self.settlement,
            label=self.place.label,
            contest=self.place.contest,
            ruling=self.ruling,
        )

    def wrong_answers(self, mistake: Mistake) -> list[Answer]:
        """What the mistake would answer, where that is wrong."""
        answers = mistake.answers(self.kind, self.submission, self.settlement, self.place)
        right = self.kind.answer(self.settlement, self.place, self.game)
        return [answer for answer in answers if answer != right]

    def to_json(self) -> dict[str, Any]:
        return {
            "drill": self.kind.slug,
            "pattern": self.recipe.pattern.slug,
            "game": self.game.slug,
            "deal": line_of(self.submission),
            "question": self.question,
            "answer": self.answer,
        }


def kinds_of(pattern: Pattern, game: Game, kinds: dict[str, Kind]) -> list[Kind]:
    """The kinds that are asked about this pattern in this game."""
    return [kinds[slug] for slug in pattern.kinds if kinds[slug].allows(game)]


def make_drill(recipe: Recipe) -> Drill:
    """The drill of this recipe.

    Raises Impossible, NotAsked, PlayersOfPattern, and NotDealt where it does not come up.
    """
    _check(recipe)
    kind, pattern, game, _, players = recipe
    draw = Draw(_seed_of(recipe))
    if not players:
        fit = pattern.players(game)
        players = draw.pick(fit[: max(1, _FEW_PLAYERS + 1 - fit[0])])
    second_best, settlements = None, 0
    for dealt in deals(pattern, game, players, draw, rake=kind.takes_rake):
        drill = dealt and drill_on(recipe, *dealt, draw)
        if drill and drill.tested:
            return drill
        second_best = second_best or drill
        settlements += _OF_A_DRILL if dealt else 1
        if second_best and settlements >= _most_settlements(second_best.submission.deal):
            return second_best
    if second_best is None:
        raise NotDealt(pattern=words.PATTERNS[pattern.slug], game=game, field="pattern")
    return second_best


def _most_settlements(deal: Deal) -> int:
    """How many are made of such deals: not by the clock, so that every machine deals the same."""
    hole, boards = deal.hands[0].cards, deal.boards
    contests = deal.game.contests
    combinations = sum(len([*contest.combinations(hole, boards)]) for contest in contests)
    work = len(deal.hands) * (combinations + _OF_A_HAND * len(contests))
    return min(_SETTLEMENTS, _WORK // work)


def _check(recipe: Recipe) -> None:
    kind, pattern, game, _, players = recipe
    if pattern.lacks(game):
        raise impossible(pattern, game)
    if kind.slug not in pattern.kinds or not kind.allows(game):
        raise not_asked(kind.slug, pattern, game)
    if players and players not in pattern.players(game):
        raise not_for_players(players, pattern, game)


def impossible(pattern: Pattern, game: Game) -> Impossible:
    """The error of a game that lacks something for the pattern."""
    need = pattern.lacks(game)
    reason = words.REASONS[need.slug] if need else ""
    return Impossible(
        pattern=words.PATTERNS[pattern.slug], game=game, reason=reason, field="pattern"
    )


def not_asked(kind: str, pattern: Pattern, game: Game) -> NotAsked:
    return NotAsked(
        kind=words.KINDS[kind], pattern=words.PATTERNS[pattern.slug], game=game, field="drill"
    )


def not_for_players(players: int, pattern: Pattern, game: Game) -> PlayersOfPattern:
    fit = pattern.players(game)
    return PlayersOfPattern(
        count=players,
        pattern=words.PATTERNS[pattern.slug],
        fewest=fit[0],
        largest=fit[-1],
        field="players",
    )


def _seed_of(recipe: Recipe) -> str:
    kind, pattern, game, seed, players = recipe
    return f"{kind.slug} {pattern.slug} {game.slug} {players} {seed}"


def drill_on(
    recipe: Recipe, submission: Submission, settlement: Settlement, draw: Draw
) -> Drill | None:
    """The question about this deal, if it has one."""
    places = [*recipe.pattern.places(settlement)]
    fit = [place for place in places if recipe.kind.fits(settlement, place)]
    fit = fit or _any_place(recipe.kind, settlement)
    if not fit:
        return None
    drill = Drill(recipe=recipe, submission=submission, settlement=settlement, place=draw.pick(fit))
    wrong = _wrong_answers(drill)
    drill = replace(drill, tested=tuple(wrong))
    return _with_ruling(drill, wrong, draw) if recipe.kind.is_ruling else drill


def _any_place(kind: Kind, settlement: Settlement) -> list[Place]:
    """Where the question fits though the pattern shows elsewhere: who is low, say."""
    label = settlement.competing[0]
    places = [Place(label, contest.name) for contest in settlement.game.contests]
    return [place for place in places if kind.fits(settlement, place)][:1]


def _wrong_answers(drill: Drill) -> dict[str, Answer]:
    """By mistake, the wrong answers that no other mistake of the pattern leads to."""
    by_mistake = {
        slug: answers[0]
        for slug in drill.recipe.pattern.mistakes
        if (answers := drill.wrong_answers(MISTAKES[slug]))
    }
    every = [*by_mistake.values()]
    return {slug: answer for slug, answer in by_mistake.items() if every.count(answer) == 1}


def _with_ruling(drill: Drill, wrong: dict[str, Answer], draw: Draw) -> Drill:
    """Half of the rulings are right, as far as anything can be planted."""
    planted = draw.pick(sorted(wrong)) if wrong and draw.below(2) else ""
    ruling = wrong[planted] if planted else chips_of(drill.settlement)
    return replace(drill, ruling=ruling, planted=planted)
