"""compile: compiles all loops for this machine, so that no later command has to."""

from time import perf_counter
from typing import Any

from django.core.management.base import BaseCommand

from showdown.files.blocks import every_loop


class Command(BaseCommand):
    help = "Compile the loops that settle many deals, for this machine: in an image, say."
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        start, compiled = perf_counter(), 0
        for name, run in every_loop().groups():
            group_start = perf_counter()
            if count := every_loop().newly_compiled(run):
                took = perf_counter() - group_start
                self.stdout.write(f"{name}: {_loops(count)}, {took:.1f} s")
                self.stdout.flush()
            compiled += count
        folders = ", ".join(map(str, every_loop().keep()))
        if not folders:
            self.stdout.write("Nothing is kept: no folder can be written. Set NUMBA_CACHE_DIR")
        elif compiled:
            took = perf_counter() - start
            self.stdout.write(f"{_loops(compiled)} compiled in {took:.0f} s, kept in {folders}")
        else:
            self.stdout.write(f"Nothing to compile: all loops are kept in {folders}")


def _loops(count: int) -> str:
    return f"{count} loop{'s' if count != 1 else ''}"
