"""The REST API, for programs."""
