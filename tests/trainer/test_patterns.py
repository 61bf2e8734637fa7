"""Every pattern is dealt in every game in which it is possible, and matches its definition."""

import random

import pytest

from showdown.evaluator.games import GAMES
from showdown.evaluator.rule_sets import RULE_SETS
from showdown.notation.deal_format import Submission
from showdown.notation.deal_line import line_of, read_line
from showdown.trainer import drills
from showdown.trainer.draw import Draw
from showdown.trainer.drills import deals
from showdown.trainer.patterns import PATTERNS
from showdown.trainer.stakes import Stakes, draw_wagers
from showdown.words.drills import KINDS, MISTAKES, REASONS
from showdown.words.drills import PATTERNS as NAMES
from tests.evaluator.dealing import few_players, random_deal
from tests.made_up_games import MADE_UP
from tests.scope import FIRST_OF_FAMILIES, examples, quick_first
from tests.trainer.second_statements import STATEMENTS
from tests.trainer.slow_dealer import Dealer


def first(pattern, game, players, seed):
    return next(filter(None, deals(pattern, game, players, Draw(seed))))


def ids(value):
    return getattr(value, "slug", None)


def check_dealt(pattern, game, players, seed):
    submission, _ = first(pattern, game, players, seed)
    again = read_line(line_of(submission), game)
    assert len(again.deal.hands) == players
    assert pattern.matches(again.settle())
    assert STATEMENTS[pattern.slug](Dealer(game.slug, line_of(submission)))


@pytest.mark.parametrize(
    "slugs", quick_first(FIRST_OF_FAMILIES, [*GAMES]), ids=["families", "every game"]
)
@pytest.mark.parametrize("pattern", PATTERNS.values(), ids=ids)
def test_a_pattern_is_dealt_in_every_game_or_states_a_reason(pattern, slugs):
    for game in map(GAMES.get, slugs):
        need = pattern.lacks(game)
        if need:
            assert REASONS[need.slug]
        else:
            check_dealt(pattern, game, pattern.players(game)[-1], "some")


@pytest.mark.parametrize("rounds", quick_first(3, 150))
@pytest.mark.parametrize("game", quick_first(*MADE_UP), ids=ids)
def test_a_new_row_is_dealt_its_patterns_or_lacks_them(game, rounds, monkeypatch):
    """Patterns work in games with new rankings and choices, if a matching deal is found."""
    monkeypatch.setattr(drills, "_ROUNDS", rounds)
    for pattern in PATTERNS.values():
        if need := pattern.lacks(game):
            assert REASONS[need.slug]
            continue
        dealt_or_not = deals(pattern, game, pattern.players(game)[0], Draw("some"))
        submission = next(filter(None, dealt_or_not), None)
        if submission:
            assert pattern.matches(submission[0].settle())


@pytest.mark.long
@pytest.mark.parametrize("pattern", PATTERNS.values(), ids=ids)
def test_a_pattern_is_dealt_to_any_number_of_players(pattern):
    possible = [game for game in GAMES.values() if not pattern.lacks(game)]
    for game in possible:
        for players in pattern.players(game):
            for seed in range(examples(10)):
                check_dealt(pattern, game, players, f"seed {seed}")


def random_submission(rng, game):
    deal = random_deal(rng, game, min(few_players(rng, game), 5))
    if deal.has_shared_card:
        return None
    stakes = Stakes(short=rng.randrange(3), folds=rng.randrange(2), uncalled=rng.random() < 0.5)
    wagers = draw_wagers(stakes, deal.labels, Draw(str(rng.random())))
    books = [rules for rules in RULE_SETS.values() if not rules.is_exact]
    return Submission(deal, wagers, rng.choice(books))


@pytest.mark.parametrize("game", GAMES.values(), ids=ids)
def test_patterns_of_random_deals_match_their_second_definition(game):
    """A pattern that the game lacks never matches."""
    rng = random.Random(31)
    for _ in range(8):
        submission = random_submission(rng, game)
        if submission is None:
            continue
        settlement, line = submission.settle(), line_of(submission)
        dealer = Dealer(game.slug, line)
        for pattern in PATTERNS.values():
            matches = bool(pattern.matches(settlement))
            if pattern.lacks(game):
                assert not matches, (pattern.slug, line)
            elif has_one_definition(pattern, settlement):
                assert matches == bool(STATEMENTS[pattern.slug](dealer)), (pattern.slug, line)


def has_one_definition(pattern, settlement):
    """Return whether both definitions apply: the second one defines shares of a single pot."""
    shares = ("quartered", "three-quartered", "scoop")
    return pattern.slug not in shares or len(settlement.payout.pots) == 1


@pytest.mark.parametrize(
    ("pattern", "game", "line", "matches"),
    [
        ("tie-but-for-suits", "omaha", "Anna:As-Kd-Jd-3d Boris:Ac-Kh-6c-7d Board:Ah-Kc-5s-2s-Qd",
         True),
        ("tie-but-for-suits", "holdem", "Anna:As-Kd Boris:Ac-Ks Board:Th-Jd-Qh-Kc-2h", True),
        ("tie-but-for-suits", "holdem", "Anna:2s-3d Boris:4c-5h Board:Th-Jh-Qh-Kh-Ah", False),
        ("ace-is-high", "deuce-to-seven", "Anna:Ah-2c-3d-4s-6h Boris:7h-5c-4d-3s-2h", True),
        ("ace-is-high", "deuce-to-seven", "Anna:Ah-2c-3d-4s-6h Boris:Kh-Kc-4d-3s-2h", False),
    ],
)  # fmt: skip
def test_a_pattern_matches_a_deal_or_not(pattern, game, line, matches):
    """Tied hands need equal ranks, and a hand must lose only because its ace is high."""
    settlement = read_line(line, GAMES[game]).settle()
    assert bool(PATTERNS[pattern].matches(settlement)) is matches


def test_everything_has_words():
    assert list(NAMES) == list(PATTERNS)
    used = {slug for pattern in PATTERNS.values() for slug in pattern.kinds}
    assert used == set(KINDS)
    assert {slug for pattern in PATTERNS.values() for slug in pattern.mistakes} <= set(MISTAKES)
