"""Test the forms of iPoker's XML: one hand that Anna and Cem split, written in each form."""

import re

import pytest

from showdown.notation.logs.logged_hand import Skip
from tests.notation.logs.judged import faults
from tests.notation.logs.special_hands import special_hand

NEW = special_hand("ipoker", "a split pot")
"""The pot is 8.10, the rake 0.40; Anna gets back 0.20, which her `win` doesn't include."""


def amounts_as(pattern: str, *, comma: bool = False) -> str:
    """Return the log with its amounts in this form."""

    def written(amount: re.Match[str]) -> str:
        text = amount[1].replace(",", " ").replace(".", ",") if comma else amount[1]
        return pattern.format(text)

    return re.sub(r"€([\d.,]+)", written, NEW)


@pytest.mark.parametrize(
    "text",
    [
        *(amounts_as("${}"), amounts_as("{}€"), amounts_as("{}"), amounts_as("RSD{}")),
        *(amounts_as("{} kr", comma=True), amounts_as("{} €", comma=True)),
    ],
)
def test_amounts_may_have_any_sign_or_none(text: str) -> None:
    assert faults(text) == [None]


def test_documents_may_follow_each_other_on_a_line() -> None:
    other = NEW.replace("9811", "9812").replace("Holdem NL", "Seven Up")
    assert faults((NEW + other).replace("\n", "")) == [None, Skip.UNSUPPORTED_GAME]
    assert faults(NEW.rstrip() + NEW.replace("9811", "9812")) == [None, None]


@pytest.mark.parametrize("end", ["chips=", "</players>", "<cards", "D2 C10", '<round no="4"'])
def test_a_document_that_ends_too_early_has_a_hand_that_is_cut_off(end: str) -> None:
    text = NEW[: NEW.index(end) + 3]
    assert faults(text) == [Skip.CUT_OFF]
    assert faults(f"{text}\n{NEW}") == [Skip.CUT_OFF, None]


@pytest.mark.parametrize("tags", ["<tournamentcode>7</tournamentcode>", "<buyin>€1</buyin>", ""])
@pytest.mark.parametrize("amount", ["{}", "{}.00", "{},00"])
def test_chips_without_a_currency_are_whole_even_if_they_are_written_with_cents(
    tags: str, amount: str
) -> None:
    def written(cents: re.Match[str]) -> str:
        return amount.format(round(100 * float(cents[1].replace(",", ""))))

    text = NEW.replace('€3.85" bet="€4"', '€4.05" bet="€4"').replace('€3.85"', '€4.06"')
    text = re.sub(r"€([\d.,]+)", written, text.replace("Holdem NL €0.50/€1", "Holdem NL"))
    text = text.replace('type="1" sum="50', 'type="1" sum="51').replace("<mode>", f"{tags}<mode>")
    assert faults(text) == [None]


def test_a_hand_without_actions_or_winners_is_canceled_or_cut_off() -> None:
    played = re.search(r'<round no="1">.*</game>', NEW, re.DOTALL)
    assert played
    blinds = NEW.replace(played[0], "</game>")
    assert faults(re.sub(r'win="€[\d.]+"', 'win="€0"', blinds)) == [Skip.CANCELLED]
    assert faults(re.sub(r'win="€[\d.]+"', "", blinds)) == [Skip.CUT_OFF]
    assert faults(re.sub(r'win="€[\d.]+"', 'win="€0"', NEW)) == [Skip.UNREADABLE]
