"""Errors that say what is wrong when they are printed."""

from collections.abc import Iterator
from contextlib import contextmanager

from showdown.evaluator.errors import InvalidDeal
from showdown.words.errors import error_text


@contextmanager
def errors_in_words() -> Iterator[None]:
    """Give an InvalidDeal its sentence, which the evaluator, without any English, leaves out."""
    try:
        yield
    except InvalidDeal as error:
        error.args = (sentence_of(error),)
        raise


def sentence_of(error: InvalidDeal) -> str:
    """`row 3: Ah appears twice, in HandA and Board`; without a row only what follows it."""
    text = error_text(error)
    return text if error.row is None else f"row {error.row}: {text}"
