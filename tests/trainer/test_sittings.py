"""A sitting is determined by its seed, and counts answers given in time."""

from showdown.trainer.grading import Grade
from showdown.trainer.sittings import TOO_LATE, Sitting

RIGHT, WRONG = Grade(is_right=True), Grade(is_right=False, mistake="one-pot")
GAMES = ("holdem", "omaha-hilo", "razz", "badugi")


def sitting(**changes):
    return Sitting(**{"seed": "any", "count": 8, "games": GAMES, "seconds": 60} | changes)


def test_games_change_with_every_drill():
    at = sitting()
    seen = []
    while not at.is_over:
        drill = at.drill()
        assert drill.to_json() == at.drill().to_json()
        seen.append(drill.game.slug)
        at = at.shown(100).answered(drill, "", RIGHT, 120)
    assert tuple(seen) == GAMES * 2
    assert at.right == 8


def test_another_seed_has_other_drills():
    assert sitting().drill().to_json() != sitting(seed="other").drill().to_json()


def test_time_runs_from_the_first_time_that_a_drill_is_shown():
    at = sitting().shown(100).shown(150)
    drill = at.drill()
    assert (at.left(130), at.left(500)) == (30, 0)
    in_time = at.answered(drill, "", RIGHT, 160)
    late = at.answered(drill, "", RIGHT, 161)
    assert (in_time.right, late.right) == (1, 0)
    assert late.results[-1].mistake == TOO_LATE
    assert (late.results[0].seconds, late.asked_at) == (61, 0)


def test_without_a_limit_nothing_is_late():
    at = sitting(seconds=0).shown(100)
    assert at.answered(at.drill(), "", RIGHT, 10**6).right == 1


def test_json_round_trip_of_a_sitting():
    at = sitting().shown(100)
    drill = at.drill()
    at = at.answered(drill, "", WRONG, 130)
    assert Sitting.of_json(at.to_json()) == at
    assert at.results[-1].mistake == "one-pot"
    assert at.drill(0) == drill
