"""Test a program with the vectors: `python conformance/run.py [options] PROGRAM [ARGUMENT …]`.

The program reads questions from standard input, one JSON object per line. It writes an answer to
each, also one JSON object per line, to standard output, in any order. README.md describes both.
"""

import argparse
import json
import os
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path

VECTORS = Path(__file__).with_name("vectors.jsonl")
HIDDEN_KEYS = {"expected", "alternatives", "why", "tags"}
"""Keys of a vector that are not sent to the program."""

PASSED, OTHER_RULE_SET, FAILED, NOT_SUPPORTED = OUTCOMES = (
    "passed",
    "other rule set",
    "failed",
    "not supported",
)
NO_ANSWER = "no answer"


def load_vectors(path=VECTORS):
    """Return all vectors of a file."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def build_question(vector):
    """Return the part of a vector that is sent to the program."""
    return {key: value for key, value in vector.items() if key not in HIDDEN_KEYS}


def run_program(command, vectors, timeout=600):
    """Return the answers by id, a description of the failure, and error messages.

    The description is empty if the program exited with status 0 and wrote an answer. The messages
    are the program's error output, and the lines of its output that aren't answers.
    """
    questions = "".join(json.dumps(build_question(vector)) + "\n" for vector in vectors)
    try:
        run = subprocess.run(
            command,
            input=questions,
            capture_output=True,
            check=False,
            encoding="utf-8",
            errors="replace",
            timeout=timeout,
        )
        output, errors = run.stdout, run.stderr
        problem = f"the program exited with status {run.returncode}" if run.returncode else ""
    except subprocess.TimeoutExpired as expired:
        output, errors = (expired.stdout or b"").decode(errors="replace"), ""
        problem = f"the program did not end within {timeout:g} seconds"
    except OSError as error:
        output, errors, problem = "", "", f"the program could not be started: {error}"
    answers = {}
    for line in output.splitlines():
        try:
            answer = json.loads(line)
            answers[answer["id"]] = answer
        except (ValueError, TypeError, KeyError):
            errors += f"\nnot an answer: {line[:200]}"
    if not answers:
        problem = problem or "the program wrote no answer"
    return answers, problem, errors


def judge(vector, answer):
    """Return the outcome of an answer, and the reason if it isn't PASSED.

    The reason states the differences, the missing keys, the feature that the program lacks, the
    name of the rule set under which the answer is correct, or that there is no answer.
    """
    if answer is None:
        return FAILED, NO_ANSWER
    if answer.get("unsupported"):
        return NOT_SUPPORTED, str(answer["unsupported"])
    expected = vector["expected"]
    required = [key for key in ("payouts", "returned") if expected.get(key)] or ["winners"]
    missing = [key for key in required if key not in answer]
    if missing:
        return NOT_SUPPORTED, f"no {' and '.join(missing)}"
    differences = list_differences(expected, answer)
    if not differences:
        return PASSED, ""
    for alternative in vector["alternatives"]:
        if not list_differences(expected | alternative["expected"], answer):
            return OTHER_RULE_SET, alternative.get("house") or alternative["book"]["name"]
    return FAILED, "; ".join(differences)


def list_differences(expected, answer):
    """Return the differences of the answer as texts. Omitted keys are not compared."""
    return [
        f"{key}: {json.dumps(answer[key])}, expected {json.dumps(value)}"
        for key, value in expected.items()
        if key in answer and normalize(key, answer[key]) != normalize(key, value)
    ]


def normalize(key, value):
    """Return the value with sorted winners, or without players who get no chips."""
    if key == "winners" and isinstance(value, dict):
        return {
            contest: sorted(map(str, labels)) if isinstance(labels, list) else labels
            for contest, labels in value.items()
        }
    if key in ("payouts", "returned") and isinstance(value, dict):
        return {label: chips for label, chips in value.items() if chips not in (0, "0.00")}
    return value


def summarize(vectors, answers):
    """Count the outcomes by the first tag of each vector, and describe vectors that didn't pass.

    Return the counts and the lines of the descriptions.
    """
    by_tag, lines, unanswered, unsupported = defaultdict(Counter), [], [], Counter()
    for vector in vectors:
        outcome, detail = judge(vector, answers.get(vector["id"]))
        by_tag[vector["tags"][0]][outcome] += 1
        if detail == NO_ANSWER:
            unanswered.append(vector)
        elif outcome == NOT_SUPPORTED:
            unsupported[detail] += 1
        elif outcome != PASSED:
            deal = {key: vector[key] for key in ("game", "hands", "boards", "chips")}
            lines.append(
                f"{vector['id']}: {outcome}: {detail}\n    {json.dumps(deal)}\n    {vector['why']}"
            )
    if unanswered:
        first = unanswered[0]
        lines.append(
            f"no answer to {len(unanswered)} vectors, the first {first['id']} ({first['game']})"
        )
    lines += [f"not supported: {count} × {detail}" for detail, count in unsupported.most_common(10)]
    if unknown := answers.keys() - {vector["id"] for vector in vectors}:
        lines.append(f"answers with unknown ids: {len(unknown)}")
    return by_tag, lines


def format_table(by_tag):
    """Yield the lines of the table of outcomes by tag."""
    total = sum(by_tag.values(), Counter())
    yield f"{'tag':16}" + "".join(f"{outcome:>15}" for outcome in OUTCOMES)
    for tag, counts in [*by_tag.items(), ("all", total)]:
        yield f"{tag:16}" + "".join(f"{counts[outcome]:15}" for outcome in OUTCOMES)


def main():
    """Run the program. Return 0 if no vector failed, 1 if any failed, 2 on an error.

    With --strict, an answer under another rule set also fails. It is an error if no vector is
    supported.
    """
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tag", action="append", default=[], help="only vectors with this tag")
    parser.add_argument("--game", action="append", default=[], help="only vectors of this game")
    parser.add_argument("--id", action="append", default=[], help="only this vector")
    parser.add_argument(
        "--strict", action="store_true", help="count payouts under another rule set as failures"
    )
    parser.add_argument(
        "--timeout", type=float, default=600, help="maximum seconds for all vectors (default: 600)"
    )
    parser.add_argument("--quiet", action="store_true", help="print only the table")
    parser.add_argument("program", nargs=argparse.REMAINDER, help="the adapter and its arguments")
    options = parser.parse_args()
    vectors = [
        vector
        for vector in load_vectors()
        if (not options.tag or {*options.tag} & {*vector["tags"]})
        and (not options.game or vector["game"] in options.game)
        and (not options.id or vector["id"] in options.id)
    ]
    if not options.program or not vectors:
        parser.error("the program is missing" if vectors else "no vector has this tag, game or id")
    answers, problem, errors = run_program(options.program, vectors, options.timeout)
    by_tag, lines = summarize(vectors, answers)
    print(*([] if options.quiet else lines), *format_table(by_tag), sep="\n")
    if errors.strip():
        print(errors.strip()[-2000:], file=sys.stderr)
    if problem:
        print(problem, file=sys.stderr)
        return 2
    total = sum(by_tag.values(), Counter())
    if total[NOT_SUPPORTED] == len(vectors):
        print("the program supports none of these vectors", file=sys.stderr)
        return 2
    return int(total[FAILED] > 0 or (options.strict and total[OTHER_RULE_SET] > 0))


if __name__ == "__main__":
    try:
        sys.exit(main())
    except BrokenPipeError:  # the reader, such as `head`, has closed the pipe
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(2)
