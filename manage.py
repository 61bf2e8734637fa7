#!/usr/bin/env python
"""Run the project's management commands."""

import os
import sys

INTERRUPTED_STATUS = 130
"""The exit status of a program that SIGINT ended, as a shell reports it."""

try:
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import BaseCommand, execute_from_command_line
    from django.db import NotSupportedError, OperationalError

    from omahasite import VERSION
except KeyboardInterrupt:
    sys.exit(INTERRUPTED_STATUS)


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "omahasite.settings")
    # OpenBLAS would start a busy-waiting thread for each core, but the matrices here are small.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # By default, Django prints its own version.
    BaseCommand.get_version = lambda self: VERSION  # type: ignore[method-assign]
    if sys.argv[1:] in (["--version"], ["version"]):
        print(VERSION)
        return
    try:
        execute_from_command_line(sys.argv)
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED_STATUS)
    except ImproperlyConfigured as error:
        sys.exit(f"The settings are invalid: {error}")
    except (NotSupportedError, OperationalError) as error:
        sys.exit(f"The database can't be used: {error}")


if __name__ == "__main__":
    main()
