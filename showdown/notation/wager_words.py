"""Read and write the wagers of a deal line: `Pot:4765`, `In:Anna=50,Boris=50`, `Rake:5%,3`.

docs/chips.md explains the keywords, which may be in any order. Amounts may have commas (`1,250`)
and hundredths (`12.50`); if one has hundredths, all are counted in hundredths. Names are separated
by commas or spaces.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import count
from typing import NamedTuple

from showdown.evaluator.errors import Fault, InvalidWagers
from showdown.evaluator.rake import Rake, TakenFrom
from showdown.evaluator.wagers import Pot, Wagers
from showdown.words.ranks import amount_text

FIELD_BY_KEYWORD = {
    "Pot": "pots",
    "In": "contributions",
    "Dead": "dead",
    "Fold": "folded",
    "Button": "button",
    "Seats": "seats",
    "Unit": "unit",
    "Rake": "rake",
    "Jackpot": "rake",
}
"""The field of InvalidWagers for each keyword."""

_NUMBER = r"-?(?:\d{1,3}(?:,\d{3}){1,4}|\d{1,15})(?:\.\d{1,2})?(?![\d.])"
_AMOUNT = re.compile(_NUMBER, re.ASCII)
NAME = r"\"[^\"]*\"|[^\s,=\"]+"
"""A pattern for a name, which may have spaces in quotation marks."""
_CONTRIBUTION = re.compile(rf"(?<![^\s,=\"])({NAME})=({_NUMBER})")
"""A pattern for a name and an amount.

The name must follow a separator; without this lookbehind, a long word takes quadratic time.
"""
_NAMES = re.compile(NAME)
_PLAIN_NAME = re.compile(r"[^\W\d_][\w-]*")
_PERCENT = re.compile(r"(\d{1,3}(?:\.\d{1,4})?)%", re.ASCII)
_RAKE_SEPARATOR = re.compile(r"(?<=[%a-z]),|,(?!\d{3}(?!\d))|\s+")
"""A pattern for the separators in a rake: spaces, and commas that don't separate thousands."""
_NO_FLOP_NO_DROP = "no-flop-no-drop"
_POT = re.compile(rf"[^\s=\"]+(?:=(?:{NAME})(?:\s*,\s*(?:{NAME}))*)?")
_FOLDED_PLAYER = re.compile(rf"({NAME})(?:=([^\s,]+))?")
_MAX_QUOTE_LENGTH = 20
_ZERO, _ONE = Decimal(0), Decimal(1)


def read_amount(text: str, *, field: str) -> Decimal:
    """Parse an amount. Raise InvalidWagers if the text isn't one."""
    if not _AMOUNT.fullmatch(text):
        raise InvalidWagers(fault=Fault.NOT_AN_AMOUNT, value=text[:_MAX_QUOTE_LENGTH], field=field)
    return Decimal(text.replace(",", ""))


def decimals_needed(amounts: Iterable[Decimal]) -> int:
    """Return 2 if an amount is written with decimals, even `12.00`; otherwise 0."""
    return 0 if all(amount.same_quantum(_ONE) for amount in amounts) else 2


def to_units(amount: Decimal, decimals: int) -> int:
    """Return the amount in hundredths if `decimals` is 2, in chips if it is 0."""
    return int(amount.scaleb(decimals))


def read_wagers(words: Iterable[tuple[str, str]]) -> Wagers | None:
    """Parse wagers from keywords and their texts, `("Pot", "4765")`. Return None without keywords.

    Raise InvalidWagers if a keyword other than `Pot` is repeated or a text is invalid. The field of
    the error is one of the values of `FIELD_BY_KEYWORD`.
    """
    pots: list[tuple[Decimal, tuple[str, ...] | None]] = []
    text_by_keyword: dict[str, str] = {}
    for word, text in words:
        if word == "Pot":
            pots.append(read_pot(text))
        elif word in text_by_keyword:
            raise InvalidWagers(fault=Fault.NAMED_TWICE, label=word, field=FIELD_BY_KEYWORD[word])
        else:
            text_by_keyword[word] = text
    if not pots and not text_by_keyword:
        return None
    return build_wagers(
        pots=pots,
        contributions=_parse_contributions(text_by_keyword.get("In", "")),
        dead=read_amount(text_by_keyword["Dead"], field="dead")
        if "Dead" in text_by_keyword
        else None,
        folded=_parse_labels(text_by_keyword.get("Fold", "")),
        button=text_by_keyword["Button"].strip('"') if "Button" in text_by_keyword else None,
        seats=_parse_labels(text_by_keyword.get("Seats", "")),
        unit=read_amount(text_by_keyword["Unit"], field="unit")
        if "Unit" in text_by_keyword
        else None,
        rake=read_rake(text_by_keyword.get("Rake", ""), text_by_keyword.get("Jackpot", "")),
    )


class ParsedRake(NamedTuple):
    """A rake with amounts as written, before they are converted to the unit of the wagers."""

    amount: Decimal | None = None
    percent: Decimal = Decimal(0)
    cap: Decimal | None = None
    jackpot: Decimal | None = None
    no_flop_no_drop: bool = False
    taken_from: TakenFrom = TakenFrom.PROPORTION

    @property
    def amounts(self) -> list[Decimal]:
        amounts = (self.amount, self.cap, self.jackpot)
        return [amount for amount in amounts if amount is not None]

    def to_rake(self, decimals: int) -> Rake:
        """Return the rake in hundredths if `decimals` is 2, in chips if it is 0.

        Raise InvalidWagers if an amount is negative, or if the options contradict each other.
        """
        return Rake(
            amount=to_units(self.amount or _ZERO, decimals),
            percent=self.percent,
            cap=None if self.cap is None else to_units(self.cap, decimals),
            jackpot=to_units(self.jackpot or _ZERO, decimals),
            no_flop_no_drop=self.no_flop_no_drop,
            taken_from=self.taken_from,
            decimals=decimals,
        )


def build_wagers(
    *,
    pots: Sequence[tuple[Decimal, tuple[str, ...] | None]],
    contributions: Mapping[str, Decimal],
    dead: Decimal | None,
    folded: tuple[str, ...],
    button: str | None,
    seats: tuple[str, ...],
    unit: Decimal | None,
    rake: ParsedRake | None,
) -> Wagers:
    """Build wagers; all amounts are in hundredths if any of them is written with decimals."""
    amounts = [amount for amount, _ in pots] + list(contributions.values())
    amounts += [amount for amount in (unit, dead) if amount is not None]
    amounts += rake.amounts if rake else []
    decimals = decimals_needed(amounts)
    return Wagers(
        pots=tuple(Pot(to_units(amount, decimals), eligible) for amount, eligible in pots),
        contributions={
            label: to_units(amount, decimals) for label, amount in contributions.items()
        },
        dead=to_units(dead or _ZERO, decimals),
        folded=folded,
        button=button,
        seats=seats,
        unit=1 if unit is None else to_units(unit, decimals),
        decimals=decimals,
        rake=rake.to_rake(decimals) if rake else None,
    )


def split_pots(text: str) -> list[str]:
    """Split the text of several pots: `91 40=Ann,Bob`."""
    return _POT.findall(text)


def split_folded(text: str) -> Iterator[tuple[str, str]]:
    """Yield names and chips of folded players with unknown cards: `50 20`, `Dora=50`, `Emil`.

    Players without a name are called Folded1, Folded2, …
    """
    numbers = count(1)
    for name, amount in _FOLDED_PLAYER.findall(text):
        if name[0].isdigit() and not amount:
            yield f"Folded{next(numbers)}", name
        else:
            yield name.strip('"'), amount


def read_pot(text: str) -> tuple[Decimal, tuple[str, ...] | None]:
    """Parse `4765`, or `40=HandB,HandC`, into the amount and eligible players; None means all."""
    amount, equals, labels = text.partition("=")
    return read_amount(amount.strip(), field="pots"), _parse_labels(labels) if equals else None


def _parse_contributions(text: str) -> dict[str, Decimal]:
    contributions: dict[str, Decimal] = {}
    other_text = _CONTRIBUTION.sub("", text).replace(",", " ").strip()
    if other_text:
        word = other_text.split()[0]
        value = (word.partition("=")[2] or word)[:_MAX_QUOTE_LENGTH]
        raise InvalidWagers(fault=Fault.NOT_AN_AMOUNT, value=value, field="contributions")
    for name, amount in _CONTRIBUTION.findall(text):
        label = name.strip('"')
        if label in contributions:
            raise InvalidWagers(fault=Fault.NAMED_TWICE, label=label, field="contributions")
        contributions[label] = read_amount(amount, field="contributions")
    return contributions


def _parse_labels(text: str) -> tuple[str, ...]:
    return tuple(name.strip('"') for name in _NAMES.findall(text))


def quote_label(label: str) -> str:
    """Return the label as written on a line.

    It is in quotation marks unless it is one word that starts with a letter.
    """
    return label if _PLAIN_NAME.fullmatch(label) else f'"{label}"'


def read_rake(text: str, jackpot: str) -> ParsedRake | None:
    """Parse `12`, `5%,300` or `5%,main` and a jackpot drop, or return None if both are empty."""
    if not text and not jackpot:
        return None
    amounts: list[str] = []
    words: list[str] = []
    for word in _RAKE_SEPARATOR.split(text) if text else []:
        (words if word in (_NO_FLOP_NO_DROP, TakenFrom.MAIN, "") else amounts).append(word)
    percent = _PERCENT.fullmatch(amounts[0]) if amounts else None
    parsed_amounts = [read_amount(amount, field="rake") for amount in amounts[bool(percent) :]]
    if len(parsed_amounts) > 1:
        raise InvalidWagers(fault=Fault.NOT_AN_AMOUNT, value=text[:_MAX_QUOTE_LENGTH], field="rake")
    return ParsedRake(
        amount=parsed_amounts[0] if parsed_amounts and not percent else None,
        percent=Decimal(percent[1]) if percent else Decimal(0),
        cap=parsed_amounts[0] if parsed_amounts and percent else None,
        jackpot=read_amount(jackpot, field="rake") if jackpot else None,
        no_flop_no_drop=_NO_FLOP_NO_DROP in words,
        taken_from=TakenFrom.MAIN if TakenFrom.MAIN in words else TakenFrom.PROPORTION,
    )


def rake_text(rake: ParsedRake) -> str:
    """Return the rake as after `Rake:`, followed by the jackpot drop: `5%,3, jackpot 2`."""
    decimals = 2 if any(amount % 1 for amount in rake.amounts) else 0
    words = _write_rake(rake.to_rake(decimals), decimals)
    jackpot = f"jackpot {words['Jackpot']}" if words["Jackpot"] else ""
    return ", ".join(filter(None, (words["Rake"], jackpot)))


def _write_rake(rake: Rake, decimals: int) -> dict[str, str]:
    terms = [f"{rake.percent.normalize():f}%"] if rake.percent else []
    if rake.amount or rake.cap is not None:
        terms.append(amount_text(rake.cap if rake.cap is not None else rake.amount, decimals))
    if rake.no_flop_no_drop:
        terms.append(_NO_FLOP_NO_DROP)
    if rake.taken_from is TakenFrom.MAIN:
        terms.append(TakenFrom.MAIN)
    jackpot = amount_text(rake.jackpot, decimals) if rake.jackpot else ""
    return {"Rake": ",".join(terms), "Jackpot": jackpot}


def wagers_words(wagers: Wagers) -> tuple[tuple[str, str], ...]:
    """Return the wagers as keywords and texts for `read_wagers`, without default values."""

    def amount(chips: int) -> str:
        return amount_text(chips, wagers.decimals)

    def names(labels: Iterable[str]) -> str:
        return ",".join(map(quote_label, labels))

    contributions = [
        f"{quote_label(label)}={amount(chips)}" for label, chips in wagers.contributions.items()
    ]
    text_by_keyword = {
        "In": ",".join(contributions),
        "Dead": amount(wagers.dead) if wagers.dead else "",
        "Fold": names(wagers.folded),
        "Button": quote_label(wagers.button) if wagers.button else "",
        "Seats": names(wagers.seats),
        "Unit": amount(wagers.unit) if wagers.unit != 1 else "",
    }
    if wagers.rake:
        text_by_keyword |= _write_rake(wagers.rake, wagers.decimals)
    pots = tuple(
        ("Pot", amount(pot.amount) + (f"={names(pot.eligible)}" if pot.eligible else ""))
        for pot in wagers.pots
    )
    return pots + tuple((word, text) for word, text in text_by_keyword.items() if text)
