"""Append drafts to the vectors: `python -m tests.conformance.adding DRAFTS`.

DRAFTS is a file of drafts, one a line. A draft is a vector without `id` and `expected`, whose first
tag is the area; its `alternatives`, if any, are those under house rules. Each draft gets the next
id of its area. If the library and the reference differ on a draft, nothing is added. No test checks
`why`.
"""

import json
import sys
from pathlib import Path

from conformance import run
from conformance.adapters import showdown_library
from tests.conformance import second_opinion


def find_book(slug, area, vectors):
    """Return the book as cited by a vector of this area, or else by another vector."""
    citing = [vector for vector in vectors if vector["book"]["slug"] == slug]
    citing_in_area = [vector for vector in citing if vector["tags"][0] == area]
    return (citing_in_area or citing)[0]["book"]


def list_alternatives(vector, vectors):
    """Yield the payouts under other rule sets, if they differ from the expected payouts."""
    if not second_opinion.has_chips(vector) or vector["book"]["slug"] == "exact":
        return
    for slug in ("wsop-2026", "tda-2026", "roberts"):
        payouts = showdown_library.answer(vector, slug)["payouts"]
        if payouts != second_opinion.SlowVector(vector).payouts(slug)[0]:
            raise ValueError(f"the library and the reference differ under {slug}")
        if payouts != vector["expected"]["payouts"]:
            book = find_book(slug, vector["tags"][0], vectors)
            yield {"book": book, "expected": {"payouts": payouts}}


def complete_draft(draft, vectors):
    """Return the vector of a draft. Raise ValueError if the library and the reference differ."""
    area = draft["tags"][0]
    number = sum(vector["tags"][0] == area for vector in vectors) + 1
    keys = ("tags", "game", "hands", "boards", "chips", "book")
    vector = {"id": f"{area}-{number:03}", **{key: draft[key] for key in keys}}
    vector["expected"] = showdown_library.answer(vector)
    differences = second_opinion.list_differences(vector, vector["expected"])
    if differences:
        raise ValueError("; ".join(differences))
    vector["why"] = draft["why"]
    vector["alternatives"] = [*list_alternatives(vector, vectors), *draft.get("alternatives", [])]
    return vector


def main(path):
    vectors = run.load_vectors()
    published_count = len(vectors)
    for number, draft in enumerate(run.load_vectors(Path(path)), start=1):
        try:
            vectors.append(complete_draft(draft, vectors))
        except ValueError as error:
            raise SystemExit(f"draft {number}: {error}") from error
    lines = [json.dumps(vector, ensure_ascii=False) + "\n" for vector in vectors[published_count:]]
    with run.VECTORS.open("a", encoding="utf-8") as file:
        file.writelines(lines)


if __name__ == "__main__":
    main(sys.argv[1])
