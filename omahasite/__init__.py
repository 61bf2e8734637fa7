"""The site around the application: settings, addresses, health, and how it is served."""

VERSION = "1.0.0"
"""As in pyproject.toml and CHANGELOG.md."""
