"""Write a Parquet file of results for each Parquet file of deals.

Results are written to a temporary file that is renamed when it is complete, so the same command
continues an interrupted run.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from glob import glob, has_magic
from itertools import batched
from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4

import pyarrow as pa
from pyarrow import fs
from pyarrow import parquet as pq

from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.games import find_game
from showdown.evaluator.rule_sets import find_rule_set
from showdown.tables.settling import list_used_columns, settle_table
from showdown.tables.source import MAX_BATCH_ROWS

_BATCHES_PER_ROW_GROUP = 5
"""Number of batches in a row group, which is held in memory until it is written."""
_TEMPORARY_SUFFIX = ".part"
_OPTIONS_KEY = b"showdown"


class NoSuchFiles(InvalidDeal):
    """A pattern that no file matches."""

    message = "no file matches {pattern}"

    pattern: str


class DuplicateName(InvalidDeal):
    """Two files of deals whose files of results would have the same name."""

    message = "the results of {first} and {second} would have the same file name"

    first: str
    second: str


class ConflictingResults(InvalidDeal):
    """A file of results that were calculated with other options."""

    message = "{path} exists already, calculated with {options}; choose another folder"

    path: str
    options: str


class Options(NamedTuple):
    """The options of a run, as plain values that can be pickled."""

    game: str
    rules: str = "wsop-2026"
    unit: int = 1
    keep: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        keep = f", keep {' '.join(self.keep)}" if self.keep else ""
        return f"game {self.game}, rules {self.rules}, unit {self.unit}{keep}"


class Task(NamedTuple):
    """A file of deals, and the file of its results."""

    source: str
    target: str


class FinishedTask(NamedTuple):
    """The outcome of a task: the number of rows in its file of results, and of those with an error.

    `already_existed` is true if an earlier run wrote the file.
    """

    source: str
    rows: int
    errors: int
    already_existed: bool


def list_tasks(patterns: Sequence[str], folder: str) -> list[Task]:
    """Return a task for each matching file, in order.

    A path may be a folder or a shell pattern; an address such as `s3://bucket/deals/a.parquet` may
    be a folder but not a pattern. Raise NoSuchFiles if a pattern matches no file, and DuplicateName
    if two files have the same name.
    """
    sources = [source for pattern in patterns for source in _find_files(pattern)]
    names: dict[str, str] = {}
    for source in sources:
        name = source.rpartition("/")[2]
        if names.setdefault(name, source) != source:
            raise DuplicateName(first=names[name], second=source)
    return [Task(source, f"{folder.rstrip('/')}/{name}") for name, source in names.items()]


def settle_file(task: Task, options: Options) -> FinishedTask:
    """Settle a file of deals, unless its results exist.

    Raise InvalidDeal, OSError or ArrowException if the file can't be settled.
    """
    target_fs, target = _resolve_address(task.target)
    if target_fs.get_file_info(target).type == fs.FileType.File:
        return _read_existing_results(task, options, target_fs, target)
    target_fs.create_dir(target.rpartition("/")[0] or ".", recursive=True)
    temporary_path = f"{target}.{uuid4().hex}{_TEMPORARY_SUFFIX}"
    try:
        rows, errors = _write_results(task, options, target_fs, temporary_path)
        target_fs.move(temporary_path, target)
    except BaseException:
        with suppress(OSError):
            target_fs.delete_file(temporary_path)
        raise
    return FinishedTask(task.source, rows, errors, already_existed=False)


def delete_temporary_files(folder: str) -> None:
    """Delete the temporary files of killed tasks. No task may be writing to the folder."""
    filesystem, path = _resolve_address(folder)
    for file in filesystem.get_file_info(fs.FileSelector(path, allow_not_found=True)):
        if file.is_file and file.base_name.endswith(_TEMPORARY_SUFFIX):
            filesystem.delete_file(file.path)


def _write_results(
    task: Task, options: Options, target_fs: fs.FileSystem, temporary_path: str
) -> tuple[int, int]:
    source_fs, source = _resolve_address(task.source)
    rows = errors = 0
    with source_fs.open_input_file(source) as stream, pq.ParquetFile(stream) as deals:
        columns_read = {*options.keep, *list_used_columns(deals.schema_arrow)}
        schema_read = pa.schema(
            [field for field in deals.schema_arrow if field.name in columns_read]
        )
        batches = deals.iter_batches(MAX_BATCH_ROWS, columns=schema_read.names)
        reader = pa.RecordBatchReader.from_batches(schema_read, batches)
        game, rules = find_game(options.game), find_rule_set(options.rules)
        results = settle_table(reader, game, rules, unit=options.unit, keep=options.keep)
        schema = results.schema.with_metadata({_OPTIONS_KEY: options.text.encode()})
        with (
            target_fs.open_output_stream(temporary_path) as out,
            pq.ParquetWriter(out, schema, compression="zstd") as writer,
        ):
            for row_group in batched(results, _BATCHES_PER_ROW_GROUP):
                table = pa.Table.from_batches(row_group).replace_schema_metadata(schema.metadata)
                rows += table.num_rows
                errors += table.num_rows - table["error"].null_count
                writer.write_table(table)
    return rows, errors


def _read_existing_results(
    task: Task, options: Options, filesystem: fs.FileSystem, path: str
) -> FinishedTask:
    """Return the outcome of an earlier run. Raise ConflictingResults if their options differ."""
    with filesystem.open_input_file(path) as stream, pq.ParquetFile(stream) as results:
        existing = (
            (results.schema_arrow.metadata or {}).get(_OPTIONS_KEY, b"other options").decode()
        )
        if existing != options.text:
            raise ConflictingResults(path=task.target, options=existing)
        metadata = results.metadata
    index = metadata.schema.names.index("error")
    groups = (metadata.row_group(number) for number in range(metadata.num_row_groups))
    nulls = sum(group.column(index).statistics.null_count for group in groups)
    return FinishedTask(
        task.source, metadata.num_rows, metadata.num_rows - nulls, already_existed=True
    )


def _resolve_address(address: str) -> tuple[fs.FileSystem, str]:
    """Return the file system of an address or a path, and the path within it."""
    if "://" in address:
        filesystem, path = fs.FileSystem.from_uri(address)
        return filesystem, path
    return fs.LocalFileSystem(), str(Path(address).absolute())


def _find_files(pattern: str) -> Iterator[str]:
    """Yield the sorted files of a pattern, folder or address. Raise NoSuchFiles if none exist."""
    if "://" in pattern:
        filesystem, path = _resolve_address(pattern)
        file_type = filesystem.get_file_info(path).type
        paths = [pattern] if file_type == fs.FileType.File else []
        if file_type == fs.FileType.Directory:
            files: list[Any] = filesystem.get_file_info(fs.FileSelector(path))
            scheme = pattern.partition("://")[0]
            names = sorted(file.path for file in files if file.path.endswith(".parquet"))
            paths = [f"{scheme}://{name}" for name in names]
    elif Path(pattern).is_dir():
        paths = sorted(str(path) for path in Path(pattern).glob("*.parquet"))
    elif has_magic(pattern):
        # Path.glob needs a folder, and the pattern may be absolute.
        paths = sorted(glob(pattern, recursive=True))  # noqa: PTH207
    else:
        paths = [pattern] if Path(pattern).exists() else []
    if not paths:
        raise NoSuchFiles(pattern=pattern)
    yield from paths
