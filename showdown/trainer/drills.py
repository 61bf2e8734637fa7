"""A drill: a deal, a question about it and the answer, all derived from a recipe."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import cycle, islice
from typing import Any, NamedTuple

from showdown.bulk.evaluation import evaluate
from showdown.evaluator.contests import find_made_hands
from showdown.evaluator.deals import Deal
from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.games import Contest, Game
from showdown.evaluator.settlement import Settlement, settle
from showdown.notation.deal_format import Submission
from showdown.notation.deal_line import write_line
from showdown.trainer.betting import DEFAULT_BETTING, PLAYER_NAMES, draw_rules, draw_wagers
from showdown.trainer.chip_matchers import chips_by_player
from showdown.trainer.matchers import Match, ShownHands
from showdown.trainer.mistakes import MISTAKES
from showdown.trainer.patterns import Pattern
from showdown.trainer.questions import KINDS, Answer, Kind, original_contest
from showdown.trainer.random_source import RandomSource
from showdown.trainer.stacks import WHOLE_DECK, Stack
from showdown.words import drills as words
from showdown.words.drills import made_text

_MAX_SETTLEMENTS = 40
"""Maximum number of settlements to find a deal on which mistakes have distinct answers."""
_MAX_COMBINATIONS = 20_000
"""Maximum number of combinations to rank in the same search; reached first in some games."""
_COST_PER_HAND = 40
"""Cost of a hand in a contest besides its combinations, as a number of combinations."""
_SETTLEMENTS_PER_DRILL = 4
"""Number of settlements needed to check the mistakes of a drill."""
_MAX_PLAYERS = 5
"""Maximum number of players unless more are requested, so that all fit on a screen."""


class NotDealt(InvalidDeal):
    """No deal with the pattern came up."""

    message = "no deal of {game} with the pattern “{pattern}” was found; request another"

    pattern: str
    game: Game


class Recipe(NamedTuple):
    """The parameters from which a drill is derived.

    The pattern must be possible in the game. If `players` is 0, the number of players is random.
    """

    kind: Kind
    pattern: Pattern
    game: Game
    seed: str
    players: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Drill:
    """A deal with a question about it.

    `match` is the hand and contest that the question is about. If the question is whether a
    proposed payout is right, `proposed_payout` is that payout, and `planted_mistake` is the mistake
    in it, if any. `tested_mistakes` are the mistakes that lead to distinct wrong answers.
    """

    recipe: Recipe
    submission: Submission
    settlement: Settlement
    match: Match
    proposed_payout: dict[str, int] | None = None
    planted_mistake: str = ""
    tested_mistakes: tuple[str, ...] = ()

    @property
    def kind(self) -> Kind:
        return self.recipe.kind

    @property
    def game(self) -> Game:
        return self.recipe.game

    @property
    def answer(self) -> Answer:
        if self.proposed_payout is not None:
            return not self.planted_mistake
        return self.kind.answer(self.settlement, self.match, self.game)

    @property
    def question(self) -> str:
        return words.question_text(
            self.kind.slug,
            self.settlement,
            label=self.match.label,
            contest=self.match.contest,
            proposed_payout=self.proposed_payout,
        )

    @property
    def answer_text(self) -> str:
        """Return the answer in words; for a proposed payout, also the chips that are due."""
        payout = self.settlement.payout
        returned_bet = payout.returned if payout else None
        returned_chips = {returned_bet.label: returned_bet.amount} if returned_bet else {}
        if self.proposed_payout is not None:
            return words.ruling_text(self.answer, chips_by_player(self.settlement), returned_chips)
        return words.answer_text(self.kind.slug, self.game, self.answer, returned_chips)

    def wrong_answers(self, mistake: str) -> list[Answer]:
        """Return the wrong answers to which a mistake, a key of MISTAKES, leads."""
        right_answer = self.kind.answer(self.settlement, self.match, self.game)
        wrong_answers = []
        with suppress(InvalidDeal):  # the mistake can't be made in this deal
            for mistaken_settlement in MISTAKES[mistake](self.settlement):
                answer = self.kind.answer(mistaken_settlement, self.match, self.game)
                if answer != right_answer:
                    wrong_answers.append(answer)
        return wrong_answers

    def to_json(self) -> dict[str, Any]:
        return {
            "drill": self.kind.slug,
            "pattern": self.recipe.pattern.slug,
            "game": self.game.slug,
            "deal": write_line(self.submission),
            "question": self.question,
            "answer": self.answer,
        }


def allowed_kinds(pattern: Pattern, game: Game) -> list[Kind]:
    """Return the kinds of questions about a pattern in a game."""
    return [KINDS[slug] for slug in pattern.kinds if KINDS[slug].allows(game)]


def make_drill(recipe: Recipe) -> Drill:
    """Return the drill of a recipe. Raise NotDealt if no such deal comes up."""
    kind, pattern, game, seed, players = recipe
    rng = RandomSource(f"{kind.slug} {pattern.slug} {game.slug} {players} {seed}")
    if not players:
        counts = pattern.player_counts(game)
        players = rng.pick(counts[: max(1, _MAX_PLAYERS + 1 - counts[0])])
    fallback, settlements = None, 0
    for settled_deal in draw_deals(pattern, game, players, rng, has_rake=kind.needs_rake):
        drill = settled_deal and _make_drill_on(recipe, *settled_deal, rng)
        if drill and drill.tested_mistakes:
            return drill
        fallback = fallback or drill
        settlements += _SETTLEMENTS_PER_DRILL if settled_deal else 1
        if fallback and settlements >= _max_settlements(fallback.submission.deal):
            return fallback
    if fallback is None:
        raise NotDealt(pattern=words.PATTERNS[pattern.slug], game=game, field="pattern")
    return fallback


def _max_settlements(deal: Deal) -> int:
    """Return the maximum number of settlements for deals like this one.

    A time limit would make the drills of a seed depend on the machine.
    """
    hole, boards = deal.hands[0].cards, deal.boards
    contests = deal.game.contests
    combinations = sum(len([*contest.combinations(hole, boards)]) for contest in contests)
    work = len(deal.hands) * (combinations + _COST_PER_HAND * len(contests))
    return min(_MAX_SETTLEMENTS, _MAX_COMBINATIONS // work)


def _make_drill_on(
    recipe: Recipe, submission: Submission, settlement: Settlement, rng: RandomSource
) -> Drill | None:
    """Return a drill on this deal; None if the question can't be asked about it."""
    matches = recipe.pattern.matches(settlement)
    suitable_matches = [match for match in matches if recipe.kind.fits(settlement, match)]
    if not suitable_matches:
        # Ask about a hand and contest that don't have the pattern.
        label = settlement.competing[0]
        other_matches = (Match(label, contest.name) for contest in settlement.game.contests)
        suitable_matches = [
            match for match in other_matches if recipe.kind.fits(settlement, match)
        ][:1]
    if not suitable_matches:
        return None
    drill = Drill(
        recipe=recipe,
        submission=submission,
        settlement=settlement,
        match=rng.pick(suitable_matches),
    )
    # A mistake is tested if no other mistake leads to the same answer.
    answers = {
        slug: found[0] for slug in recipe.pattern.mistakes if (found := drill.wrong_answers(slug))
    }
    answer_list = list(answers.values())
    distinct_answers = {
        slug: answer for slug, answer in answers.items() if answer_list.count(answer) == 1
    }
    drill = replace(drill, tested_mistakes=tuple(distinct_answers))
    if not recipe.kind.is_ruling:
        return drill
    # The proposed payout has a mistake in half of the drills that test one.
    has_mistake = bool(distinct_answers and rng.integer_below(2))
    planted_mistake = rng.pick(sorted(distinct_answers)) if has_mistake else ""
    return replace(
        drill,
        proposed_payout=distinct_answers.get(planted_mistake, chips_by_player(settlement)),
        planted_mistake=planted_mistake,
    )


type SettledDeal = tuple[Submission, Settlement]

_MAX_ROUNDS = 150
"""Maximum number of rounds in the search for a pattern; each draws from one deck."""
_DEALS_PER_ROUND = 512
"""Number of random deals in a round."""
_MAX_SETTLED_PER_ROUND = 24
"""Maximum number of deals in a round that are settled, if their hands may have the pattern."""
_WAGERS_PER_DEAL = 4
"""Number of wagers tried for the same cards, unless the betting parameters are the default."""


def draw_deals(
    pattern: Pattern, game: Game, players: int, rng: RandomSource, *, has_rake: bool = False
) -> Iterator[SettledDeal | None]:
    """Yield deals with the pattern from a limited number of random deals.

    Yield None for a deal that was settled and doesn't have the pattern.
    """
    betting = replace(pattern.betting, rake_probability=1) if has_rake else pattern.betting
    tries = 1 if betting == DEFAULT_BETTING else _WAGERS_PER_DEAL
    for deal in _likely_deals(pattern, game, players, rng):
        made = [find_made_hands(deal)]
        settled_deal = None
        for _ in range(tries):
            wagers = draw_wagers(betting, deal.labels, rng)
            submission = Submission(deal, wagers, draw_rules(betting, rng))
            settlement = settle(*submission, made=made)
            if pattern.matches(settlement):
                settled_deal = submission, settlement
                break
        yield settled_deal


def _likely_deals(pattern: Pattern, game: Game, players: int, rng: RandomSource) -> Iterator[Deal]:
    decks: Iterator[Stack] = cycle((WHOLE_DECK, *pattern.stacks))
    names = PLAYER_NAMES[:players]
    for _ in range(_MAX_ROUNDS):
        cards = next(decks)(game, players, _DEALS_PER_ROUND, rng)
        strengths = evaluate(game, cards).tolist()
        deals = (Deal.from_numbers(game, row.tobytes(), names) for row in cards)
        likely_deals = (
            deal
            for deal, strengths_of_deal in zip(deals, strengths, strict=True)
            if pattern.may_arise(ShownHands(game, deal.hands, deal.boards, strengths_of_deal))
        )
        yield from islice(likely_deals, _MAX_SETTLED_PER_ROUND)


_MAX_OPTIONS = 5
"""Maximum number of options of a question about a made hand."""


def answer_options(drill: Drill) -> tuple[str, ...]:
    """Return the options of a multiple-choice question; empty for other questions.

    The options include the right answer. Those for an odd chip are the boards, contests and players
    that may receive one.
    """
    if drill.kind.slug == "make":
        return _made_hand_options(drill)
    if drill.kind.slug != "odd":
        return ()
    game = drill.game
    boards = [f"board {index + 1}" for index in range(len(game.boards))]
    contests = [contest.name for contest in game.contests]
    return (
        *(boards if len(game.parts) > 1 else ()),
        *(contests if len(contests) > len(game.parts) else ()),
        *drill.settlement.competing,
    )


def _made_hand_options(drill: Drill) -> tuple[str, ...]:
    """Return the right answer, wrong answers and other hands, in random order.

    The other hands are those of the other players, then hands similar to the right answer.
    """
    contest = original_contest(drill.game, drill.match)
    texts = [drill.answer]
    texts += (drill.wrong_answers(slug)[0] for slug in drill.tested_mistakes)
    for label in drill.settlement.competing:
        texts.append(drill.kind.answer(drill.settlement, Match(label, contest.name), drill.game))
    texts += _similar_hands(drill, contest)
    distinct_texts = list(dict.fromkeys(texts))[:_MAX_OPTIONS]
    return tuple(RandomSource(f"options {drill.recipe.seed}").shuffled(distinct_texts))


def _similar_hands(drill: Drill, contest: Contest) -> list[str]:
    """Return hands that are a few or many ranks above and below the right answer."""
    ranks = contest.ranking.ranks
    made = drill.settlement.runs[0].made[contest.name][drill.match.label]
    position = made.strength - 1 if made else 0
    steps = (1, -1, 3, -3, 10, -10, 40, -40, 200, -200)
    indices = (position + step for step in steps if 0 <= position + step < len(ranks))
    return [made_text(drill.game, contest, ranks[index]) for index in indices]
