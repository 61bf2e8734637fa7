"""Commands that run until they are stopped, and whose output an operator's programs may read."""

import logging
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from omahasite.logs import LogStream, log_what_ends_the_process


class ServiceCommand(BaseCommand):
    """A command that writes JSON wherever it writes, if the log is JSON (`LOG_FORMAT`)."""

    def __init__(self, *args: Any, **options: Any) -> None:
        if settings.LOG_FORMAT == "json":
            options["stdout"] = LogStream("showdown.stdout", logging.INFO)
            options["stderr"] = LogStream("showdown.stderr", logging.ERROR)
            log_what_ends_the_process()
        super().__init__(*args, **options)
