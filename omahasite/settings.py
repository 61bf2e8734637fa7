"""The site's settings, read from the environment, with defaults that run with none."""

from pathlib import Path

import environ

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()

SECRET_KEY = "x"
INSTALLED_APPS = ["showdown"]
USE_TZ = True
