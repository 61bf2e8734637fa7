"""Run tests on this machine's PostgreSQL instead of the embedded one.

    uv run python -m tests.on_postgresql tests/api tests/test_record.py

The arguments are passed to pytest. The newest server under /usr/lib/postgresql is started in a
temporary folder, and stopped afterwards.
"""

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import quote

from omahasite.embedded.cluster import USER, Cluster, run_as_owner

# No locale provider: PostgreSQL 15 and 16 have no builtin one.
_OPTIONS = [f"--username={USER}", "--auth=trust", "--encoding=UTF8", "--locale=C"]


def _programs():
    installed = Path("/usr/lib/postgresql").glob("*/bin/initdb")
    newest = max(installed, key=lambda file: int(file.parents[1].name), default=None)
    if newest is None:
        sys.exit("PostgreSQL is not installed here: apt-get install postgresql")
    return newest.parent


def main():
    with TemporaryDirectory(prefix="postgresql-") as name:
        cluster = Cluster(Path(name).resolve() / "cluster", _programs())
        cluster.directory.mkdir()
        run_as_owner([_programs() / "initdb", "-D", ".", *_OPTIONS], cluster.directory)
        socket_directory = cluster.start()
        try:
            url = f"postgresql://{USER}@/postgres?host={quote(socket_directory)}"
            command = [sys.executable, "-m", "pytest", *sys.argv[1:]]
            environment = os.environ | {"DATABASE_URL": url}
            return subprocess.run(command, env=environment, check=False).returncode
        finally:
            cluster.stop()


if __name__ == "__main__":
    sys.exit(main())
