"""Test progress (answers, weak patterns, merged trainings) and sittings."""

import json
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import cycle
from random import Random
from statistics import mean, median

import pytest

from showdown.trainer import progress
from showdown.trainer.choosing import DrillSelection
from showdown.trainer.difficulty import difficulty
from showdown.trainer.mistakes import MISTAKES
from showdown.trainer.patterns import PATTERNS as DRILL_PATTERNS
from showdown.trainer.sittings import TOO_LATE, Sitting
from showdown.trainer.training import (
    GradedAnswer,
    Training,
    add_answer,
    merge_trainings,
    next_pattern,
)

EVENING = datetime(2026, 1, 1, 20, tzinfo=UTC)
NIGHT = EVENING + timedelta(hours=5)
PATTERNS = [f"pattern {number}" for number in range(28)]
WEAK = set(PATTERNS[:7])


def make_answer(number, pattern="scoop", *, mistake="", seconds=8.0, answered_at=EVENING):
    return GradedAnswer(f"nonce {number}", "make", pattern, mistake, seconds, answered_at)


def train(*answers):
    training = Training()
    for answer in answers:
        training = add_answer(training, answer)
    return training


def test_the_stored_progress_is_bounded():
    rows = zip(range(400), cycle(DRILL_PATTERNS), cycle(MISTAKES), strict=False)
    training = train(
        *(
            make_answer(f"{number:040}", pattern, mistake=mistake)
            for number, pattern, mistake in rows
        )
    )
    assert training.answers == 400
    assert len(json.dumps(training.to_json())) < 20_000


def test_training_survives_a_json_round_trip():
    training = train(make_answer(1), make_answer(2, mistake="one-pot"), make_answer(3, "quartered"))
    assert Training.from_json(json.loads(json.dumps(training.to_json()))) == training
    assert Training.from_json({}) == Training()


def test_documents_of_version_1_0_are_read():
    training = train(make_answer(1))
    stored = training.to_json() | {
        "rating": {"rating": 1600.0, "deviation": 80.0, "volatility": 0.06},
        "session": [],
        "streak": 3,
        "best_streak": 7,
        "due": "a ticket",
    }
    assert Training.from_json(stored) == training


def test_a_repeated_answer_counts_once():
    training = train(make_answer(1), make_answer(1), make_answer(1, mistake="one-pot"))
    assert (training.answers, training.patterns["scoop"].right, training.mistakes) == (1, 1, {})


def test_mistakes_are_counted():
    training = train(
        make_answer(1, mistake="one-pot"),
        make_answer(2, mistake="something-else"),
        make_answer(3, mistake="something-else"),
    )
    assert training.mistakes == {"one-pot": 1, "something-else": 2}


def test_an_answer_is_slow_above_twice_the_usual_time():
    training = train(*(make_answer(number) for number in range(9)), make_answer(9, seconds=20))
    assert (training.patterns["scoop"].right, training.patterns["scoop"].slow) == (10, 1)


def test_skill_follows_the_answers():
    assert Training().skill("scoop") == train(make_answer(1, "quartered")).skill("scoop") == 0
    skills = [train(*map(make_answer, range(count))).skill("scoop") for count in (1, 3, 9)]
    assert 0 < skills[0] < skills[1] < skills[2] <= 1
    after_mistake = train(*map(make_answer, range(9)), make_answer(9, mistake="one-pot"))
    assert after_mistake.skill("scoop") < skills[2]


def test_every_pattern_comes_before_a_mastered_one_repeats():
    training, patterns = Training(), []
    for number in range(len(PATTERNS)):
        pattern = next_pattern(training, PATTERNS, EVENING, Random(number))
        patterns.append(pattern)
        training = add_answer(training, make_answer(number, pattern))
    assert sorted(patterns) == sorted(PATTERNS)


def test_intervals_grow_with_right_answers():
    intervals, now, training = [], EVENING, Training()
    for number in range(4):
        training = add_answer(training, make_answer(number, answered_at=now))
        due = datetime.fromisoformat(training.patterns["scoop"].card["due"])
        intervals.append(due - now)
        now = due
    assert intervals == sorted(intervals)
    assert intervals[0] >= timedelta(days=1)


def test_the_first_drill_of_a_pattern_is_easier_than_after_many_right_answers(monkeypatch):
    monkeypatch.setattr(progress, "_MAX_DEALING_SECONDS", 10)
    selection = DrillSelection(patterns=("short-all-in",), games=("holdem",), kinds=("chips",))
    practiced = train(*(make_answer(number, "short-all-in") for number in range(20)))
    easy, hard = (
        [difficulty(progress.next_ticket(selection, training, EVENING).drill) for _ in range(15)]
        for training in (Training(), practiced)
    )
    assert median(easy) < median(hard)


BASICS = DrillSelection(games=("holdem",), kinds=("make", "winners", "pots"))
ALL_PATTERNS = DrillSelection(games=("omaha-hilo",))
PATTERN_WITH_SIDE_POTS = DrillSelection(patterns=("short-all-in",))


@pytest.mark.parametrize("selection", [DrillSelection(), BASICS, ALL_PATTERNS])
def test_the_first_drills_have_two_players_and_one_pot(selection):
    training = Training()
    for number in range(3):
        for _ in range(3):
            settlement = progress.next_ticket(selection, training, EVENING).drill.settlement
            assert len(settlement.players) == 2
            assert len(settlement.payout.pots) == 1
        training = add_answer(training, make_answer(number))
    dealt = [progress.next_ticket(selection, training, EVENING).drill for _ in range(12)]
    assert any(len(drill.settlement.players) > 2 for drill in dealt)


def test_a_beginner_gets_the_pattern_that_they_select():
    drill = progress.next_ticket(PATTERN_WITH_SIDE_POTS, Training(), EVENING).drill
    assert drill.recipe.pattern.slug == "short-all-in"


def count_patterns_of_learner(seed):
    """Count the patterns dealt to a learner who answers half of the drills of weak patterns wrong.

    The learner answers 30 drills on each of ten evenings. The first round, in which every pattern
    comes once, isn't counted.
    """
    random, training, patterns = Random(seed), Training(), Counter()
    for number in range(300):
        now = EVENING + timedelta(days=number // 30, seconds=20 * (number % 30))
        pattern = next_pattern(training, PATTERNS, now, random)
        patterns[pattern] += number >= len(PATTERNS)
        is_right = random.random() < (0.5 if pattern in WEAK else 0.95)
        mistake = "" if is_right else "one-pot"
        seconds = random.uniform(5, 15)
        training = add_answer(
            training,
            make_answer(number, pattern, mistake=mistake, seconds=seconds, answered_at=now),
        )
    return patterns


def test_weak_patterns_come_three_times_as_often():
    learners = [count_patterns_of_learner(seed) for seed in range(12)]
    weak = mean(patterns[pattern] for patterns in learners for pattern in WEAK)
    strong = mean(patterns[slug] for patterns in learners for slug in PATTERNS if slug not in WEAK)
    assert weak / strong >= 3


def test_merging_with_an_empty_training_changes_nothing():
    training = train(make_answer(1), make_answer(2, "quartered", mistake="one-pot"), make_answer(3))
    assert merge_trainings(training, Training()) == training
    assert merge_trainings(Training(), training) == training


def test_merging_adds_answers_and_mistakes():
    first = train(make_answer(1), make_answer(2, "quartered", mistake="one-pot"))
    second = train(
        make_answer(3, mistake="one-pot"), make_answer(4, "no-low", mistake="dead-kicker")
    )
    merged = merge_trainings(first, second)
    assert merged.answers == 4
    assert merged.mistakes == {"one-pot": 2, "dead-kicker": 1}
    assert (merged.patterns["scoop"].right, merged.patterns["scoop"].wrong) == (1, 1)
    assert set(merged.patterns) == {"scoop", "quartered", "no-low"}
    assert merged.answered == ("nonce 3", "nonce 4", "nonce 1", "nonce 2")


def test_merging_keeps_the_schedule_of_the_later_answer():
    earlier = train(make_answer(1, mistake="one-pot"))
    later = train(make_answer(2, answered_at=NIGHT))
    for merged in (merge_trainings(earlier, later), merge_trainings(later, earlier)):
        assert merged.patterns["scoop"].card == later.patterns["scoop"].card
        assert earlier.patterns["scoop"].trouble > merged.patterns["scoop"].trouble
        assert later.patterns["scoop"].trouble < merged.patterns["scoop"].trouble
        assert merged == replace(merged, last=NIGHT)


GAMES = ("holdem", "omaha-hilo", "razz", "badugi")


def make_sitting(**changes):
    return Sitting(**{"seed": "any", "count": 8, "games": GAMES, "seconds": 60} | changes)


def test_games_change_with_every_drill():
    sitting = make_sitting()
    slugs = []
    while not sitting.is_over:
        drill = sitting.drill()
        assert drill.to_json() == sitting.drill().to_json()
        slugs.append(drill.game.slug)
        sitting = sitting.mark_shown(100).add_result(drill, "", "", 120)
    assert tuple(slugs) == GAMES * 2
    assert sitting.right_count == 8


def test_another_seed_has_other_drills():
    assert make_sitting().drill().to_json() != make_sitting(seed="other").drill().to_json()


def test_time_runs_from_the_first_time_that_a_drill_is_shown():
    sitting = make_sitting().mark_shown(100).mark_shown(150)
    drill = sitting.drill()
    assert (sitting.seconds_left(130), sitting.seconds_left(500)) == (30, 0)
    in_time = sitting.add_result(drill, "", "", 160)
    late = sitting.add_result(drill, "", "", 161)
    assert (in_time.right_count, late.right_count) == (1, 0)
    assert late.results[-1].mistake == TOO_LATE
    assert (late.results[0].seconds, late.asked_at) == (61, 0)


def test_a_sitting_survives_a_json_round_trip():
    sitting = make_sitting().mark_shown(100)
    drill = sitting.drill()
    sitting = sitting.add_result(drill, "", "one-pot", 130)
    assert Sitting.from_json(sitting.to_json()) == sitting
    assert sitting.results[-1].mistake == "one-pot"
    assert sitting.drill(0) == drill
