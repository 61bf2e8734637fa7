"""Runs the file commands as their users do: a process with an input and an output."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "tests" / "data"


def command(name: str, *arguments: str | Path) -> list[str]:
    return [sys.executable, str(ROOT / "manage.py"), name, *map(str, arguments)]


def run(
    name: str, *arguments: str | Path, stdin: bytes = b"", **environment: str
) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        command(name, *arguments),
        input=stdin,
        capture_output=True,
        check=False,
        env=os.environ | environment,
    )
