"""Change settings of the site for a process that a test or benchmark starts."""

import json
import os

from omahasite.settings import *  # noqa: F403

_SETTINGS_VARIABLE = "CHANGED_SETTINGS"
globals().update(json.loads(os.environ.get(_SETTINGS_VARIABLE, "{}")))


def environment_with(**settings):
    """Return the environment variables that give a process these settings."""
    return {"DJANGO_SETTINGS_MODULE": "tests.settings", _SETTINGS_VARIABLE: json.dumps(settings)}
