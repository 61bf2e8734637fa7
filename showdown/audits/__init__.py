"""Logs settled again: each hand judged, and a report of those that were paid wrong."""
