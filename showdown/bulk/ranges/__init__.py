"""Odds of ranges against each other, exactly: see `two`."""
