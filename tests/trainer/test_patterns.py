"""Test that each pattern is dealt in all games that allow it, and matches recorded deals."""

from pathlib import Path

import pytest

from showdown.evaluator.games import GAMES
from showdown.notation.deal_line import read_line, write_line
from showdown.trainer import drills
from showdown.trainer.drills import draw_deals
from showdown.trainer.patterns import PATTERNS
from showdown.trainer.random_source import RandomSource
from showdown.words.drills import MISTAKES, OBSTACLE_TEXTS, QUESTION_TITLES
from showdown.words.drills import PATTERNS as NAMES
from tests.made_up_games import MADE_UP
from tests.scope import FIRST_OF_FAMILIES, examples, quick_first

LINES = (Path(__file__).parents[1] / "data" / "patterns.txt").read_text().splitlines()
"""Deals with their patterns; the head of the file states how they were confirmed."""


def first_deal(pattern, game, players, seed):
    return next(filter(None, draw_deals(pattern, game, players, RandomSource(seed))))


def slug_of(value):
    return getattr(value, "slug", None)


def check_dealt(pattern, game, players, seed):
    submission, _ = first_deal(pattern, game, players, seed)
    reread = read_line(write_line(submission), game)
    assert len(reread.deal.hands) == players
    assert pattern.matches(reread.settle())


@pytest.mark.parametrize("pattern", PATTERNS.values(), ids=slug_of)
def test_a_pattern_is_dealt_in_every_game_or_states_a_reason(pattern):
    for game in GAMES.values():
        if obstacle := pattern.obstacle_in(game):
            assert OBSTACLE_TEXTS[obstacle]
        elif game.slug in FIRST_OF_FAMILIES:  # the long tests deal all games
            check_dealt(pattern, game, pattern.player_counts(game)[-1], "some")


@pytest.mark.parametrize("rounds", quick_first(3, 150))
@pytest.mark.parametrize("game", quick_first(*MADE_UP), ids=slug_of)
def test_a_pattern_is_dealt_in_new_games_or_states_a_reason(game, rounds, monkeypatch):
    monkeypatch.setattr(drills, "_MAX_ROUNDS", rounds)
    for pattern in PATTERNS.values():
        if obstacle := pattern.obstacle_in(game):
            assert OBSTACLE_TEXTS[obstacle]
            continue
        settled_deals = draw_deals(
            pattern, game, pattern.player_counts(game)[0], RandomSource("some")
        )
        settled_deal = next(filter(None, settled_deals), None)
        if settled_deal:
            submission, _ = settled_deal
            assert pattern.matches(submission.settle())


@pytest.mark.long
@pytest.mark.parametrize("pattern", PATTERNS.values(), ids=slug_of)
def test_a_pattern_is_dealt_to_any_number_of_players(pattern):
    possible = [game for game in GAMES.values() if not pattern.obstacle_in(game)]
    for game in possible:
        for players in pattern.player_counts(game):
            for seed in range(examples(10)):
                check_dealt(pattern, game, players, f"seed {seed}")


@pytest.mark.parametrize("game", GAMES.values(), ids=slug_of)
def test_recorded_deals_match_exactly_the_listed_patterns(game):
    rows = [line.split(" ", 2) for line in LINES if line.startswith(f"{game.slug} ")]
    assert rows, "tests/data/patterns.txt needs a deal of this game"
    for _, listed, line in rows:
        settlement = read_line(line, game).settle()
        matched = [slug for slug, pattern in PATTERNS.items() if pattern.matches(settlement)]
        assert (",".join(matched) or "-") == listed, line


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


def test_every_pattern_kind_and_mistake_has_a_text():
    assert list(NAMES) == list(PATTERNS)
    used = {slug for pattern in PATTERNS.values() for slug in pattern.kinds}
    assert used == set(QUESTION_TITLES)
    assert {slug for pattern in PATTERNS.values() for slug in pattern.mistakes} <= set(MISTAKES)
