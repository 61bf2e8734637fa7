"""The trainer: deals that are hard in a known way, questions about them, and what went wrong."""
