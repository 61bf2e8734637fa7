"""The Django project: settings, URLs, health checks, and the web server."""

VERSION = "1.0.0"
"""The version in pyproject.toml and CHANGELOG.md."""
