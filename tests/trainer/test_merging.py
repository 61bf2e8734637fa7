"""Two trainings of one person become one: nothing is counted twice, and nothing is lost."""

from dataclasses import astuple, replace
from datetime import timedelta
from unittest.mock import ANY

import pytest

from showdown.trainer.merging import both_ratings, merged
from showdown.trainer.ratings import Rating
from showdown.trainer.training import Training
from tests.trainer.test_training import EVENING, after, answered, rated

NIGHT = EVENING + timedelta(hours=5)


def test_with_nothing_a_training_stays_as_it_is():
    training = after(rated(1), answered(2, "quartered", mistake="one-pot"), answered(3)).closed()
    assert merged(training, Training()) == training
    assert merged(Training(), training) == replace(training, rating=ANY)
    both = both_ratings(Rating(), training.rating)
    assert astuple(both) == pytest.approx(astuple(training.rating))


def test_answers_and_mistakes_add_up():
    ours = after(answered(1), answered(2, "quartered", mistake="one-pot"))
    theirs = after(answered(3, mistake="one-pot"), answered(4, "no-low", mistake="dead-kicker"))
    both = merged(ours, theirs)
    assert both.answers == 4
    assert both.mistakes == {"one-pot": 2, "dead-kicker": 1}
    assert (both.patterns["scoop"].right, both.patterns["scoop"].wrong) == (1, 1)
    assert set(both.patterns) == {"scoop", "quartered", "no-low"}
    assert both.answered == ("nonce 3", "nonce 4", "nonce 1", "nonce 2")


def test_a_pattern_is_due_as_it_was_when_it_was_asked_last():
    ours = after(answered(1, mistake="one-pot"))
    theirs = after(answered(2, when=NIGHT))
    for both in (merged(ours, theirs), merged(theirs, ours)):
        assert both.patterns["scoop"].card == theirs.patterns["scoop"].card
        assert ours.patterns["scoop"].trouble > both.patterns["scoop"].trouble
        assert theirs.patterns["scoop"].trouble < both.patterns["scoop"].trouble


def test_the_streak_is_that_of_the_last_answers_and_the_best_is_the_longest():
    ours = after(*(answered(number, in_streak=True) for number in range(5)))
    theirs = after(answered(6, in_streak=True, when=NIGHT))
    assert (merged(ours, theirs).streak, merged(ours, theirs).best_streak) == (1, 5)
    assert merged(theirs, ours).streak == 1


@pytest.mark.parametrize(
    ("ours", "theirs", "rating", "deviation"),
    [
        (Rating(1700, 50), Rating(), 1700, 50),
        (Rating(), Rating(1700, 50), 1700, 50),
        (Rating(1700, 50), Rating(1700, 350), 1700, 50),
        # 1 / 50² twice, less 1 / 350²: two thirds of the way would count the beginning twice.
        (Rating(1700, 50), Rating(1700, 50), 1702.06, 35.54),
        (Rating(1600, 50), Rating(1400, 100), 1561.00, 45.09),
    ],
)
def test_ratings_weigh_by_what_they_are_known_by(ours, theirs, rating, deviation):
    both = both_ratings(ours, theirs)
    assert (both.rating, both.deviation) == pytest.approx((rating, deviation), abs=0.01)
