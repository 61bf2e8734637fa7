"""A fixture that writes Parquet files of deals."""

import pyarrow as pa
import pytest
from pyarrow import parquet as pq

import showdown
from tests.tables.writing import deals_table


@pytest.fixture
def write_deals(tmp_path):
    def write(count, rows=40):
        folder = tmp_path / "deals"
        folder.mkdir(exist_ok=True)
        paths = [folder / f"{number:02}.parquet" for number in range(count)]
        for seed, path in enumerate(paths):
            binary, _ = deals_table(showdown.games["omaha-hilo"], rows, seed=seed)
            ids = pa.array(range(seed * rows, (seed + 1) * rows))
            pq.write_table(binary.append_column("id", ids), path)
        return paths

    return write
