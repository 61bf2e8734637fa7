"""Attack, kill and load a site, and print a table of the results.

uv run python -m tests.campaign [--minutes 60] [attack …]

Everything goes to 127.0.0.1. Each attack takes an equal part of the time; the table is Markdown.
docs/reliability.md sums up the last run.
"""
