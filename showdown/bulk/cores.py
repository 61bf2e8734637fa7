"""The number of cores that this process may use."""

import os


def usable_cores() -> int:
    """Return at least 1. Python 3.12 lacks `os.process_cpu_count`: there, all cores count."""
    count = getattr(os, "process_cpu_count", os.cpu_count)
    return count() or 1
