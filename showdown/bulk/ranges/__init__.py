"""Exact odds of ranges against each other. The usual entry point is `two`."""
