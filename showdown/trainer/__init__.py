"""Drills: deals that are hard in a known way, questions about them, and graded answers."""
