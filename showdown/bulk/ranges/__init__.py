"""Exact odds of ranges against each other; `bulk.odds` chooses the fastest module."""
