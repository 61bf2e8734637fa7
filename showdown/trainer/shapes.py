"""The shapes of answers: what came from outside is checked before it is compared."""

from typing import Annotated, Any, TypedDict

from annotated_types import Len
from pydantic import ConfigDict, TypeAdapter, ValidationError, with_config

from showdown.evaluator.errors import InvalidDeal
from showdown.trainer.kinds import Answer
from showdown.words.errors import add_messages

_MOST = 60
"""No list or object of an answer has more entries."""

type _Text = Annotated[str, Len(0, 200)]
type _Names = Annotated[list[_Text], Len(0, _MOST)]


@with_config(ConfigDict(extra="forbid"))
class PotAnswer(TypedDict):
    """A pot before the rake, and who can win it."""

    amount: int
    eligible: _Names


_SHAPES: dict[str, tuple[TypeAdapter[Any], str]] = {
    "make": (TypeAdapter(_Text), "a text"),
    "cards": (TypeAdapter(_Names), "a list of cards"),
    "low": (TypeAdapter(bool), "true or false"),
    "winners": (
        TypeAdapter(Annotated[dict[_Text, _Names], Len(0, _MOST)]),
        "an object of lists: the winners of each contest",
    ),
    "pots": (
        TypeAdapter(Annotated[list[PotAnswer], Len(0, _MOST)]),
        "a list of pots, each with its amount and who is eligible",
    ),
    "chips": (
        TypeAdapter(Annotated[dict[_Text, int], Len(0, _MOST)]),
        "an object of whole numbers: the chips of each player",
    ),
    "odd": (TypeAdapter(_Text), "a text"),
    "rake": (TypeAdapter(int), "a whole number"),
    "ruling": (TypeAdapter(bool), "true or false"),
}


class WrongShape(InvalidDeal):
    """An answer that doesn't have the shape of answers to such a question."""

    kind: str
    shape: str


add_messages({"WrongShape": "the answer to “{kind}” must be {shape}"})


def in_shape(kind: str, given: Answer) -> Answer:
    """The answer as answers of this kind are compared: names in order, and no zeros.

    Raises WrongShape.
    """
    adapter, shape = _SHAPES[kind]
    try:
        answer = adapter.validate_python(given, strict=True)
    except ValidationError:
        raise WrongShape(kind=kind, shape=shape, field="answer") from None
    return _TIDY.get(kind, _as_it_is)(answer)


def _as_it_is(answer: Answer) -> Answer:
    return answer


def _with_names_in_order(answer: Answer) -> Answer:
    return {contest: sorted(set(names)) for contest, names in answer.items()}


def _pots_in_order(answer: Answer) -> Answer:
    return [
        {"amount": pot["amount"], "eligible": sorted(set(pot["eligible"]))}
        for pot in answer
        if pot["amount"]
    ]


def _without_zeros(answer: Answer) -> Answer:
    return {name: chips for name, chips in answer.items() if chips}


_TIDY = {
    "winners": _with_names_in_order,
    "pots": _pots_in_order,
    "chips": _without_zeros,
}
