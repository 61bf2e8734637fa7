"""Test the result or the error of each text in tests/data/pasted.txt."""

import re
import unicodedata
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from showdown.evaluator.cards import format_cards
from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.games import GAMES
from showdown.notation.pasted.reader import READERS, read_pasted
from showdown.notation.pasted.result import Pasted, not_understood
from showdown.notation.wager_words import wagers_words

DATA = Path(__file__).parent.parent / "data" / "pasted.txt"
ANSWER = re.compile(r"^%([=?!~-]) (.*)$", re.MULTILINE)

MAY_BE_A_CARD = re.compile(
    r"[2-9tjqkax10]\W*[cdhs♠♥♦♣♤♡♢♧]|[cdhs♠♥♦♣♤♡♢♧]\W*[2-9tjqkax1]|[\U0001f0a0-\U0001f0ff*?&:%]"
    r"|pik|kreuz|herz|karo|muck|fold|any|pot|in",
    re.IGNORECASE,
)
PROSE = (
    "Two players were all in, and the one who was behind got there on the river.",
    "Is there a rule about mucking before the other one shows?",
    "Das war gestern im Casino, und der Dealer hat sich vertan.",
    "Le croupier a donné le pot au mauvais joueur.",
    "¿Quién gana si los dos tienen la misma mano?",
    "Razz: who goes first?",
    "Meet me at 5 at the Ad Astra, ask for Jack",
    "| when | where |\n|---|---|\n| now | here |",
    "{}",
    "[]",
    "https://example.org/2024/as-kings-fall",
    "SELECT * FROM hands WHERE folded",
    "Pot: 100",
    "Dora folds",
    "AK vs QQ is a coin flip, they say",
)


class Paste(NamedTuple):
    name: str
    game: str
    text: str
    answers: dict[str, str]


def pastes():
    _, *pieces = re.split(r"^%% ", DATA.read_text(encoding="utf-8"), flags=re.MULTILINE)
    for piece in pieces:
        title, body = piece.split("\n", 1)
        name, game = title.rsplit(" / ", 1)
        answers = dict(ANSWER.findall(body))
        yield Paste(name, game, ANSWER.split(body, 1)[0].rstrip("\n"), answers)


def written(pasted: Pasted) -> str:
    """Return a whole paste, for example `holdem: Anna AsKd | QhQd @ 2c3d5h †9h Pot:100`."""
    hands = [f"{hand.label} {hand.text.replace(' ', '') or '?'}".strip() for hand in pasted.hands]
    parts = [f"{pasted.game.slug}: {' | '.join(hands)}"]
    boards = " / ".join(format_cards(board, "") for board in pasted.boards)
    parts += [f"@ {boards}"] if boards else []
    parts += [f"†{format_cards(pasted.dead, '')}"] if pasted.dead else []
    words = wagers_words(pasted.wagers) if pasted.wagers else ()
    parts += [f"{word}:{text}" for word, text in words]
    if pasted.rules and pasted.rules.slug != "wsop-2026":
        parts.append(pasted.rules.slug)
    if several := pasted.several:
        parts.append(f"({several.number + 1} of {several.count}, {several.files.value})")
    return " ".join(parts)


PASTES = list(pastes())


def test_there_are_enough_texts_and_no_two_have_the_same_name():
    names = [paste.name for paste in PASTES]
    assert len(names) == len(set(names)) >= 300


def is_for(reader: str, paste: Paste) -> bool:
    try:
        return READERS[reader](paste.text, GAMES[paste.game], 0) is not None
    except InvalidDeal:
        return True


def test_every_reader_reads_a_text():
    readers = {next(reader for reader in READERS if is_for(reader, paste)) for paste in PASTES}
    assert readers == READERS.keys()


@pytest.mark.parametrize("paste", PASTES, ids=lambda paste: paste.name)
def test_a_text_is_read_or_refused(paste):
    pasted = read_pasted(paste.text, GAMES[paste.game])
    said = not_understood(pasted, paste.text)
    answers = {"=": written(pasted)} if pasted.is_whole else {"!": said}
    if pasted.is_whole and said:
        answers["~"] = said
    if pasted.offer:
        answers["?"] = pasted.offer.game.slug
        assert pasted.offer.why.startswith(f"this looks like {pasted.offer.game.name}")
        switched = read_pasted(paste.text, pasted.offer.game)
        assert (switched.offer, switched.is_whole) == (None, True)
    if pasted.is_whole_without_words:
        without = read_pasted(paste.text, GAMES[paste.game], without_unknown_words=True)
        assert without.is_whole
        answers["-"] = written(without)
    assert answers == paste.answers


@given(st.text(max_size=300), st.sampled_from(sorted(GAMES)))
def test_a_text_that_mentions_no_card_has_no_hands(text, game):
    """Such a text has no rank beside a suit, in any spelling."""
    assume(not MAY_BE_A_CARD.search(unicodedata.normalize("NFKC", text)))
    pasted = read_pasted(text, GAMES[game])
    assert not pasted.hands
    assert not pasted.is_whole


@pytest.mark.parametrize("prose", PROSE, ids=lambda text: text[:20])
def test_prose_is_not_a_whole_deal(prose):
    for game in ("holdem", "omaha-hilo", "razz", "badugi"):
        assert not read_pasted(prose, GAMES[game]).is_whole
