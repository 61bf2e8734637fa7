"""Form for pasted text, which marks the pieces of the text that were not understood."""

import re
from dataclasses import replace
from typing import NamedTuple

from django import forms

from showdown.evaluator.deals import DEFAULT_LABELS
from showdown.evaluator.games import GAMES, Game
from showdown.models.documents import read_pasted_or_stored
from showdown.models.people import DATABASE_UNAVAILABLE
from showdown.notation.pasted.result import (
    TOO_LONG,
    FilePage,
    Mark,
    PasteResult,
    SeveralDeals,
    describe_errors,
    mark_whole_text,
    summarize,
)
from showdown.pages.forms.field_values import pasted_fields
from showdown.pages.presentation import displayed_label
from showdown.pages.table_actions import EXAMPLE, remove_deal
from showdown.pages.table_input import Fields, TableInput
from showdown.words.ranks import capfirst

READ, READ_WITHOUT_UNKNOWN_WORDS, READ_HAND = "read", "read-without", "read-hand"
"""Actions that read the text. A colon and a game's slug or a hand's number may follow.

`read-without` ignores unknown words.
"""
_DEFAULT_LABEL = re.compile(rf"\b(?:{'|'.join(DEFAULT_LABELS)})\b")
_FIELDS_KEPT_WITH_EXAMPLE = ("line", "action", "note")
_DATABASE_UNAVAILABLE = "the deal at this address is in the database, which can't be reached"
_MAX_SHOWN_LENGTH = 200
"""Maximum length of a text that is shown again if all of it is marked."""


class Piece(NamedTuple):
    """A piece of the pasted text; `reason` states why it was not understood, empty if it was."""

    text: str
    reason: str = ""


class PasteForm(forms.Form):
    """Form for pasted text. After `full_clean`, `pasted` is the parsed text; None if empty."""

    line = forms.CharField(
        required=False,
        label="Paste anything about one deal",
        strip=False,
        widget=forms.Textarea(
            attrs={
                "rows": 1,
                "placeholder": "Paste a hand, a log or “AKs vs QQ”",
                "autocomplete": "off",
                "autocapitalize": "none",
                "spellcheck": "false",
                "aria-describedby": "id_line_error",
            }
        ),
    )

    def __init__(
        self,
        fields: Fields | None = None,
        *,
        game: Game,
        number: int = 0,
        without_unknown_words: bool = False,
    ) -> None:
        super().__init__(fields)
        self.game = game
        self.number = number
        self.without_unknown_words = without_unknown_words
        self.pasted: PasteResult | None = None
        self.switched_to = ""
        """The name of the game, if the text switched to it from another game."""

    def clean_line(self) -> str:
        text: str = self.cleaned_data["line"]
        if not text.strip():
            return text
        try:
            pasted = read_pasted_or_stored(
                text, self.game, self.number, without_unknown_words=self.without_unknown_words
            )
        except DATABASE_UNAVAILABLE:
            pasted = PasteResult(
                game=self.game, marks=(mark_whole_text(text, _DATABASE_UNAVAILABLE),)
            )

        marks = [replace(mark, reason=self._with_page_labels(mark.reason)) for mark in pasted.marks]
        self.pasted = pasted = replace(pasted, marks=tuple(marks))
        if marks:
            self.add_error("line", describe_errors(pasted, text))
        return text

    def _with_page_labels(self, message: str) -> str:
        """Replace HandA with `Player 1` and so on, except labels that the pasted text contains."""
        text = self.data["line"]
        return _DEFAULT_LABEL.sub(
            lambda label: label[0] if label[0] in text else displayed_label(label[0]), message
        )

    @property
    def is_finished(self) -> bool:
        """Return whether the text was read without errors, notes, an offer or further deals."""
        pasted = self.pasted
        return not self.errors and not (
            pasted and (pasted.offer or pasted.notes or pasted.several_deals)
        )

    @property
    def is_too_long(self) -> bool:
        return bool(self.pasted and any(mark.reason == TOO_LONG for mark in self.pasted.marks))

    @property
    def summary(self) -> str:
        """Return a summary of the parsed text; empty if `is_finished`."""
        pasted = self.pasted
        if pasted is None or self.is_finished:
            return ""
        summary = self._with_page_labels(summarize(pasted))
        if not summary or pasted.is_whole or pasted.several_deals or pasted.stored_id:
            return summary
        return f"Found {summary.partition(': ')[2]}"

    @property
    def left_out_text(self) -> str:
        """Describe the words that were left out; empty if the rest of the text can't be used."""
        pasted = self.pasted
        return describe_errors(pasted, self.data["line"]) if pasted and pasted.is_whole else ""

    @property
    def several_deals(self) -> SeveralDeals | None:
        return self.pasted.several_deals if self.pasted else None

    @property
    def other_hand_buttons(self) -> list[tuple[str, str]]:
        """Return the names and values of the buttons that read other hands of the text."""
        if self.several_deals is None:
            return []
        deal_index, last = self.several_deals.deal_index, self.several_deals.count - 1
        buttons = [("First", 0), ("Previous", deal_index - 1), ("Next", deal_index + 1)]
        return [
            (name, f"{READ_HAND}:{to}")
            for name, to in buttons
            if 0 <= to <= last and to != deal_index and (name, deal_index) != ("Previous", 1)
        ]

    @property
    def goes_to_batches(self) -> bool:
        return self.several_deals is not None and self.several_deals.page is FilePage.BATCH

    @property
    def offer(self) -> tuple[str, str, str] | None:
        """Return the sentence of the offer, the button's value, and the game's name."""
        offer = self.pasted.offer if self.pasted else None
        if offer is None:
            return None
        return f"{capfirst(offer.reason)}.", f"{READ}:{offer.game.slug}", offer.game.name

    @property
    def ignore_words_action(self) -> str:
        """Return the value of the button that leaves unknown words out, or an empty string."""
        pasted = self.pasted
        return (
            f"{READ_WITHOUT_UNKNOWN_WORDS}:{self.number}"
            if pasted and pasted.is_whole_without_unknown_words
            else ""
        )

    @property
    def mark_to_select(self) -> Mark | None:
        """Return the only mark of a text of one line, which a script selects in the field."""
        marks = self.pasted.marks if self.pasted else ()
        has_one_mark = len(marks) == 1 and "\n" not in self.data["line"].strip()
        return marks[0] if has_one_mark and not self.is_too_long else None

    @property
    def pieces(self) -> list[Piece]:
        """Return the text, cut at the start and end of each mark; empty if it isn't shown again."""
        pasted = self.pasted
        if pasted is None or not pasted.marks or self.is_too_long or self.mark_to_select:
            return []
        text = self.data["line"]
        marks = pasted.marks
        is_all = len(marks) == 1 and text[marks[0].start : marks[0].end] == text.strip()
        if is_all and len(text) > _MAX_SHOWN_LENGTH:
            return []
        pieces, position = [], 0
        for mark in marks:
            start = max(position, mark.start)
            if mark.end > start:
                pieces += [
                    Piece(text[position:start]),
                    Piece(text[start : mark.end], f"{capfirst(mark.reason)}."),
                ]
                position = mark.end
        return [*pieces, Piece(text[position:])]


def read_paste(entry: TableInput) -> tuple[TableInput, PasteForm]:
    """Return the table after the paste, and the form of the pasted text.

    The text is read if the user pressed a button that reads it, if no button was pressed, or if no
    hand was typed. If the text fits another game, switch to that game if the table shows the
    example, or if the user pressed a button that reads the text and the table has no cards.
    """
    fields = entry.fields
    verb, _, argument = fields.get("action", "").partition(":")
    is_requested = verb in (READ, READ_WITHOUT_UNKNOWN_WORDS, READ_HAND)
    may_read = is_requested or "action" not in fields or not any(entry.hands)
    if not (fields.get("line", "").strip() and may_read):
        return entry, PasteForm(game=entry.game)
    is_number = verb != READ and argument.isascii() and argument.isdecimal() and len(argument) < 6
    number = int(argument) if is_number else 0
    without_unknown_words = verb == READ_WITHOUT_UNKNOWN_WORDS
    game = GAMES.get(argument, entry.game) if verb == READ else entry.game
    paste = PasteForm(fields, game=game, number=number, without_unknown_words=without_unknown_words)
    paste.full_clean()
    pasted = paste.pasted
    is_example = EXAMPLE in fields
    if is_example:  # The text and its game replace the example.
        kept_fields = {name: fields[name] for name in _FIELDS_KEPT_WITH_EXAMPLE if name in fields}
        fields = remove_deal(fields) | kept_fields
    is_empty = not (any(entry.hands) or any(entry.boards))
    if pasted and pasted.offer and (is_example or (is_empty and is_requested)):
        paste = PasteForm(
            fields,
            game=pasted.offer.game,
            number=number,
            without_unknown_words=without_unknown_words,
        )
        paste.full_clean()
        pasted = paste.pasted
    if pasted is None or not pasted.is_whole:
        return entry, paste
    read_fields = {"rules": fields["rules"]} | pasted_fields(pasted, fields)
    read_fields |= {name: fields[name] for name in ("action", "note") if name in fields}
    if paste.is_finished:
        paste = PasteForm(game=pasted.game)
    is_chosen = verb == READ and argument
    if pasted.game is not entry.game and is_requested and not is_chosen:
        paste.switched_to = pasted.game.name
    return TableInput.from_fields(read_fields), paste
