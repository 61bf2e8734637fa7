"""Lines and words of a text."""

import numpy as np
from numpy import uint8, uint64

from showdown.bulk.compiling import loop_part

BLANK, TAB, LINE_FEED, RETURN, HYPHEN = (ord(character) for character in " \t\n\r-")
COMMA, EQUALS, POINT, COLON = (ord(character) for character in ",=.:")
UPPER_A, LOWER_A, DIGIT_0, DIGIT_1 = (ord(character) for character in "Aa01")
SMALL = uint8(0x20)
"""This bit makes any letter lower case."""
ZERO = np.int64(0)
FAILED = np.int64(-1)


@loop_part
def ended(text, at):
    """Where the next line starts if this one ends here, else FAILED.

    A line ends with a line feed, a carriage return, or both.
    """
    if at < text.size and text[at] == RETURN:
        at += 1
        return at + 1 if at < text.size and text[at] == LINE_FEED else at
    if at == text.size:
        return at
    return at + 1 if text[at] == LINE_FEED else FAILED


@loop_part
def ends(text, at):
    """Whether the line ends here."""
    return at == text.size or text[at] == LINE_FEED or text[at] == RETURN


@loop_part
def line_end(text, at):
    """Where this line ends, its ending not included."""
    while not ends(text, at):
        at += 1
    return at


@loop_part
def is_blank(text, at):
    return text[at] == BLANK or text[at] == TAB


@loop_part
def after_blanks(text, at):
    while at < text.size and is_blank(text, at):
        at += 1
    return at


@loop_part
def says(text, at, word):
    """Whether the word is at `at`, where at least as many bytes follow."""
    first = uint64(at)
    for i in range(len(word)):
        if text[first + uint64(i)] != word[i]:
            return False
    return True


@loop_part
def starts(text, at, word):
    """Whether the word is at `at`."""
    return at + len(word) <= text.size and says(text, at, word)


@loop_part
def says_in_any_case(text, at, word):
    """Whether this lower-case word is at `at`, where at least as many bytes follow."""
    first = uint64(at)
    for i in range(len(word)):
        if text[first + uint64(i)] | SMALL != word[i]:
            return False
    return True
