"""compile: compile all kernels for this machine, so that no later command has to."""

from time import perf_counter
from typing import Any

from showdown.files.blocks import precompile
from showdown.management.base import ShowdownCommand
from showdown.words.ranks import how_many


class Command(ShowdownCommand):
    help = "Compile the loops that settle many deals, for this machine: in an image, say."

    def handle(self, *args: Any, **options: Any) -> None:
        start, compiled = perf_counter(), 0
        for group, loops, seconds in precompile().compile_every():
            if loops:
                self.stdout.write(f"{group}: {how_many(loops, 'loop')}, {seconds:.1f} s")
                self.stdout.flush()
            compiled += loops
        folders = ", ".join(map(str, precompile().keep()))
        if not folders:
            self.stdout.write("Nothing is kept: no folder can be written. Set NUMBA_CACHE_DIR")
        elif compiled:
            took = perf_counter() - start
            self.stdout.write(
                f"{how_many(compiled, 'loop')} compiled in {took:.0f} s, kept in {folders}"
            )
        else:
            self.stdout.write(f"Nothing to compile: all loops are kept in {folders}")
