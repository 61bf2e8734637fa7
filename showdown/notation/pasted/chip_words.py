"""Extract words about chips, seats and rules: `Pot: 1,250`, `in: anna=500`, `Dealer: Anna`.

Stacks, blinds, antes and positions other than the button are left out, because they don't affect
a showdown.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal

from showdown.evaluator.deals import MAX_LABEL_LENGTH
from showdown.evaluator.errors import InvalidWagers, UnknownRuleSet
from showdown.evaluator.rule_sets import RuleSet, find_rule_set
from showdown.evaluator.wagers import Wagers, collect
from showdown.notation.pasted.plain_text import RewrittenText
from showdown.notation.pasted.result import Mark, PasteResult
from showdown.notation.pasted.sections import Section
from showdown.notation.pasted.tokenizer import ORDINALS
from showdown.notation.pasted.word_patterns import (
    AMOUNT_PATTERN,
    CARD_PATTERN,
    POSITION_PATTERN,
    is_game_word,
)
from showdown.notation.wager_words import NAME, quote_label, read_wagers
from showdown.words.errors import error_text

_AMOUNT_PARTS = re.compile(r"(\d[\d.,]*\d|\d)\ ?([km])?", re.IGNORECASE)
_GROUPED = re.compile(r"[1-9]\d{0,2}(?:([.,])\d{3})(?:\1\d{3})*(?:[.,]\d{1,2})?")
_AMOUNT_IN_TEXT = re.compile(rf"(?<![\w.,]){AMOUNT_PATTERN}(?![\w%])", re.IGNORECASE)
_PHRASE_START = r"(?<![^\s,;(|.])"
_EQUALS = r"\s*(?:[:=]|\s(?:of|is|was|von|de)\s)\s*"
_POT = r"(?:(?:main|total|final|the)\s+)?pot(?:\s+size)?|hauptpot|topf|bote|pozo"
_SIDE = r"side[\s-]?pot(?:\s*\#?\d)?"
_KEYWORD_PATTERNS = {
    "In": "in|put in|bets",
    "Fold": "folds?|folded|folded without showing",
    "Seats": "seats",
    "Rake": "rake",
    "Button": "button|dealer|dealer button|btn|geber",
    "Pot": "pot",
    "Unit": "unit|smallest chip",
    "Dead": "dead",
    "Jackpot": r"jackpot(?:\s+drop)?",
}
"""The keywords of a deal line, and patterns for the words that other texts use instead."""
_IGNORED_KEYWORDS = (
    r"(?:effective\s+)?stacks?(?:\s+sizes?)?|(?:small\s+|big\s+)?blinds?|stakes|antes?|date|site|room"
    r"|tournament|winners?|results?|spr|level|table\s+name"
)
_NAMES = rf"(?:{NAME})(?:[ \t]*,[ \t]*(?:{NAME}))*"
_UP_TO_NEXT_NAME = r"(?:(?!(?<!\S)(?:\"[^\"\r\n]{1,40}\"|[^\W\d_][\w-]*)[ \t]*:(?!\w*=))[^;|\r\n])*"
"""A pattern for text up to the next name with a colon, or the end of the line."""
_SEAT_WORDS = rf"(?:{POSITION_PATTERN}|\d{{1,2}}\s+players|\d{{1,2}}-handed|all[\s-]in)"
_BUTTON = re.compile(r"btn|bu|button|dealer", re.IGNORECASE)
_SEAT_OR_AMOUNT = rf"(?:{_SEAT_WORDS}|{AMOUNT_PATTERN})"
_ASIDE = re.compile(
    rf"(?<![ \t])[ \t]*\(\s*{_SEAT_OR_AMOUNT}(?:\s*[,;/]\s*{_SEAT_OR_AMOUNT}){{0,4}}\s*\)",
    re.IGNORECASE,
)
"""A pattern for seats and amounts in parentheses: `(SB)`, `($12)`, `(BTN, 100bb)`."""
_AMOUNT_ASIDE = re.compile(rf"\s*\(\s*{AMOUNT_PATTERN}\s*\)", re.IGNORECASE)
_LAST_CARD_CHARACTERS = frozenset("cdhsCDHS♣♦♥♠)]")
_NAME_BEFORE = re.compile(r"[^\r\n,;|.:()]+$")
_CARDS = re.compile(rf"\s*[\[(]?\s*(?:{CARD_PATTERN}[\s,-]*)+(?![a-z])", re.IGNORECASE)
_ELIGIBLE_PLAYERS = rf"(?:\s*=\s*(?P<eligible>{_NAMES})|\s*\((?P<listed>[^()\r\n]{{1,200}})\))?"
_POTS = re.compile(
    rf"{_PHRASE_START}(?:(?P<side>{_SIDE})|{_POT})(?:{_EQUALS}|[ \t]+)"
    rf"(?P<amount>{AMOUNT_PATTERN})(?![\w%]){_ELIGIBLE_PLAYERS}",
    re.IGNORECASE,
)
_RULES = re.compile(
    rf"{_PHRASE_START}(?:rules|odd chips by)\s*[:=]\s*(?P<rules>[\w-]+)", re.IGNORECASE
)
_KEYWORD_PHRASE = re.compile(
    rf"{_PHRASE_START}(?:(?P<amount_keyword>{_KEYWORD_PATTERNS['Unit']}|{_KEYWORD_PATTERNS['Dead']}|{_KEYWORD_PATTERNS['Jackpot']})\s*[:=]\s*"
    rf"(?P<amount>{AMOUNT_PATTERN})(?![\w%♣♦♥♠])"
    rf"|(?P<keyword>{'|'.join(_KEYWORD_PATTERNS.values())})\s*[:=]\s*(?P<value>{_UP_TO_NEXT_NAME}))",
    re.IGNORECASE,
)
"""A pattern for a keyword and its amount, or for a keyword and the text up to the next name."""
_IGNORED_AMOUNTS = re.compile(
    rf"{_PHRASE_START}(?:{_IGNORED_KEYWORDS})\s*[:=](?:\s*{AMOUNT_PATTERN}(?:\s*/\s*{AMOUNT_PATTERN}){{0,3}}(?![\w%]))?"
    rf"|(?<!\w)(?:(?:{_IGNORED_KEYWORDS})(?:\s+(?:of|is|are))?\s+{AMOUNT_PATTERN}(?:\s*/\s*{AMOUNT_PATTERN}){{0,3}}"
    rf"|{AMOUNT_PATTERN}\s+(?:effective(?:\s+stacks?)?|deep|stacks?|behind))(?!\w)",
    re.IGNORECASE,
)
_IGNORED_PHRASES = re.compile(
    r"(?<![ \t])[ \t]*(?<!\w)(?:all[ -]in|bomb[ -]?pots?"
    r"|dear[ \t]+sir[ \t]+or[ \t]+madam|quick[ \t]+one"
    r"|[$€£]?\d{1,4}(?:\.\d\d)?/[$€£]?\d{1,4}(?:\.\d\d)?"
    r"(?=[ \t]*(?:;|nl|pl|live|cash|game|no[ -]l))"
    r"|(?:no|pot|fixed|spread)[ -]limit(?![ \t]+(?:on|of))"
    r"|(?:the[ \t]+)?(?:best|better|winning|stronger)[ \t]+(?:poker[ \t]+)?hand"
    r"|(?:on|in|from|at)[ \t]+the[ \t]+(?:sb|bb|btn|button|cutoff|hijack|lojack|small[ \t]+blind"
    r"|big[ \t]+blind|dealer)|under[ \t]+the[ \t]+gun"
    r"|(?:the[ \t]+)?(?:two|three|four|five|six|\d)[ \t-]+"
    r"(?:players?|people|guys|friends|of[ \t]+us|way|handed|max)(?![ \t]*[:=]))(?!\w)",
    re.IGNORECASE,
)
"""A pattern for phrases that don't describe cards, but contain words that may."""
_GREETING_OR_SIGNATURE = re.compile(
    r"(?:^|(?<=\n))[ \t]*(?:hi|hey|hello|dear)[ \t]+(?P<greeted>[^\W\d_]+)[ \t]*[,!](?=\s)"
    r"|(?P<before>(?:thanks|thx|cheers|regards|greetings|yours|sincerely)\W*)"
    r"(?:(?<=\n)[ \t]*(?:[-\u2013\u2014~]+[ \t]*)?|(?<=s,)[ \t]*)(?P<signer>[^\W\d_]+)\s*$",
    re.IGNORECASE,
)
"""A pattern for a greeting such as `Hi Lucy,`, or the signature of a letter."""
_RUNS = re.compile(
    r"(?<![ \t])[ \t]*(?<!\w)(?:we[ \t]+|they[ \t]+)?(?:run|ran|running|runs)[ \t]+(?:it[ \t]+)?"
    r"(?P<times>twice|thrice|(?:two|three|four|[234])[ \t]+times|[234]x)(?!\w)",
    re.IGNORECASE,
)
_RUN_ORDINAL = re.compile(rf"(?<!\w)({ORDINALS})(?=\s*:?\s*{CARD_PATTERN})", re.IGNORECASE)
"""A pattern for `first` before the cards of a run."""
_RUN_COUNTS = {3: ("three", "thrice", "3"), 4: ("four", "4")}
_BET_WORD = r"(?:all[ -]in|bets?|for|in|puts?|shoves?|jams?|is|goes|went|with)[ \t]+"
_BET = re.compile(
    rf"[)\]]?,?[ \t]+(?P<words>(?:{_BET_WORD}){{0,4}})"
    rf"(?P<amount>{AMOUNT_PATTERN})(?=[ \t]*(?:$|[,;.)|\r\n]|(?:and|vs?|on|board|flop)\b))",
    re.IGNORECASE,
)
"""A pattern for a player's bet after the cards: `AsKs all in for 300`, `AsKs $300`."""
_BARE_BET = re.compile(r"[$€£]|\d{3}(?!\d*\ ?bb)|\d\ ?[km]|chip|eur|usd|doll", re.IGNORECASE)
"""A pattern for an amount that is a bet even without a verb, unlike a stack depth or a count."""
_STREET_BET = re.compile(
    r"(?<![\w#])(?<!\d[.,])(?:(?:bets?|raises?|calls?|to|for|in|puts?|shoves?|jams?)[ \t]+"
    rf"|(?=[$€£]|\d{{3}}(?!\d*\ ?bb)))(?P<amount>{AMOUNT_PATTERN})(?![\w%])",
    re.IGNORECASE,
)
"""A pattern for an amount that may be a player's bet on one street."""
_STACKS = re.compile(r"(?<!\w)(?:stacks?|behind|deep|effective|balance)(?!\w)", re.IGNORECASE)
_UNKNOWN_GAME = re.compile(r"(?:^|(?<=[\s,;(|]))game\s*[:=]\s*([^\r\n;|,]*)", re.IGNORECASE)
_CHIP_TOTALS = ("In", "Pot", "Dead")
_NAME_AND_AMOUNT = re.compile(rf"({NAME})\s+({AMOUNT_PATTERN})", re.IGNORECASE)


@dataclass(slots=True)
class ChipWords:
    """The chip words of a text, and the text without them.

    `remaining_text` is the text without chip words. `chips` are keywords and values of a deal line.
    `runs` is the number of runs that the text states, or 0. `span` is the start and end of all chip
    words in the source, and `asides` are the starts and ends of amounts in parentheses. If
    `allows_bare_bets` is true, an amount after cards may be a bet without a verb.

    Each `_take_…` method returns the replacement of a match, or None to keep the match. Most of
    these methods also record what the match states.
    """

    remaining_text: RewrittenText
    allows_bare_bets: bool = True
    chips: list[tuple[str, str]] = field(default_factory=list)
    rules: RuleSet | None = None
    runs: int = 0
    runs_span: tuple[int, int] = (0, 0)
    marks: list[Mark] = field(default_factory=list)
    asides: list[tuple[int, int]] = field(default_factory=list)
    span: tuple[int, int] = (0, 0)

    def mark(self, match: re.Match[str], reason: str) -> None:
        """Mark a match in the remaining text."""
        self.marks.append(Mark(*self.remaining_text.span_in_source(*match.span()), reason))

    def build_wagers(self, folded: Iterable[str], result: PasteResult) -> Wagers | None:
        """Return the wagers for the hands of a result, or None if there are none.

        If the wagers are impossible, mark the chip words and return None.
        """
        names, labels = tuple(folded), result.labels
        if not self.chips and not names:
            return None
        labeled_words = (
            (word, _write_labels(text, (*labels, *names))) for word, text in self.chips
        )
        try:
            wagers = read_wagers(labeled_words) or Wagers()
            wagers = replace(wagers, folded=tuple(dict.fromkeys((*wagers.folded, *names))))
            if labels:
                collect(wagers, result)
        except InvalidWagers as error:
            self.marks.append(Mark(*self.span, error_text(error)))
            return None
        if wagers.rake and not wagers.has_chips:
            self.marks.append(Mark(*self.span, "there is no pot to take the rake from"))
        return wagers

    def take_bets(self, hands: Mapping[str, Section], player_count: int) -> tuple[Mark, ...]:
        """Add the amounts after the cards of all players as their bets.

        `hands` are the hands with cards by label. `player_count` includes players who have folded.
        If a player has no amount, or the text has other amounts, pots or contributions, leave the
        amounts out of the deal and return marks of them.
        """
        text, span_in_source = self.remaining_text.text, self.remaining_text.span_in_source
        bets: dict[str, re.Match[str]] = {}
        amounts = {span_in_source(*match.span("amount")) for match in _STREET_BET.finditer(text)}
        for label, hand in hands.items():
            first, last = hand.cards[0].start, hand.cards[-1].end
            bet = _BET.match(text, last)
            is_bare = self.allows_bare_bets and bet and _BARE_BET.search(bet["amount"])
            if bet and (bet["words"] or is_bare):
                bets[label] = bet
            cards_end = span_in_source(first, last)[1]
            amounts.update(aside for aside in self.asides if 0 <= aside[0] - cards_end <= 1)
        amounts_of_bets = {span_in_source(*bet.span("amount")) for bet in bets.values()}
        has_totals = any(word in _CHIP_TOTALS for word, _ in self.chips)
        if not 1 < player_count == len(bets) or amounts - amounts_of_bets or has_totals:
            return tuple(Mark(*span, "left out") for span in sorted(amounts | amounts_of_bets))
        contributions = (
            f"{quote_label(name)}={normalize_amount(bet['amount'])}" for name, bet in bets.items()
        )
        *_, last_bet = bets.values()
        self._add_chip_word(last_bet, "In", ",".join(contributions))
        return ()

    def _add_chip_word(self, match: re.Match[str], word: str, value: str) -> None:
        start, end = self.remaining_text.span_in_source(*match.span())
        self.span = (min(start, self.span[0]) if self.chips else start, max(end, self.span[1]))
        self.chips.append((word, value))

    def _take_runs(self, match: re.Match[str]) -> str:
        times = match["times"].lower()
        self.runs = next((n for n, start in _RUN_COUNTS.items() if times.startswith(start)), 2)
        self.runs_span = self.remaining_text.span_in_source(*match.span())
        return ";"

    def _take_greeting(self, match: re.Match[str]) -> str | None:
        is_game = is_game_word(match["greeted"] or match["signer"])
        return None if is_game else f"{match['before'] or ''};"

    def _take_aside(self, match: re.Match[str]) -> str:
        """Remove an aside, `(SB)`, `($12)` or `(BTN, 100bb)`, and record its button or amount."""
        before = self.remaining_text.text[max(0, match.start() - MAX_LABEL_LENGTH) : match.start()]
        owner = _NAME_BEFORE.search(before)
        if _BUTTON.search(match[0]) and owner and owner[0].strip():
            self._add_chip_word(match, "Button", quote_label(owner[0].strip()))
        if _AMOUNT_ASIDE.fullmatch(match[0]):
            start = match.end() - len(match[0].strip())
            self.asides.append(self.remaining_text.span_in_source(start, match.end()))
        return ""

    def _take_phrase(self, match: re.Match[str]) -> str:
        """Remove a phrase, but keep `all in` between the cards of a hand and an amount."""
        text = self.remaining_text.text
        before = text[: match.start()].rstrip(",")
        is_bet = before[-1:] in _LAST_CARD_CHARACTERS and _BET.match(text, len(before))
        return " all-in" if is_bet and match[0].strip().lower() in ("all in", "all-in") else ""

    def _take_pot(self, match: re.Match[str]) -> str:
        amount = normalize_amount(match["amount"])
        names = match["eligible"] or ""
        if match["listed"]:
            listed = re.split(r"\s*(?:,|&|\band\b|\bund\b)\s*", match["listed"].strip())
            names = ",".join(quote_label(name.strip('"')) for name in listed if name)
        if match["side"] and not names:
            example = "for example “Side pot: 40 (Anna, Boris)”"
            self.mark(match, f"name the players of the side pot, {example}")
        self._add_chip_word(match, "Pot", f"{amount}={names}" if names else amount)
        return ";"

    def _take_rules(self, match: re.Match[str]) -> str:
        try:
            self.rules = find_rule_set(match["rules"])
        except UnknownRuleSet as error:
            self.mark(match, error_text(error))
        return ";"

    def _take_game(self, match: re.Match[str]) -> str:
        self.mark(match, f"unknown game “{match[1].strip()[:40]}”")
        return ";"

    def _take_keyword(self, match: re.Match[str]) -> str | None:
        keyword = match["amount_keyword"] or match["keyword"]
        patterns = _KEYWORD_PATTERNS.items()
        word = next(word for word, names in patterns if re.fullmatch(names, keyword, re.I))
        value = (match["amount"] or match["value"]).strip().rstrip(",.")
        if not value or (word in ("Button", "Dead", "In") and _CARDS.match(value)):
            return None
        if match["amount"]:
            value = normalize_amount(value)
        if word == "In" and "=" not in value:
            value = _NAME_AND_AMOUNT.sub(r"\1=\2", value)
        if word == "Fold":
            value = re.sub(r"\s+(?:and|und|et|y|&)\s+", ", ", value)
        if word == "Button":
            value = quote_label(value.strip('"'))
        if word in ("In", "Rake"):
            value = _AMOUNT_IN_TEXT.sub(lambda amount: normalize_amount(amount[0]), value)
        self._add_chip_word(match, word, value)
        return ";"


def extract_chip_words(text: RewrittenText, *, allows_bare_bets: bool) -> ChipWords:
    """Return the words about chips, seats, rules and unknown games, and the text without them."""
    chip_words = ChipWords(text, allows_bare_bets and not _STACKS.search(text.text))
    for pattern, replacement in (
        (_RUNS, chip_words._take_runs),
        (_IGNORED_PHRASES, chip_words._take_phrase),
        (_GREETING_OR_SIGNATURE, chip_words._take_greeting),
        (_ASIDE, chip_words._take_aside),
        (_POTS, chip_words._take_pot),
        (_RULES, chip_words._take_rules),
        (_KEYWORD_PHRASE, chip_words._take_keyword),
        (_IGNORED_AMOUNTS, ";"),
    ):
        chip_words.remaining_text = chip_words.remaining_text.sub(pattern, replacement)
    if chip_words.runs:
        chip_words.remaining_text = chip_words.remaining_text.sub(_RUN_ORDINAL, r"\1 run")
    chip_words.remaining_text = chip_words.remaining_text.sub(_UNKNOWN_GAME, chip_words._take_game)
    return chip_words


def normalize_amount(text: str) -> str:
    """Return an amount as digits with an optional point, such as `1250` or `12.50`.

    A separator before exactly three digits groups thousands; `k` means thousands, `m` millions.
    """
    match = _AMOUNT_PARTS.search(text)
    if match is None:
        return text
    digits = match[1]
    if _GROUPED.fullmatch(digits):
        point = next((index for index in (-2, -3) if digits[index] in ".,"), None)
        whole = re.sub("[.,]", "", digits[:point])
        digits = f"{whole}.{digits[point + 1 :]}" if point else whole
    else:
        digits = digits.replace(",", ".")
    if match[2] is None:
        return digits
    return f"{(Decimal(digits) * (1000 if match[2] in 'kK' else 1_000_000)).normalize():f}"


def _write_labels(value: str, labels: Iterable[str]) -> str:
    """Replace names with the labels of hands, quoted if necessary: `hand a` with `HandA`."""
    for label in labels:
        if any(map(str.isalpha, label)):
            letters = r"\s*".join(map(re.escape, label.replace(" ", "")))
            name = re.compile(rf"(?<![\"\w]){letters}(?![\"\w])", re.IGNORECASE)
            value = name.sub(quote_label(label).replace("\\", r"\\"), value)
    return value
