"""The site around the application: settings, addresses, health, and its web server."""

VERSION = "1.0.0"
"""The version in pyproject.toml and CHANGELOG.md."""
