"""How many cores this process may use."""

import os


def usable_cores() -> int:
    """At least 1. `os.process_cpu_count`, which Python 3.12 does not have yet: there, all cores."""
    count = getattr(os, "process_cpu_count", os.cpu_count)
    return count() or 1
