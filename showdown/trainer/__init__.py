"""Drills: deals that are hard in known ways, questions about them, and graded answers."""
