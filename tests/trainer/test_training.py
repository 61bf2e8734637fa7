"""What is kept of somebody's training: counted once, rated by sessions, and asked by weakness."""

import json
from collections import Counter
from datetime import UTC, datetime, timedelta
from random import Random
from statistics import mean

from showdown.trainer.ratings import Rating
from showdown.trainer.training import SESSION, Answer, Rated, Training, next_pattern, with_answer

EVENING = datetime(2026, 1, 1, 20, tzinfo=UTC)
PATTERNS = [f"pattern {number}" for number in range(28)]
WEAK = set(PATTERNS[:7])


def answered(number, pattern="scoop", *, mistake="", seconds=8.0, when=EVENING, **more):
    return Answer(f"nonce {number}", "make", pattern, mistake, seconds, when, **more)


def rated(number, *, is_right=True, when=EVENING):
    side = Rated(("make", "scoop", "holdem"), Rating(1500, 60), is_right, 0.0)
    return answered(number, mistake="" if is_right else "one-pot", rated=side, when=when)


def after(*answers):
    training = Training()
    for answer in answers:
        training = with_answer(training, answer)
    return training


def test_what_is_kept_comes_back_from_json():
    training = after(rated(1), rated(2, is_right=False), answered(3, in_streak=True))
    assert Training.of_json(json.loads(json.dumps(training.to_json()))) == training
    assert Training.of_json({}) == Training()


def test_an_answer_that_is_sent_again_counts_once():
    training = after(answered(1), answered(1), answered(1, mistake="one-pot"))
    assert (training.answers, training.patterns["scoop"].right, training.mistakes) == (1, 1, {})


def test_mistakes_are_counted_those_that_are_none_of_the_usual_too():
    training = after(
        answered(1, mistake="one-pot"),
        answered(2, mistake="something-else"),
        answered(3, mistake="something-else"),
    )
    assert training.mistakes == {"one-pot": 1, "something-else": 2}


def test_an_answer_is_slow_that_takes_twice_as_long_as_usual():
    training = after(*(answered(number) for number in range(9)), answered(9, seconds=20))
    assert (training.patterns["scoop"].right, training.patterns["scoop"].slow) == (10, 1)


def test_a_streak_grows_with_right_answers_and_ends_with_a_wrong_one():
    right = [answered(number, in_streak=True) for number in range(3)]
    training = after(*right, answered(7, mistake="one-pot"))
    assert (training.streak, training.best_streak) == (3, 3)
    training = with_answer(training, answered(8, mistake="one-pot", in_streak=True))
    assert (training.streak, training.best_streak) == (0, 3)


def test_a_session_is_a_rating_period():
    training = after(*(rated(number) for number in range(SESSION)))
    assert training.rating == Rating()
    assert training.is_over(EVENING)
    closed = training.closed()
    assert (closed.rating, closed.session) == (training.rating_now, ())
    assert closed.rating.rating > 1500
    assert closed.rating.deviation < 350


def test_a_session_ends_with_a_pause():
    training = after(rated(1))
    assert not training.is_over(EVENING + timedelta(minutes=29))
    assert training.is_over(EVENING + timedelta(minutes=31))
    assert not Training().is_over(EVENING)


def test_every_pattern_is_asked_before_one_that_goes_well_comes_again():
    training, asked = Training(), []
    for number in range(len(PATTERNS)):
        pattern = next_pattern(training, PATTERNS, EVENING, Random(number))
        asked.append(pattern)
        training = with_answer(training, answered(number, pattern))
    assert sorted(asked) == sorted(PATTERNS)


def test_what_went_well_is_due_again_after_days_and_then_later_and_later():
    gaps, when, training = [], EVENING, Training()
    for number in range(4):
        training = with_answer(training, answered(number, when=when))
        due = datetime.fromisoformat(training.patterns["scoop"].card["due"])
        gaps.append(due - when)
        when = due
    assert gaps == sorted(gaps)
    assert gaps[0] >= timedelta(days=1)


def asked_of_a_learner(seed):
    """How often each pattern comes to somebody who gets half of the weak ones wrong.

    Ten evenings of thirty answers; the first round, in which every pattern comes once, is left out.
    """
    random, training, asked = Random(seed), Training(), Counter()
    for number in range(300):
        when = EVENING + timedelta(days=number // 30, seconds=20 * (number % 30))
        pattern = next_pattern(training, PATTERNS, when, random)
        asked[pattern] += number >= len(PATTERNS)
        knows = random.random() < (0.5 if pattern in WEAK else 0.95)
        mistake = "" if knows else "one-pot"
        seconds = random.uniform(5, 15)
        training = with_answer(
            training, answered(number, pattern, mistake=mistake, seconds=seconds, when=when)
        )
    return asked


def test_weak_patterns_come_three_times_as_often():
    learners = [asked_of_a_learner(seed) for seed in range(12)]
    weak = mean(asked[pattern] for asked in learners for pattern in WEAK)
    strong = mean(asked[slug] for asked in learners for slug in PATTERNS if slug not in WEAK)
    assert weak / strong >= 3
