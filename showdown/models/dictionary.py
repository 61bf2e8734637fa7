"""The dictionary of the store: which game a number stands for, and which category a rank is.

Two small tables, written from the list of games after every migration, so that the database can
be asked in words (the view `showdown_hand` does).
"""

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from django.apps import AppConfig
from django.apps import apps as registry
from django.apps.registry import Apps
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models.signals import post_migrate
from django.dispatch import receiver

from showdown.evaluator.games import GAMES, Contest
from showdown.models.fields import GAME_NUMBERS


class GameEntry(models.Model):
    """The game that a number stands for."""

    number = models.SmallIntegerField(primary_key=True)
    slug = models.CharField(max_length=40, unique=True)
    name = models.CharField(max_length=60)
    hole = models.SmallIntegerField()
    board = models.SmallIntegerField()
    pots = ArrayField(models.TextField())

    class Meta:
        db_table = "showdown_game"

    def __str__(self) -> str:
        return self.name


class CategoryEntry(models.Model):
    """The category of a game's pot that the ranks from `worst` to `best` are."""

    game = models.ForeignKey(GameEntry, on_delete=models.CASCADE)
    pot = models.CharField(max_length=10)
    category = models.SmallIntegerField()
    words = models.CharField(max_length=40)
    worst = models.IntegerField()
    best = models.IntegerField()

    class Meta:
        db_table = "showdown_category"
        constraints = [
            models.UniqueConstraint(
                fields=["game", "pot", "category"], name="one_entry_for_a_category"
            )
        ]

    def __str__(self) -> str:
        return self.words


@receiver(post_migrate)
def write_dictionary(app_config: AppConfig, using: str, apps: Apps = registry, **kw: Any) -> None:
    """Make the tables say what the list of games says, where a migration has left them."""
    if app_config.label != CategoryEntry._meta.app_label or not _is_there(apps):
        return
    _write(
        using,
        [
            GameEntry(
                number=GAME_NUMBERS[game.slug],
                slug=game.slug,
                name=game.name,
                hole=game.hole,
                board=game.board,
                pots=[contest.name for contest in game.contests],
            )
            for game in GAMES.values()
        ],
        unique=["number"],
    )
    _write(
        using,
        [
            CategoryEntry(
                game_id=GAME_NUMBERS[game.slug], pot=f"{contest.name[:4]} {number}", **entry
            )
            for game in GAMES.values()
            for number, contest in enumerate(game.contests)
            for entry in _categories(contest)
        ],
        unique=["game", "pot", "category"],
    )


def _is_there(apps: Apps) -> bool:
    """Whether the tables exist in this state of the migrations."""
    try:
        apps.get_model(CategoryEntry._meta.label)
    except LookupError:
        return False
    return True


def _categories(contest: Contest) -> Iterator[dict[str, Any]]:
    """Each category of the pot's ranking, with the strengths of its worst and best rank."""
    ranking = contest.ranking
    for category, ranks in groupby(ranking.ranks, key=ranking.category_of):
        strengths = [ranking.strength(rank) for rank in ranks]
        yield {
            "category": category,
            "words": ranking.categories[category],
            "worst": strengths[0],
            "best": strengths[-1],
        }


def _write[Entry: models.Model](using: str, entries: list[Entry], *, unique: list[str]) -> None:
    model = type(entries[0])
    fields = [field.name for field in model._meta.concrete_fields if field.name != "id"]
    model._default_manager.using(using).bulk_create(
        entries,
        update_conflicts=True,
        unique_fields=unique,
        update_fields=[name for name in fields if name not in unique],
    )
