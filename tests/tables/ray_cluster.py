"""Settle files on a Ray cluster of three nodes on this machine; --kill kills a node meanwhile.

`python -m tests.tables.ray_cluster 'deals/*.parquet' answers [--kill]` prints the results.
"""

import argparse
import json
import threading
import time
from pathlib import Path

import ray
from ray.cluster_utils import Cluster

from showdown.tables.engine import settle_files
from showdown.tables.parquet_files import Options, delete_temporary_files, list_tasks

_MEMORY = {"object_store_memory": 80 << 20}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("pattern")
    parser.add_argument("folder")
    parser.add_argument("--kill", action="store_true")
    options = parser.parse_args()
    head = {"num_cpus": 0, "include_dashboard": False} | _MEMORY
    cluster = Cluster(initialize_head=True, head_node_args=head)
    nodes = [cluster.add_node(num_cpus=1, **_MEMORY) for _ in range(3)]
    killed = threading.Event()

    def kill():
        while not list(Path(options.folder).glob("*.parquet")):
            time.sleep(0.01)
        cluster.remove_node(nodes[1], allow_graceful=False)
        killed.set()

    if options.kill:
        threading.Thread(target=kill, daemon=True).start()
    tasks = list_tasks([options.pattern], options.folder)
    results = settle_files(tasks, Options("omaha-hilo"), ray=cluster.address)
    delete_temporary_files(options.folder)
    rows = sum(getattr(file, "rows", 0) for file in results)
    ray.shutdown()
    cluster.shutdown()
    print(json.dumps({"rows": rows, "was_killed": killed.is_set(), "results": results}))


if __name__ == "__main__":
    main()
