"""XML of logs, by a parser that neither follows nor expands entities."""

import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element, ParseError

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import fromstring

from showdown.notation.logs.log_format import Unreadable

MARKUP = re.compile(r"(?:\s++|</?\w{1,40}>|<\?[^<>]*>|<!--[^<>]*-->)*+")
"""What may stand between two games: nothing that says anything."""

_BARE_AMPERSAND = re.compile(r"&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-fA-F]{1,6});)")
_ATTRIBUTE = re.compile(r"""(\s\w{1,30}=)"([^\n]{0,300}?)"(?=\s++\w{1,30}=["']|\s*+/?>)""")
_MARKS = str.maketrans({"<": "&lt;", '"': "&quot;"})
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")


def element_of(text: str) -> Element:
    """The element that this text is. Raises Unreadable.

    Names of players and what they say stand in some logs with an ampersand, a quotation mark, `<`
    or a control character as it is.
    """
    text = _CONTROL.sub("\ufffd", _BARE_AMPERSAND.sub("&amp;", text))
    try:
        return _parsed(text)
    except ParseError:
        escaped = _ATTRIBUTE.sub(lambda found: f'{found[1]}"{found[2].translate(_MARKS)}"', text)
    try:
        return _parsed(escaped)
    except ParseError as error:
        raise Unreadable(f"this isn't XML: {str(error).partition(':')[0]}") from None


def _parsed(text: str) -> Element:
    try:
        return fromstring(text, forbid_dtd=True)
    except (DefusedXmlException, RecursionError, ValueError):
        raise Unreadable("this XML has entities, or is nested too deeply") from None


def in_order(element: Element, tag: str) -> Iterator[Element]:
    """The elements of this tag below, in the order of their `no` or `sequence`."""
    return iter(sorted(element.iter(tag), key=_number))


def _number(element: Element) -> int:
    number = element.get("no") or element.get("sequence") or ""
    return int(number) if number.isdecimal() and len(number) < 10 else 0
