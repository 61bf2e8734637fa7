"""The dictionary of the record: the games, their contests, and the categories of their rankings.

Three small tables, written from the list of games after every migration, so that the database can
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

from showdown.evaluator.games import GAMES, Game
from showdown.evaluator.rankings import Ranking


class GameEntry(models.Model):
    """The game that a number stands for; `boards` counts the cards of each board."""

    number = models.SmallIntegerField(primary_key=True)
    slug = models.CharField(max_length=40, unique=True)
    name = models.CharField(max_length=60)
    hole = models.SmallIntegerField()
    boards = ArrayField(models.SmallIntegerField())

    class Meta:
        db_table = "showdown_game"

    def __str__(self) -> str:
        return self.name


class ContestEntry(models.Model):
    """A contest of a game: its `place`, its `part` of the pot, and the boards that may play.

    All three count from 0.
    """

    game = models.ForeignKey(GameEntry, on_delete=models.CASCADE)
    place = models.SmallIntegerField()
    name = models.CharField(max_length=40)
    part = models.SmallIntegerField()
    boards = ArrayField(models.SmallIntegerField())
    ranking = models.CharField(max_length=40)

    class Meta:
        db_table = "showdown_contest"
        constraints = [
            models.UniqueConstraint(fields=["game", "place"], name="one_contest_at_a_place")
        ]

    def __str__(self) -> str:
        return self.name


class CategoryEntry(models.Model):
    """A category of a ranking: the strengths from `worst` to `best`."""

    ranking = models.CharField(max_length=40)
    category = models.SmallIntegerField()
    name = models.CharField(max_length=40)
    worst = models.IntegerField()
    best = models.IntegerField()

    class Meta:
        db_table = "showdown_category"
        constraints = [
            models.UniqueConstraint(fields=["ranking", "category"], name="one_entry_for_a_category")
        ]

    def __str__(self) -> str:
        return self.name


@receiver(post_migrate)
def write_dictionary(app_config: AppConfig, using: str, apps: Apps = registry, **kw: Any) -> None:
    """Update the tables from the list of games, if the migrations have created them."""
    if app_config.label != CategoryEntry._meta.app_label or not _is_there(apps):
        return
    games = GAMES.values()
    rankings = {contest.ranking for game in games for contest in game.contests}
    _write(using, [_game(game) for game in games], unique=["number"])
    _write(using, [each for game in games for each in _contests(game)], unique=["game", "place"])
    _write(
        using,
        [entry for ranking in rankings for entry in _categories(ranking)],
        unique=["ranking", "category"],
    )


def _is_there(apps: Apps) -> bool:
    """Whether the tables exist at this state of the migrations."""
    try:
        apps.get_model(CategoryEntry._meta.label)
    except LookupError:
        return False
    return True


def _game(game: Game) -> GameEntry:
    return GameEntry(
        number=game.number,
        slug=game.slug,
        name=game.name,
        hole=game.hole,
        boards=list(game.boards),
    )


def _contests(game: Game) -> Iterator[ContestEntry]:
    for part, contests in enumerate(game.parts):
        for contest in contests:
            yield ContestEntry(
                game_id=game.number,
                place=game.contests.index(contest),
                name=contest.name,
                part=part,
                boards=list(contest.boards) if game.boards else [],
                ranking=contest.ranking.name,
            )


def _categories(ranking: Ranking) -> Iterator[CategoryEntry]:
    """Each category, with the strengths of its worst and best rank; some are never made."""
    for category, ranks in groupby(ranking.ranks, key=ranking.category_of):
        strengths = [ranking.strength(rank) for rank in ranks]
        yield CategoryEntry(
            ranking=ranking.name,
            category=category,
            name=ranking.categories[category],
            worst=strengths[0],
            best=strengths[-1],
        )


def _write[Entry: models.Model](using: str, entries: list[Entry], *, unique: list[str]) -> None:
    model = type(entries[0])
    fields = [field.name for field in model._meta.concrete_fields if field.name != "id"]
    model._default_manager.using(using).bulk_create(
        entries,
        update_conflicts=True,
        unique_fields=unique,
        update_fields=[name for name in fields if name not in unique],
    )
