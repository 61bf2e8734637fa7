"""A batch as JSON: its progress, and what was counted."""

from typing import Any

from showdown.batches.tallies import Tally, most_players
from showdown.evaluator.deals import default_label
from showdown.evaluator.games import Contest, Game
from showdown.models import Batch, State

type Json = dict[str, Any]


def batch_to_json(batch: Batch) -> Json:
    """`tallies` is null until the batch is done."""
    return {
        "id": str(batch.id),
        "name": batch.name,
        "game": batch.game.slug,
        "contract": batch.contract.name,
        "rules": batch.rules.slug,
        "store": batch.stores,
        **progress_to_json(batch),
        "deals": batch.deals,
        "errors": batch.errors,
        "deals_per_second": round(batch.rate),
        "tallies": batch.tallies and tallies_to_json(batch.game, batch.tallies),
    }


def progress_to_json(batch: Batch) -> Json:
    """How far it is; `seconds_left` is null while it can't be estimated."""
    left = batch.seconds_left if batch.is_under_way else None
    return {
        "state": State(batch.state).label,
        "reason": batch.reason,
        "compression": batch.compression or None,
        "input_bytes": batch.input_bytes,
        "part_done": round(batch.part_done, 4),
        "seconds_left": left if left is None else round(left, 1),
        "created": batch.created.isoformat(),
        "started": batch.started and batch.started.isoformat(),
        "finished": batch.finished and batch.finished.isoformat(),
    }


def tallies_to_json(game: Game, tallies: Tally) -> Json:
    """The counts with the names of seats and categories; a category that never won is left out."""
    seats = tallies.get("seats", {})
    return {
        "seats": [
            {"label": default_label(seat)} | {name: counts[seat] for name, counts in seats.items()}
            for seat in range(most_players(tallies))
        ],
        "contests": [
            _contest_to_json(contest, tallies["contests"][contest.name])
            for contest in game.contests
            if tallies
        ],
    }


def _contest_to_json(contest: Contest, counted: Tally) -> Json:
    counts = zip(contest.ranking.categories, counted["categories"], strict=True)
    return {
        "name": contest.name,
        "none": counted["none"],
        "categories": {category: count for category, count in counts if count},
    }
