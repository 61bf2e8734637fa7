"""Create the tables of deals, logs, batches, tokens, responses, and counts of requests."""

from typing import Any

import django.contrib.postgres.fields
import django.db.models.expressions
import django.db.models.lookups
import showdown.models.fields
import showdown.models.ids
from django.conf import settings
from django.db import migrations, models

_ONE_PERSON = models.Q(("owner", None), ("visitor", None), _connector="OR")
_OF_A_PERSON = {
    name: models.Q((name, value), _negated=True)
    for name, value in (("owner", None), ("visitor", None), ("address", ""))
}


def _number() -> tuple[str, Any]:
    return "id", models.BigAutoField(
        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
    )


def _identifier(**options: Any) -> tuple[str, Any]:
    return "id", models.UUIDField(default=showdown.models.ids.uuid7, editable=False, **options)


def _array_of(field: Any, **options: Any) -> Any:
    return django.contrib.postgres.fields.ArrayField(base_field=field, **options)


def _belongs_to(model: str, related_name: str, **options: Any) -> Any:
    return models.ForeignKey(
        on_delete=models.CASCADE, related_name=related_name, to=model, **options
    )


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="RateWindow",
            fields=[
                ("sender", models.CharField(max_length=100, primary_key=True, serialize=False)),
                ("ends", models.BigIntegerField()),
                ("requests", models.IntegerField()),
            ],
        ),
        migrations.CreateModel(
            name="Answer",
            fields=[
                _number(),
                ("person", models.CharField(max_length=80)),
                ("key", models.CharField(max_length=255)),
                ("request_digest", models.BinaryField(max_length=32)),
                ("status", models.SmallIntegerField()),
                ("headers", models.JSONField()),
                ("body", models.TextField()),
                ("created", models.DateTimeField(auto_now_add=True, db_index=True)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("person", "key"), name="one_answer_for_a_key")
                ],
            },
        ),
        migrations.CreateModel(
            name="ApiToken",
            fields=[
                _number(),
                ("name", models.CharField(max_length=60)),
                ("digest", models.BinaryField(max_length=32, unique=True)),
                ("hint", models.CharField(max_length=4)),
                ("created", models.DateTimeField(auto_now_add=True)),
                ("used", models.DateTimeField(null=True)),
                ("expires", models.DateTimeField(null=True)),
                ("owner", _belongs_to(settings.AUTH_USER_MODEL, "api_tokens")),
            ],
        ),
        migrations.CreateModel(
            name="Batch",
            fields=[
                ("number", models.AutoField(primary_key=True, serialize=False)),
                _identifier(unique=True),
                ("visitor", models.UUIDField(null=True)),
                ("address", models.CharField(blank=True, default="", max_length=39)),
                ("name", models.CharField(max_length=200)),
                (
                    "work",
                    models.SmallIntegerField(
                        choices=[(1, "settle its deals"), (2, "audit its hands")], default=1
                    ),
                ),
                ("game", showdown.models.fields.GameOfDealsField(null=True)),
                ("contract", showdown.models.fields.FormatOfDealsField(max_length=20, null=True)),
                ("terms", models.JSONField(blank=True, default=dict)),
                ("report", models.CharField(blank=True, default="", max_length=200)),
                ("rules", showdown.models.fields.RuleSetField(max_length=20)),
                ("stores", models.BooleanField(default=False)),
                (
                    "state",
                    models.SmallIntegerField(
                        choices=[
                            (1, "queued"),
                            (2, "running"),
                            (3, "done"),
                            (4, "failed"),
                            (5, "cancelled"),
                            (6, "removed"),
                        ],
                        default=1,
                    ),
                ),
                ("reason", models.TextField(blank=True, default="")),
                (
                    "compression",
                    models.CharField(
                        blank=True,
                        choices=[("", "none"), ("gzip", "gzip"), ("zstd", "Zstandard")],
                        default="",
                        max_length=4,
                    ),
                ),
                ("input_bytes", models.BigIntegerField()),
                ("expanded_bytes", models.BigIntegerField(default=0)),
                ("output_bytes", models.BigIntegerField(default=0)),
                ("cut_bytes", models.BigIntegerField(default=0)),
                ("text_bytes", models.BigIntegerField(default=0)),
                ("cut_lines", models.BigIntegerField(default=0)),
                ("done_bytes", models.BigIntegerField(default=0)),
                ("is_cut", models.BooleanField(default=False)),
                ("blocks_cut", models.IntegerField(default=0)),
                ("blocks_done", models.IntegerField(default=0)),
                ("deals", models.BigIntegerField(default=0)),
                ("errors", models.BigIntegerField(default=0)),
                ("tallies", models.JSONField(null=True)),
                ("started", models.DateTimeField(null=True)),
                ("finished", models.DateTimeField(null=True)),
                ("first_deal", models.UUIDField(null=True)),
                ("last_deal", models.UUIDField(null=True)),
                ("owner", _belongs_to(settings.AUTH_USER_MODEL, "batches", null=True)),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=_OF_A_PERSON["visitor"],
                        fields=["visitor", "id"],
                        name="batches_of_visitor",
                    ),
                    models.Index(
                        condition=_OF_A_PERSON["address"],
                        fields=["address"],
                        name="batches_of_address",
                    ),
                ],
                "constraints": [
                    models.CheckConstraint(condition=_ONE_PERSON, name="batch_of_one_person"),
                    models.CheckConstraint(
                        condition=models.Q(("state__in", [1, 2, 3, 4, 5, 6])), name="known_state"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("contract", None), ("game", None), ("work", 2)),
                            models.Q(
                                ("contract__isnull", False), ("game__isnull", False), ("work", 1)
                            ),
                            _connector="OR",
                        ),
                        name="known_work",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Block",
            fields=[
                _number(),
                ("number", models.IntegerField()),
                ("offset", models.BigIntegerField()),
                ("length", models.IntegerField()),
                ("line", models.BigIntegerField()),
                ("done", models.DateTimeField(null=True)),
                ("deals", models.IntegerField(default=0)),
                ("errors", models.IntegerField(default=0)),
                ("output", models.CharField(blank=True, default="", max_length=200)),
                ("output_bytes", models.IntegerField(default=0)),
                ("complaints", models.CharField(blank=True, default="", max_length=200)),
                ("tallies", models.JSONField(null=True)),
                ("batch", _belongs_to("showdown.batch", "blocks")),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("batch", "number"), name="block_of_batch")
                ],
            },
        ),
        migrations.CreateModel(
            name="Export",
            fields=[
                _number(),
                ("kind", models.CharField(max_length=10)),
                ("asked", models.DateTimeField(auto_now_add=True)),
                ("name", models.CharField(blank=True, default="", max_length=200)),
                ("length", models.BigIntegerField(default=0)),
                ("reason", models.TextField(blank=True, default="")),
                ("batch", _belongs_to("showdown.batch", "exports")),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("batch", "kind"), name="export_of_batch")
                ],
            },
        ),
        migrations.CreateModel(
            name="Showdown",
            fields=[
                _identifier(primary_key=True, serialize=False),
                ("game", showdown.models.fields.GameField()),
                (
                    "source",
                    models.SmallIntegerField(
                        choices=[(1, "page"), (2, "API"), (3, "command"), (4, "batch")]
                    ),
                ),
                ("visitor", models.UUIDField(null=True)),
                ("winners", _array_of(models.SmallIntegerField())),
                ("categories", _array_of(models.SmallIntegerField())),
                ("cards", models.BinaryField()),
                ("made", models.BinaryField()),
                ("labels", _array_of(models.TextField(), null=True)),
                ("wagers", showdown.models.fields.WagersField(null=True)),
                ("paid", models.JSONField(null=True)),
                ("note", models.CharField(blank=True, db_default="", default="", max_length=200)),
                *(
                    (
                        name,
                        _belongs_to(
                            model, "showdowns", db_constraint=False, db_index=False, null=True
                        ),
                    )
                    for name, model in (
                        ("batch", "showdown.batch"),
                        ("owner", settings.AUTH_USER_MODEL),
                    )
                ),
            ],
            options={
                "indexes": [
                    *(
                        models.Index(
                            condition=_OF_A_PERSON[name],
                            fields=[name, "id"],
                            name=f"deals_of_{name}",
                        )
                        for name in ("owner", "visitor")
                    ),
                    models.Index(
                        condition=models.Q(
                            ("batch", None), ("owner", None), ("source__in", (1, 2))
                        ),
                        fields=["id"],
                        name="deals_to_forget",
                    ),
                ],
                "constraints": [
                    models.CheckConstraint(condition=_ONE_PERSON, name="one_person"),
                    models.CheckConstraint(
                        condition=models.Q(("source__in", [1, 2, 3, 4])), name="known_source"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("winners__cardinality__gt", 0)),
                            models.Q(("winners__cardinality", models.F("categories__cardinality"))),
                            models.Q(("made__bytes__gt", 0)),
                            django.db.models.lookups.Exact(
                                django.db.models.expressions.CombinedExpression(
                                    models.F("made__bytes"),
                                    "%%",
                                    django.db.models.expressions.CombinedExpression(
                                        models.Value(4), "*", models.F("winners__cardinality")
                                    ),
                                ),
                                0,
                            ),
                        ),
                        name="shape_of_arrays",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="HandOfLog",
            fields=[
                (
                    "showdown",
                    models.OneToOneField(
                        on_delete=models.CASCADE,
                        primary_key=True,
                        related_name="logged",
                        serialize=False,
                        to="showdown.showdown",
                    ),
                ),
                ("hand", models.CharField(blank=True, max_length=200)),
                ("table", models.CharField(blank=True, max_length=200)),
                ("played", models.DateTimeField(null=True)),
                ("players", _array_of(models.TextField())),
            ],
            options={"indexes": [models.Index(fields=["hand"], name="hands_of_logs")]},
        ),
        # Counting requests doesn't wait for a disk, and a crash resets the counts.
        migrations.RunSQL(
            "ALTER TABLE showdown_ratewindow SET UNLOGGED",
            "ALTER TABLE showdown_ratewindow SET LOGGED",
        ),
    ]
