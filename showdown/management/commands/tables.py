"""tables settle DEALS… RESULTS: settle Parquet files, in this process or on a Ray cluster."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from showdown.management.base import ShowdownCommand, unusable_error
from showdown.management.command_arguments import add_game, add_rules
from showdown.words.ranks import count_text


class Command(ShowdownCommand):
    help = "Settle Parquet files of deals and write a file of results for each that has none yet."

    def add_arguments(self, parser: ArgumentParser) -> None:
        subparsers = parser.add_subparsers(dest="verb", required=True, metavar="settle")
        settle_help = "settle deals; write a row of results for each deal"
        settle = subparsers.add_parser("settle", help=settle_help)
        settle.add_argument(
            "paths", nargs="+", metavar="DEALS", help="files, folders, or patterns in quotes"
        )
        settle.add_argument("folder", metavar="RESULTS", help="the folder for the results")
        add_game(settle, default=None)
        add_rules(settle)
        settle.add_argument("--unit", type=int, default=1, help="the smallest chip (default: 1)")
        settle.add_argument(
            "--keep", default="", metavar="COLUMNS", help="columns to keep, separated by commas"
        )
        settle.add_argument("--ray", metavar="ADDRESS", help="the Ray cluster to run on")

    def handle(self, *args: Any, **options: Any) -> None:
        try:  # these modules need optional packages, which are slow to import
            from showdown.tables import engine, parquet_files  # noqa: PLC0415
        except ImportError as missing:
            raise unusable_error(
                f"{missing.name} is missing: run “uv run --extra daft manage.py tables …”"
            ) from None
        keep = tuple(name for name in options["keep"].split(",") if name)
        task_options = parquet_files.Options(
            options["game"], options["rules"], options["unit"], keep
        )
        try:
            tasks = parquet_files.list_tasks(options["paths"], options["folder"])
            outcomes = engine.settle_files(tasks, task_options, ray=options["ray"])
            parquet_files.delete_temporary_files(options["folder"])
        except (OSError, ConnectionError) as error:
            raise unusable_error(error) from None
        failed_tasks = [outcome for outcome in outcomes if isinstance(outcome, engine.FailedTask)]
        finished_tasks = [
            outcome for outcome in outcomes if isinstance(outcome, parquet_files.FinishedTask)
        ]
        for failed_task in failed_tasks:
            self.stderr.write(f"{failed_task.source}: {failed_task.reason}")
        existing_count = sum(outcome.already_existed for outcome in finished_tasks)
        self.stdout.write(
            f"{len(finished_tasks):,} of {len(outcomes):,} files settled,"
            f" {existing_count:,} of them by an earlier run;"
            f" {count_text(sum(outcome.rows for outcome in finished_tasks), 'row')},"
            f" {sum(outcome.errors for outcome in finished_tasks):,} with an error"
        )
        if failed_tasks:
            raise CommandError(f"{len(failed_tasks):,} of {len(outcomes):,} files failed")
