"""Glicko-2 by its author's example, and learners who are found though they guess."""

import math
from random import Random

import pytest

from showdown.trainer.ratings import Answered, Rating, information, rate, rate_template

LOGIT = 173.7178
"""Points of a rating for odds of e to 1."""
EXAMPLE = [
    Answered(Rating(1400, 30), is_right=True),
    Answered(Rating(1550, 100), is_right=False),
    Answered(Rating(1700, 300), is_right=False),
]


def test_the_example_of_its_author():
    """From "Example of the Glicko-2 system": 1464.06, 151.52 and 0.05999."""
    rated = rate(Rating(1500, 200, 0.06), EXAMPLE)
    assert rated.rating == pytest.approx(1464.06, abs=0.01)
    assert rated.deviation == pytest.approx(151.52, abs=0.01)
    assert rated.volatility == pytest.approx(0.05999, abs=0.00001)


def test_a_template_is_rated_as_the_other_side_of_a_game():
    """Where nobody guesses, its wins are the wrong answers: the same example, seen from there."""
    mirrored = [answer._replace(is_right=not answer.is_right) for answer in EXAMPLE]
    ours, theirs = rate(Rating(1500, 200), EXAMPLE), rate_template(Rating(1500, 200), mirrored)
    assert theirs.rating == pytest.approx(ours.rating)
    assert theirs.deviation == pytest.approx(ours.deviation)


def test_a_right_answer_tells_less_the_easier_it_is_to_guess():
    risen = [
        rate(Rating(), [Answered(Rating(), is_right=True, chance=chance)]).rating
        for chance in (0, 0.2, 0.5)
    ]
    assert risen == sorted(risen, reverse=True)
    assert risen[-1] > 1500
    fallen = [
        rate_template(Rating(), [Answered(Rating(), is_right=True, chance=chance)]).rating
        for chance in (0, 0.2, 0.5)
    ]
    assert fallen == sorted(fallen)
    assert fallen[-1] < 1500


def test_without_answers_nothing_changes():
    assert rate(Rating(1623, 80), []) == Rating(1623, 80)


def test_no_answer_makes_a_rating_no_number():
    far = Answered(Rating(9000, 30), is_right=True)
    assert math.isfinite(rate(Rating(100, 350), [far] * 20).rating)
    near = Answered(Rating(-9000, 30), is_right=False, chance=0.5)
    assert math.isfinite(rate(Rating(3000, 350), [near] * 20).rating)


def learned(seed):
    """How far a learner's rating is from the truth after 200 answers, in ten sessions.

    Templates are rated within some 60 points; most answers can't be guessed, some by one of two.
    """
    random = Random(seed)
    truth, person = random.gauss(1500, 250), Rating()
    templates = [
        (random.uniform(700, 2300), random.choice((0, 0, 1 / 5, 1 / 3, 1 / 2))) for _ in range(300)
    ]
    known = [(Rating(random.gauss(true, 60), 60), true, chance) for true, chance in templates]
    for _ in range(10):
        answers = []
        for _ in range(20):
            now = rate(person, answers)
            some = random.sample(known, 12)
            rated, true, chance = max(some, key=lambda one: information(now, one[0], one[2]))
            knows = random.random() < 1 / (1 + math.exp((true - truth) / LOGIT))
            answers.append(Answered(rated, knows or random.random() < chance, chance))
        person = rate(person, answers)
    return abs(person.rating - truth)


@pytest.mark.parametrize("learners", [60, pytest.param(1000, marks=pytest.mark.long)])
def test_nine_learners_of_ten_are_found_within_fifty_points(learners):
    near = sum(learned(seed) <= 50 for seed in range(learners))
    assert near / learners >= (0.9 if learners == 1000 else 0.8)
