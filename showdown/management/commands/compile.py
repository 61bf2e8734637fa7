"""compile: compile all kernels for this machine in advance."""

from time import perf_counter
from typing import Any

from showdown.bulk.kernel_cache import mark_as_compiled
from showdown.files.precompile import compile_all_kernels
from showdown.management.base import ShowdownCommand
from showdown.words.ranks import count_text


class Command(ShowdownCommand):
    help = "Compile all kernels for this machine, so that large files don't wait for compilation."

    def handle(self, *args: Any, **options: Any) -> None:
        start, compiled_count = perf_counter(), 0
        for group, count, seconds in compile_all_kernels():
            if count:
                self.stdout.write(f"{group}: {count_text(count, 'kernel')}, {seconds:.1f} s")
                self.stdout.flush()
            compiled_count += count
        folders = ", ".join(map(str, mark_as_compiled()))
        if not folders:
            self.stdout.write("Nothing is stored: no folder can be written. Set NUMBA_CACHE_DIR")
        elif compiled_count:
            total_seconds = perf_counter() - start
            self.stdout.write(
                f"{count_text(compiled_count, 'kernel')} compiled in {total_seconds:.0f} s,"
                f" stored in {folders}"
            )
        else:
            self.stdout.write(f"Nothing to compile: all kernels are stored in {folders}")
