"""The words beside the cards: `Pot: 1,250`, `Pot 100`, `in: anna=500, boris=200`, `Dealer: Anna`.

What is left out changes nothing: positions, stacks, blinds, and what was in the pot on the flop.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from showdown.evaluator.deals import LONGEST_LABEL
from showdown.evaluator.errors import UnknownRuleSet
from showdown.evaluator.rule_sets import RuleSet, find_rule_set
from showdown.notation.pasted.amounts import AMOUNT, plain_amount, with_plain_amounts
from showdown.notation.pasted.result import Mark
from showdown.notation.pasted.rewriting import Rewritten
from showdown.notation.pasted.understood import is_game_word
from showdown.notation.wager_words import NAME, quoted
from showdown.words.errors import error_text

_BEGINS = r"(?<![^\s,;(|.])"
_IS = r"\s*(?:[:=]|\s(?:of|is|was|von|de)\s)\s*"
_POT = r"(?:(?:main|total|final|the)\s+)?pot(?:\s+size)?|hauptpot|topf|bote|pozo"
_SIDE = r"side[\s-]?pot(?:\s*\#?\d)?"
_OF_AMOUNT = {"dead": "Dead", "unit": "Unit", "smallest chip": "Unit", "jackpot": "Jackpot"}
_OF_NAMES = {
    "in": "In",
    "put in": "In",
    "bets": "In",
    "fold": "Fold",
    "folds": "Fold",
    "folded": "Fold",
    "folded without showing": "Fold",
    "seats": "Seats",
    "rake": "Rake",
    "button": "Button",
    "dealer button": "Button",
    "dealer": "Button",
    "btn": "Button",
    "geber": "Button",
    "pot": "Pot",
    "unit": "Unit",
    "dead": "Dead",
    "jackpot": "Jackpot",
}
_LEFT_OUT = (
    r"(?:effective\s+)?stacks?(?:\s+sizes?)?|(?:small\s+|big\s+)?blinds?|stakes|antes?|date|site|room"
    r"|tournament|winners?|results?|spr|level|table\s+name"
)
_NAMES = rf"(?:{NAME})(?:[ \t]*,[ \t]*(?:{NAME}))*"
_UP_TO_NEXT_NAME = r"(?:(?!(?<!\S)(?:\"[^\"\r\n]{1,40}\"|[^\W\d_][\w-]*)[ \t]*:(?!\w*=))[^;|\r\n])*"
"""All up to the next name with a colon, or the end of the line."""
_SEAT = (
    r"(?:sb|bb|btn|bu|utg(?:\s?\+\s?\d)?|mp\d?|lj|hj|co|ep|lp|small\s+blind|big\s+blind|cutoff"
    r"|hijack|lojack|button|dealer|under\s+the\s+gun|\d{1,2}\s+players|\d{1,2}-handed|all[\s-]in)"
)
_BUTTON = re.compile(r"btn|bu|button|dealer", re.IGNORECASE)
_ASIDE = re.compile(
    rf"(?<![ \t])[ \t]*\(\s*(?:{_SEAT}|{AMOUNT})(?:\s*[,;/]\s*(?:{_SEAT}|{AMOUNT})){{0,4}}\s*\)",
    re.IGNORECASE,
)
_WHOSE = re.compile(r"[^\r\n,;|.:()]+$")
_CARDS = re.compile(r"\s*[\[(]?\s*(?:(?:10|[2-9tjqkax])[cdhs♣♦♥♠][\s,-]*)+(?![a-z])", re.IGNORECASE)
_MORE = rf"(?:\s*=\s*(?P<eligible>{_NAMES})|\s*\((?P<listed>[^()\r\n]{{1,200}})\))?"
_POTS = re.compile(
    rf"{_BEGINS}(?:(?P<side>{_SIDE})|{_POT})(?:{_IS}|[ \t]+)(?P<amount>{AMOUNT})(?![\w%]){_MORE}",
    re.IGNORECASE,
)
_AMOUNTS = re.compile(
    rf"{_BEGINS}(?P<head>{'|'.join(_OF_AMOUNT)})(?:\s+drop)?\s*[:=]\s*(?P<amount>{AMOUNT})(?![\w%])",
    re.IGNORECASE,
)
_RULES = re.compile(rf"{_BEGINS}(?:rules|odd chips by)\s*[:=]\s*(?P<rules>[\w-]+)", re.IGNORECASE)
_LISTS = re.compile(
    rf"{_BEGINS}(?P<head>{'|'.join(sorted(_OF_NAMES, key=len, reverse=True))})"
    rf"\s*[:=]\s*(?P<value>{_UP_TO_NEXT_NAME})",
    re.IGNORECASE,
)
_HEADED_ASIDE = re.compile(
    rf"{_BEGINS}(?:{_LEFT_OUT})\s*[:=](?:\s*{AMOUNT}(?:\s*/\s*{AMOUNT}){{0,3}}(?![\w%]))?",
    re.IGNORECASE,
)
_LOOSE_ASIDE = re.compile(
    rf"(?<!\w)(?:(?:{_LEFT_OUT})(?:\s+(?:of|is|are))?\s+{AMOUNT}(?:\s*/\s*{AMOUNT}){{0,3}}"
    rf"|{AMOUNT}\s+(?:effective(?:\s+stacks?)?|deep|stacks?|behind))(?!\w)",
    re.IGNORECASE,
)
_PHRASES = re.compile(
    r"(?<![ \t])[ \t]*(?<!\w)(?:all[ -]in|dear[ \t]+sir[ \t]+or[ \t]+madam"
    r"|(?:no|pot|fixed|spread)[ -]limit(?![ \t]+(?:on|of))"
    r"|(?:the[ \t]+)?(?:best|better|winning|stronger)[ \t]+(?:poker[ \t]+)?hand"
    r"|(?:on|in|from|at)[ \t]+the[ \t]+(?:sb|bb|btn|button|cutoff|hijack|lojack|small[ \t]+blind"
    r"|big[ \t]+blind|dealer)|under[ \t]+the[ \t]+gun"
    r"|(?:the[ \t]+)?(?:two|three|four|five|six|\d)[ \t-]+"
    r"(?:players?|people|guys|friends|of[ \t]+us|way|handed|max)(?![ \t]*[:=]))(?!\w)",
    re.IGNORECASE,
)
"""Words that say nothing of the cards, though each of them might."""
_GREETINGS = re.compile(
    r"(?:^|(?<=\n))[ \t]*(?:hi|hey|hello|dear)[ \t]+(?P<whom>[^\W\d_]+)[ \t]*[,!](?=\s)"
    r"|(?<=\n)[ \t]*(?:[-\u2013\u2014~]+[ \t]*)?(?P<who>[^\W\d_]+)\s*$",
    re.IGNORECASE,
)
"""`Hi Lucy,` and a signature below."""
_SIGNED = re.compile(r"(?:thanks|thx|cheers|regards|greetings|yours|sincerely)\W*$", re.IGNORECASE)
_RUNS = re.compile(
    r"(?<![ \t])[ \t]*(?<!\w)(?:we[ \t]+|they[ \t]+)?(?:run|ran|running|runs)[ \t]+(?:it[ \t]+)?"
    r"(?P<times>twice|three[ \t]+times|(?:two|2)[ \t]+times)(?!\w)",
    re.IGNORECASE,
)
_WITHOUT_EQUALS = re.compile(rf"({NAME})\s+({AMOUNT})", re.IGNORECASE)


@dataclass(slots=True)
class ChipWords:
    """What the words say; and the text without them.

    `place` is where they stand in the source, for what is wrong with all of them.
    """

    rest: Rewritten
    chips: list[tuple[str, str]] = field(default_factory=list)
    rules: RuleSet | None = None
    runs: int = 0
    """How often the board is dealt, if the text says so."""
    runs_place: tuple[int, int] = (0, 0)
    marks: list[Mark] = field(default_factory=list)
    place: tuple[int, int] = (0, 0)

    def take(self, pattern: re.Pattern[str], piece: Callable[[re.Match[str]], str | None]) -> None:
        """Take what matches out of the text, but where `piece` is None; it says what remains."""

        def replaced(match: re.Match[str]) -> str:
            remains = piece(match)
            return match[0] if remains is None else remains

        self.rest = self.rest.sub(pattern, replaced)

    def add(self, match: re.Match[str], word: str, value: str) -> None:
        start, end = self.rest.place(*match.span())
        self.place = (min(start, self.place[0]) if self.chips else start, max(end, self.place[1]))
        self.chips.append((word, value))

    def mark(self, match: re.Match[str], why: str) -> None:
        self.marks.append(Mark(*self.rest.place(*match.span()), why))


def chip_words(text: Rewritten) -> ChipWords:
    """The words that are not about cards, taken out of the text."""
    words = ChipWords(text)
    words.take(_RUNS, lambda match: _runs(words, match))
    words.take(_PHRASES, lambda match: "")
    words.take(_GREETINGS, lambda match: _greeting(words, match))
    words.take(_ASIDE, lambda match: _aside(words, match))
    words.take(_POTS, lambda match: _pot(words, match))
    words.take(_AMOUNTS, lambda match: _amount(words, match))
    words.take(_RULES, lambda match: _rules(words, match))
    words.take(_LISTS, lambda match: _list(words, match))
    for pattern in (_HEADED_ASIDE, _LOOSE_ASIDE):
        words.take(pattern, lambda match: ";")
    return words


def _aside(words: ChipWords, match: re.Match[str]) -> str:
    """`(SB)`, `($12)`, `(BTN, 100bb)`."""
    before = words.rest.text[max(0, match.start() - LONGEST_LABEL) : match.start()]
    whose = _WHOSE.search(before)
    if _BUTTON.search(match[0]) and whose and whose[0].strip():
        words.add(match, "Button", quoted(whose[0].strip()))
    return ""


def _greeting(words: ChipWords, match: re.Match[str]) -> str | None:
    name = match["whom"] or match["who"]
    is_signed = match["whom"] or _SIGNED.search(words.rest.text[: match.start()])
    return ";" if is_signed and not is_game_word(name) else None


def _runs(words: ChipWords, match: re.Match[str]) -> str:
    words.runs = 3 if match["times"].lower().startswith("three") else 2
    words.runs_place = words.rest.place(*match.span())
    return ";"


def _pot(words: ChipWords, match: re.Match[str]) -> str:
    amount = plain_amount(match["amount"])
    names = match["eligible"] or ""
    if match["listed"]:
        listed = re.split(r"\s*(?:,|&|\band\b|\bund\b)\s*", match["listed"].strip())
        names = ",".join(quoted(name.strip('"')) for name in listed if name)
    if match["side"] and not names:
        words.mark(match, "who can win the side pot isn't said: “Side pot: 40 (Anna, Boris)”")
    words.add(match, "Pot", f"{amount}={names}" if names else amount)
    return ";"


def _amount(words: ChipWords, match: re.Match[str]) -> str | None:
    if _CARDS.match(match["amount"]) or _CARDS.match(words.rest.text, match.start("amount")):
        return None
    words.add(match, _OF_AMOUNT[match["head"].lower()], plain_amount(match["amount"]))
    return ";"


def _rules(words: ChipWords, match: re.Match[str]) -> str:
    try:
        words.rules = find_rule_set(match["rules"])
    except UnknownRuleSet as error:
        words.mark(match, error_text(error))
    return ";"


def _list(words: ChipWords, match: re.Match[str]) -> str | None:
    value = match["value"].strip().rstrip(",.")
    word = _OF_NAMES[match["head"].lower()]
    if not value or (word in ("Button", "Dead", "In") and _CARDS.match(value)):
        return None
    if word == "In" and "=" not in value:
        value = _WITHOUT_EQUALS.sub(r"\1=\2", value)
    if word == "Fold":
        value = re.sub(r"\s+(?:and|und|et|y|&)\s+", ", ", value)
    if word == "Button":
        value = quoted(value.strip('"'))
    words.add(match, word, with_plain_amounts(value) if word in ("In", "Rake") else value)
    return ";"
