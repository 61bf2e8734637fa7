"""What was made of a pasted text in at most two sentences: what was understood, what was not."""

from collections.abc import Sequence

from showdown.notation.pasted.result import Mark, Pasted
from showdown.words.ranks import NUMBERS, ORDINALS, counted, phrases, sentence

_MOST_LISTED = 3
_LONGEST = 40


def understood(pasted: Pasted) -> str:
    """`Texas Hold'em: two hands and a board of five.`; empty if nothing was."""
    if pasted.stored:
        return "A stored deal."
    dealt = _hands_and_boards(pasted)
    if pasted.several is None:
        return f"{dealt}." if dealt else ""
    which = f"{pasted.several.count:,} hands; this is {_which(pasted.several.number)}"
    return f"{which}: {dealt}." if dealt else f"{which}."


def not_understood(pasted: Pasted, text: str) -> str:
    """What is wrong with the text, or which words of it were left out; empty if neither."""
    if pasted.offer:
        return f"{sentence(pasted.offer.why)}."
    if pasted.is_whole_without_words:
        words = [text[mark.start : mark.end] for mark in pasted.marks]
        return f"{sentence(words_not_understood(pasted.marks, words))}."
    if pasted.marks:
        more = len(pasted.marks) - 1
        places = f"{NUMBERS[more] if more < len(NUMBERS) else more} more place"
        rest = f" ({places}{'s' if more > 1 else ''} marked)" if more else ""
        return f"{sentence(pasted.marks[0].why)}{rest}."
    if pasted.notes:
        words = [text[note.start : note.end] for note in pasted.notes]
        return f"Left out: {phrases(_listed(words))}."
    return ""


def words_not_understood(marks: Sequence[Mark], words: Sequence[str]) -> str:
    """Name the unknown words of a text in one sentence without a full stop."""
    if len(marks) == 1:
        return marks[0].why
    return f"{phrases(_listed(words))} aren't understood and may change the deal"


def _which(number: int) -> str:
    return f"the {ORDINALS[number]}" if number < len(ORDINALS) else f"number {number + 1:,}"


def _hands_and_boards(pasted: Pasted) -> str:
    if pasted.is_empty:
        return ""
    return sentence(f"{pasted.game.name}: {phrases(_parts(pasted))}")


def _parts(pasted: Pasted) -> list[str]:
    parts = [counted(len(pasted.hands), "hands")] if pasted.hands else []
    lying = [board for board in pasted.boards if board]
    if len(lying) == 1:
        parts.append(f"a board of {NUMBERS[len(lying[0])]}")
    elif lying:
        parts.append(counted(len(lying), "boards"))
    parts += [counted(len(pasted.dead), "dead cards")] if pasted.dead else []
    if pasted.wagers and pasted.wagers.has_chips:
        parts.append("the chips")
    if pasted.wagers and pasted.wagers.folded:
        parts.append(f"{phrases(pasted.wagers.folded)} out of the hand")
    return parts


def _listed(words: Sequence[str]) -> list[str]:
    shown = [_quoted(word) for word in words]
    more = len(shown) - _MOST_LISTED
    return shown if more <= 0 else [*shown[:_MOST_LISTED], f"{more} more"]


def _quoted(text: str) -> str:
    text = " ".join(text.split())
    return f"“{text if len(text) <= _LONGEST else f'{text[:_LONGEST]}…'}”"
