"""Read JSON: a deal, a spot or a settlement as the site writes it, or a list of players."""

import re
from typing import Any

from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.games import Family, Game, find_game
from showdown.notation.deal_json import deal_from_json
from showdown.notation.deal_line import read_line
from showdown.notation.pasted import free_text
from showdown.notation.pasted.plain_text import RewrittenText
from showdown.notation.pasted.result import (
    TOO_LONG,
    PastedHand,
    PasteResult,
    reject_text,
    result_from_submission,
)
from showdown.notation.spot_json import spot_from_json
from showdown.notation.strict_json import read_json
from showdown.notation.wagers_json import WagersJson

_OPEN_HAND_HISTORY_KEY = '"ohh"'
_LIST_OF_PLAYERS = re.compile(
    r"\s*\[\s*\{[^{}\[\]]{0,200}\"(?:cards|hand|hole(?:_?cards)?)\"\s*:", re.IGNORECASE
)
_WAGER_KEYS = WagersJson.__annotations__.keys() - {"dead"}
"""The keys of wagers except `dead`, which contains cards in a spot."""
_SINGLE_QUOTE = re.compile("'")
_REPLACEMENTS = tuple(
    (re.compile(pattern, re.IGNORECASE), replacement)
    for pattern, replacement in (
        (r"\\u([0-9a-f]{4})", lambda match: chr(int(match[1], 16))),
        (r'\{\s*"rank"\s*:\s*"(\w+)"\s*,\s*"suit"\s*:\s*"([cdhs])[a-z]*"\s*\}', r"\1\2"),
        (
            r'"(?:label|name|player|nickname|id)"\s*:\s*("[^"\n]{1,40}")'
            r'(?:\s*,\s*"(?:seat|position|stack)"\s*:\s*"?[\w.]+"?){0,3}\s*,\s*'
            r'(?:"(?:cards|hand|hole(?:_?cards)?)"\s*:|(?="(?:mucked|folded)"\s*:\s*true))',
            r"\1:",
        ),
        (r'"(label|name|nickname|id)"\s*:', r"\1 "),
        (r'(?<=[:\[,])\s*"([^"]*)"(?!\s*:)', r" \1"),
        (r',\s*"(?:contribution|put_in|in|bet|invested)"\s*:\s*(?=\d)', " bet "),
        (r'(?:,\s*)?"(?:folded|mucked)"\s*:\s*false\b', ""),
        (r'"(folded|mucked)"\s*:\s*true\b', r"\1"),
        (r'"community_?cards"(?=\s*:)', "board"),
        (r'"(pot|button|dealer|rules|game)"(?=\s*:)', r"\1"),
        (r"\}\s*,", " vs "),
        (r"\}", ";"),
    )
)
"""Replacements that convert a list of players to words: `"Anna": AsKd bet 50, folded;`."""


def read_json_text(text: str, game: Game, deal_index: int) -> PasteResult | None:
    """Read JSON in the game that it names, or in `game` if it names none.

    From JSON Lines, read only the first document. JSON without `deal` or `hands` is read as words.
    Return None for a text that doesn't look like JSON, and for an Open Hand History. Raise
    InvalidDeal if the JSON or its deal is invalid.
    """
    if _OPEN_HAND_HISTORY_KEY in text or not (
        text.lstrip().startswith("{") or _LIST_OF_PLAYERS.match(text)
    ):
        return None
    plain_text = RewrittenText.from_source(text)
    if '"' not in text:  # a Python dict with single quotes
        plain_text = plain_text.sub(_SINGLE_QUOTE, '"')
    lines = [line for line in plain_text.text.splitlines() if line.strip()]
    is_json_lines = len(lines) > 1 and all(line.startswith('{"') for line in lines)
    document = read_json((lines[0] if is_json_lines else plain_text.text).encode(errors="replace"))
    deal = document.get("deal") if isinstance(document, dict) else None
    if isinstance(deal, str):  # in a settlement
        slug = document.get("game")
        line_game = find_game(slug) if isinstance(slug, str) else game
        return result_from_submission(read_line(deal, line_game))
    if not isinstance(document, dict) or "hands" not in document:
        return _read_words(plain_text, text, game)
    if "game" in document:
        return _read_deal_or_spot(document)
    try:
        result = _read_deal_or_spot(document | {"game": game.slug})
    except InvalidDeal:
        if offer := _read_words(plain_text, text, game).offer:
            return PasteResult(game=game, offer=offer)
        raise
    are_hands_complete = {len(hand.cards) for hand in result.hands} <= {0, game.hole}
    if are_hands_complete or game.family is Family.STUD:
        return result
    offer = _read_words(plain_text, text, game).offer
    return PasteResult(game=game, offer=offer) if offer else result


def _read_words(plain_text: RewrittenText, source: str, game: Game) -> PasteResult:
    """Read the words of JSON that isn't a document of the API."""
    if len(source) > free_text.MAX_FREE_TEXT_LENGTH:
        return reject_text(source, game, TOO_LONG)
    for pattern, replacement in _REPLACEMENTS:
        plain_text = plain_text.sub(pattern, replacement)
    return free_text.read_words(plain_text, source, game)


def _read_deal_or_spot(document: dict[str, Any]) -> PasteResult:
    """Read a deal or a spot. If the document is neither, raise the error of the deal."""
    try:
        return result_from_submission(deal_from_json(document))
    except InvalidDeal as error:
        chips = {key: value for key, value in document.items() if key in _WAGER_KEYS}
        if isinstance(wagers := document.get("wagers"), dict):
            chips |= wagers
        cards = {key: value for key, value in document.items() if key not in _WAGER_KEYS}
        if not isinstance(document.get("dead"), str):
            cards.pop("dead", None)
        try:
            spot, wagers, _, rules, *_ = spot_from_json(cards | {"wagers": chips})
        except InvalidDeal:
            raise error from None
    hands = tuple(map(PastedHand.from_holding, spot.holdings))
    return PasteResult(
        game=spot.game, hands=hands, boards=spot.boards, dead=spot.dead, wagers=wagers, rules=rules
    )
