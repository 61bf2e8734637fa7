"""Settle files in parallel with Daft, in threads of this process or on a Ray cluster.

Each file is a task. If a machine fails, its tasks run again on other machines with the same output.
"""

import json
import os
from collections.abc import Sequence
from typing import Any, NamedTuple

os.environ["DO_NOT_TRACK"] = "1"  # Daft sends telemetry unless this is set before the import
# Otherwise Ray copies the working directory to all machines and starts workers by “uv run”.
os.environ.setdefault("RAY_ENABLE_UV_RUN_RUNTIME_ENV", "0")

import daft
import pyarrow as pa

from showdown.evaluator.errors import InvalidDeal
from showdown.tables.parquet_files import FinishedTask, Options, Task, settle_file
from showdown.words.errors import error_text


class RunnerConflict(InvalidDeal):
    """A request for a runner of Daft while this process uses another one."""

    message = "this process already runs Daft on {runner}, which can't be changed"

    runner: str


class FailedTask(NamedTuple):
    """A failed task, and the reason."""

    source: str
    reason: str


def settle_files(
    tasks: Sequence[Task], options: Options, *, ray: str | None = None
) -> list[FinishedTask | FailedTask]:
    """Settle all files, in this process or on the Ray cluster at this address.

    The results are in the order of the tasks. A failed task doesn't stop the others.
    """
    if not tasks:
        return []
    _choose_runner(ray)
    frame: Any = daft.from_pydict(
        {
            "number": list(range(len(tasks))),
            "source": [task.source for task in tasks],
            "target": [task.target for task in tasks],
            "options": [json.dumps(options)] * len(tasks),
        }
    )
    frame = frame.into_batches(1) if ray is None else frame.into_partitions(len(tasks))
    settle_one = daft.func(return_dtype=daft.DataType.string())(_settle)
    columns = (daft.col(name) for name in ("source", "target", "options"))
    results = frame.select("number", settle_one(*columns).alias("result")).sort("number")
    return [
        FinishedTask(*fields) if len(fields) == len(FinishedTask._fields) else FailedTask(*fields)
        for fields in map(json.loads, results.to_pydict()["result"])
    ]


def _choose_runner(address: str | None) -> None:
    """Choose the native runner, or connect to Ray.

    Raise RunnerConflict if Daft already uses another runner.
    """
    runner = "native" if address is None else "ray"
    if daft.get_or_infer_runner_type() not in ("native", runner):
        raise RunnerConflict(runner=daft.get_or_infer_runner_type())
    if address is None:
        return
    import ray  # noqa: PLC0415 - an extra of its own, and slow to import

    if not ray.is_initialized():
        ray.init(address, runtime_env={"env_vars": {"DO_NOT_TRACK": "1"}}, log_to_driver=False)
    daft.set_runner_ray(noop_if_initialized=True)  # reuses the connection of ray.init


def _settle(source: str, target: str, options: str) -> str:
    """Run one task. Return a FinishedTask or a FailedTask as JSON for a column of text."""
    game, rules, unit, keep = json.loads(options)
    try:
        return json.dumps(
            settle_file(Task(source, target), Options(game, rules, unit, tuple(keep)))
        )
    except InvalidDeal as error:
        return json.dumps(FailedTask(source, error_text(error)))
    except (OSError, pa.ArrowException) as error:
        return json.dumps(FailedTask(source, str(error)))
