import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def run_program(command, *, check=False, **options):
    """Run a program. Return its CompletedProcess, with standard output and error as text."""
    return subprocess.run(command, capture_output=True, text=True, check=check, **options)
