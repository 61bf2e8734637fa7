"""Write the table of docs/conformance.md: `python -m conformance.compare [--write] NAME=COMMAND …`.

Each program is a name with its version and the command of its adapter, for example
`"treys 0.1.8=venv/bin/python conformance/adapters/treys_ranks.py"`. Without `--write` the table is
printed.
"""

import argparse
import shlex
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

from conformance.run import (
    FAILED,
    NOT_SUPPORTED,
    OTHER_RULE_SET,
    PASSED,
    load_vectors,
    run_program,
    summarize,
)

PAGE = Path(__file__).parents[1] / "docs" / "conformance.md"
BEGIN, END = "<!-- table: made by conformance.compare -->", "<!-- end of the table -->"


def format_cell(counts):
    """Return `30 of 30`, or `28 of 30 (1 other rule set, 1 failed)`.

    Return a dash if no vector is supported.
    """
    supported_count = counts.total() - counts[NOT_SUPPORTED]
    if not supported_count:
        return "–"
    others = [
        f"{counts[outcome]} {outcome}" for outcome in (OTHER_RULE_SET, FAILED) if counts[outcome]
    ]
    passed = f"{counts[PASSED]} of {supported_count}"
    return f"{passed} ({', '.join(others)})" if others else passed


def format_table(vectors, columns):
    """Yield the table as Markdown: a row for each tag, a column for each program."""
    yield f"Measured on {datetime.now(UTC):%B %-d, %Y}, with {len(vectors):,} vectors."
    yield ""
    yield "| tag | vectors | " + " | ".join(columns) + " |"
    yield "| --- | ---: |" + " --- |" * len(columns)
    tags = Counter(vector["tags"][0] for vector in vectors)
    for tag, count in tags.items():
        cells = (format_cell(by_tag[tag]) for by_tag in columns.values())
        yield f"| {tag} | {count} | " + " | ".join(cells) + " |"
    totals = (format_cell(sum(by_tag.values(), Counter())) for by_tag in columns.values())
    yield f"| all | {len(vectors)} | " + " | ".join(totals) + " |"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", action="store_true", help="replace the table in the page")
    parser.add_argument("programs", nargs="+", metavar="NAME=COMMAND")
    options = parser.parse_args()
    vectors, columns = load_vectors(), {}
    for program in options.programs:
        name, _, command = program.partition("=")
        answers, problem, errors = run_program(shlex.split(command), vectors)
        if problem:
            parser.error(f"{name}: {problem}\n{errors[-500:]}")
        columns[name] = summarize(vectors, answers)[0]
    text = "\n".join(format_table(vectors, columns))
    if not options.write:
        print(text)
        return
    page = PAGE.read_text(encoding="utf-8")
    before, after = page.split(BEGIN)[0], page.split(END)[1]
    PAGE.write_text(f"{before}{BEGIN}\n{text}\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
