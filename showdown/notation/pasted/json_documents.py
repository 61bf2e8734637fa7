"""Read JSON: a deal, a spot or a settlement as the site writes it, or a list of players."""

import re
from contextlib import suppress
from typing import Any

from showdown.evaluator.cards import parse_cards
from showdown.evaluator.deals import MUCKED, default_label
from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.games import Family, Game, find_game
from showdown.notation.deal_json import deal_from_json
from showdown.notation.deal_line import read_line
from showdown.notation.json_types import UnknownKey
from showdown.notation.pasted.game_fit import other_games_by_similarity
from showdown.notation.pasted.result import Offer, PastedHand, PasteResult, result_from_submission
from showdown.notation.pasted.vocabulary import is_game_word
from showdown.notation.spot_json import spot_from_json
from showdown.notation.strict_json import NotJson, read_json
from showdown.notation.wagers_json import WagersJson

_OPEN_HAND_HISTORY_KEY = '"ohh"'
_DEAL_KEY = "deal"
"""The key of the deal in a settlement."""
_NAME_KEYS = ("label", "name", "player", "nickname", "id")
_CARD_KEYS = ("cards", "hand", "hole", "hole_cards", "holeCards", "holecards")
_LIST_OF_PLAYERS = re.compile(
    rf"\s*\[\s*\{{[^{{}}\[\]]{{0,200}}\"(?:{'|'.join(_CARD_KEYS)})\"\s*:", re.IGNORECASE
)
_BOARD_KEYS = ("board", "boards", "community", "community_cards", "communityCards")
_KEYS_BESIDE_HANDS = (*_BOARD_KEYS, "game", "dead")
_BET_KEYS = ("contribution", "put_in", "in", "bet", "invested")
_WAGER_KEYS = WagersJson.__annotations__.keys() - {"dead"}
"""The keys of wagers except `dead`, which contains cards in a spot."""


def read(text: str, game: Game, deal_index: int) -> PasteResult | None:
    """Read JSON in the game that it names, or else in `game`. Of JSON Lines, read only the first.

    Return None for a text that doesn't look like JSON, and for the Open Hand History.
    `deal_index` is ignored.
    """
    if _OPEN_HAND_HISTORY_KEY in text or not (
        text.lstrip().startswith("{") or _LIST_OF_PLAYERS.match(text)
    ):
        return None
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) > 1 and all(line.startswith('{"') for line in lines):
        text = lines[0]
    if '"' not in text:
        text = text.replace("'", '"')  # a Python dict with single quotes
    document = _replace_card_objects(read_json(text.encode(errors="replace")))
    if isinstance(document, list):
        document = {"players": document}
    if not isinstance(document, dict):
        raise NotJson(why="a deal must be an object")
    if isinstance(document.get(_DEAL_KEY), str):
        slug = document.get("game")
        line_game = find_game(slug) if isinstance(slug, str) else game
        return result_from_submission(read_line(document[_DEAL_KEY], line_game))
    document = _add_hands(document)
    if "game" in document:
        return _read_deal_or_spot(document)
    # Hands of stud may be incomplete.
    if pasted := _read_in_game(document, game, may_be_incomplete=game.family is Family.STUD):
        return pasted
    other_game = _find_other_game(document, game)
    if other_game is None:
        return _read_deal_or_spot(document | {"game": game.slug})
    offer = Offer(other_game, f"this looks like {other_game.name}, and the text names no game")
    return PasteResult(game=game, offer=offer)


def _find_other_game(document: dict[str, Any], game: Game) -> Game | None:
    """Return another game that fits the document, with the fewest missing boards, or None.

    Ranges are slow to parse, so only the first of the games with the same numbers of cards and
    players is tried.
    """
    candidates: dict[Any, Game] = {}
    for other in other_games_by_similarity(game):
        shape = (other.hole, other.boards, len(other.deck), other.family, other.players)
        candidates.setdefault(shape, other)
    fitting = filter(None, (_read_in_game(document, other) for other in candidates.values()))
    best = min(fitting, key=lambda pasted: sum(not board for board in pasted.boards), default=None)
    return best.game if best else None


def _replace_card_objects(value: Any) -> Any:
    """Replace each object such as `{"rank": "A", "suit": "spades"}` with text such as `As`."""
    if isinstance(value, list):
        return [_replace_card_objects(item) for item in value]
    if not isinstance(value, dict):
        return value
    if value.keys() == {"rank", "suit"} and all(isinstance(part, str) for part in value.values()):
        return f"{value['rank']}{value['suit'][:1].lower()}"
    return {key: _replace_card_objects(item) for key, item in value.items()}


def _add_hands(document: dict[str, Any]) -> dict[str, Any]:
    """Return the document with `hands`, built from its players or from keys that name hands.

    Raise UnknownKey if a key in the place of a player's name is a word from the rules of games.
    """
    players = document.get("players")
    if (
        players
        and isinstance(players, list)
        and all(isinstance(player, str) or _first_value(player, _CARD_KEYS) for player in players)
    ):
        document = _convert_players(document, players)
    hands = {key: value for key, value in document.items() if key not in _KEYS_BESIDE_HANDS}
    if "hands" in hands or not hands:
        return document
    unknown = next(filter(is_game_word, hands), None)
    if unknown:
        raise UnknownKey(name=unknown)
    if not all(map(_are_cards, hands.values())):
        return document
    other_keys = {key: document[key] for key in ("game", "dead") if key in document}
    return {"hands": hands} | other_keys | _find_boards(document)


def _are_cards(value: Any) -> bool:
    """Return whether the value is a text or a list of cards."""
    with suppress(InvalidDeal):
        if isinstance(value, str | list):
            text = value if isinstance(value, str) else " ".join(map(str, value))
            return bool(parse_cards(text))
    return False


def _convert_players(document: dict[str, Any], players: list[Any]) -> dict[str, Any]:
    """Convert a document that lists players to the document of a deal."""
    hands: dict[str, Any] = {}
    bets: dict[str, Any] = {}
    folded = [*document.get("folded", ())]
    for seat, entry in enumerate(players):
        player = entry if isinstance(entry, dict) else {"cards": entry}
        label = str(_first_value(player, _NAME_KEYS) or default_label(seat))
        hands[label] = MUCKED if player.get("mucked") is True else _first_value(player, _CARD_KEYS)
        if player.get("folded") is True:
            folded.append(label)
        if bet := _first_value(player, _BET_KEYS):
            bets[label] = bet
    replaced = ("players", *_BOARD_KEYS, "pot")
    deal = {key: value for key, value in document.items() if key not in replaced}
    deal |= {"hands": hands, **_find_boards(document)}
    if folded:
        deal["folded"] = folded
    if bets:
        deal["contributions"] = bets
    if "pot" in document:
        deal["pots"] = [{"amount": document["pot"]}]
    return deal


def _find_boards(document: dict[str, Any]) -> dict[str, Any]:
    """Return `{"board": …}` or `{"boards": …}`, as in a deal; an empty dict without a board.

    The list in a document may contain cards or whole boards.
    """
    boards = _first_value(document, _BOARD_KEYS)
    if not boards:
        return {}
    lists_boards = isinstance(boards, list) and any(len(str(board)) > 3 for board in boards)
    return {"boards": boards} if lists_boards else {"board": boards}


def _first_value(document: Any, keys: tuple[str, ...]) -> Any:
    if not isinstance(document, dict):
        return None
    return next((document[key] for key in keys if document.get(key)), None)


def _read_in_game(
    document: dict[str, Any], game: Game, *, may_be_incomplete: bool = False
) -> PasteResult | None:
    """Return the deal or spot in this game, or None if it is invalid or has incomplete hands."""
    with suppress(InvalidDeal):
        pasted = _read_deal_or_spot(document | {"game": game.slug})
        sizes = {len(hand.cards) for hand in pasted.hands}
        return pasted if may_be_incomplete or sizes <= {0, game.hole} else None
    return None


def _read_deal_or_spot(document: dict[str, Any]) -> PasteResult:
    """Read a deal, otherwise a spot. Raise the deal's InvalidDeal if the document is neither."""
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
    hands = tuple(
        PastedHand(
            label=holding.label,
            cards=holding.cards,
            unknown=holding.unknown if holding.cards else 0,
            is_any=not holding.cards and holding.range is None,
            range=holding.range.text if holding.range else "",
        )
        for holding in spot.holdings
    )
    return PasteResult(
        game=spot.game, hands=hands, boards=spot.boards, dead=spot.dead, wagers=wagers, rules=rules
    )
