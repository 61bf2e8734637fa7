"""Read Markdown, tab-separated and CSV tables of players, and rows of the site's own CSV."""

import csv
import re

from showdown.evaluator.games import GAMES, Game
from showdown.notation.deal_line import is_deal_line, read_line
from showdown.notation.pasted.free_text import read_words
from showdown.notation.pasted.plain import plain_of
from showdown.notation.pasted.result import Pasted, refusal, result_of_submission

_LONGEST = 3_000
_FEWEST_ROWS = 2
_MOST_ROWS_OF_HISTORY = 3
_NAMES = r"(?:player|name|label|seat|who|spieler|joueur|nombre|jugador)"
_RULE = re.compile(r"^[^\S\r\n]*[|:+=-][ \t|:+=-]*$[\r\n]*", re.MULTILINE)
_CARD = r"[\[(\"]?\s*(?<!\w)(?:10|[2-9tjqkax])[cdhs♣♦♥♠♧♢♡♤]"
_TITLES = re.compile(rf"\A(?!.*{_CARD})[ \t|*]*{_NAMES}\b.*[\r\n]+", re.IGNORECASE)
_OTHER_TITLE = re.compile(
    rf"\A(?!.*{_CARD}).*(?<!\w)(?:board|flop|turn|river|dead|in|put in|bet|invested|hand_\w)(?!\w)",
    re.IGNORECASE,
)
_CHIPS = r"(?:pot|in|fold|button|rake|rules|unit|dead|seats)(?=\s*[\t|,;])"
_ONLY_PLAYERS = (
    "a table has rows of a player and the cards; write boards and chips on lines of their own,"
    " for example “Board: 2c 3d 5h”"
)


def read(text: str, game: Game, number: int) -> Pasted | None:
    """Read a table with a row for each player: the name and the cards.

    Its rows are converted to lines like `Anna: As Kd` and read like other text. A title row is
    ignored. Return None for other texts.
    """
    if len(text) > _LONGEST:
        return None
    plain = plain_of(text).sub(_RULE, "")
    lines = [line for line in plain.text.splitlines() if line.strip()]
    mark = next((mark for mark in "\t|,;" if all(mark in line for line in lines)), "")
    if len(lines) < _FEWEST_ROWS or not mark:
        return None
    if _OTHER_TITLE.match(lines[0]):
        return refusal(text, game, _ONLY_PLAYERS)
    row = re.compile(
        rf"^[ \t|]*(?!{_CARD})(?:(?P<chips>{_CHIPS})|(?P<name>[^=:\[\](){{}}\r\n{mark}]+?))"
        rf"[ \t]*[{mark}][ \t]*(?(chips)|(?={_CARD}|[AKQJT2-9]{{2}}|(?:muck|fold)(?:ed|s)\b|[*?]))",
        re.IGNORECASE | re.MULTILINE,
    )
    rows = plain.sub(_TITLES, "")
    if len(row.findall(rows.text)) != sum(map(bool, map(str.strip, rows.text.splitlines()))):
        return None
    named = rows.sub(row, r"\g<chips>\g<name>: ").sub(re.compile(rf"[ \t]*[{mark}]"), " ")
    return read_words(named, text, game, is_table=True)


def read_row(text: str, game: Game, number: int) -> Pasted | None:
    """Read the settled deal in a row of the history's CSV, two cells after its game.

    Raise InvalidDeal if the deal is invalid.
    """
    for row in csv.reader(text.splitlines()[:_MOST_ROWS_OF_HISTORY]):
        for name, line in zip(row, row[2:], strict=False):
            if name in GAMES and is_deal_line(line):
                return result_of_submission(read_line(line, GAMES[name]))
    return None
