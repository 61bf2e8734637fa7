"""Read and write deal lines, `HandA:… HandB:… Board:…`, and the answers of `omahacomp` to them.

A *word* is a name or keyword before a colon; its text follows the colon. Any game can be written
this way; `Board2:` is a second board, or the board of a second run. A line may contain several
deals; each gets its own answer. A deal may also be spread over several lines with one word each:
`HandA:…`, `HandB:…`, `Board:…`. Printed answers between deals are skipped.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain, islice
from typing import NamedTuple

from showdown.evaluator.cards import format_cards
from showdown.evaluator.deals import DEFAULT_LABELS, Deal, board_field, is_board_field
from showdown.evaluator.errors import (
    DuplicateCard,
    DuplicateLabel,
    Fault,
    InvalidDeal,
    InvalidLabel,
    InvalidWagers,
)
from showdown.evaluator.games import Contest, Game
from showdown.evaluator.rankings import HIGH_CATEGORIES, Rank
from showdown.evaluator.rule_sets import WSOP_2026, RuleSet, find_rule_set
from showdown.evaluator.settlement import Settlement
from showdown.evaluator.wagers import collect
from showdown.notation.deal_format import (
    ContestWinners,
    DealFormat,
    Entry,
    LineError,
    Submission,
    contest_winners,
    decode_line,
    encode_text,
    find_end_of_lines,
    nonblank_lines,
    to_line_error,
)
from showdown.notation.wager_words import FIELD_BY_KEYWORD, quote_label, read_wagers, wagers_words
from showdown.words.made_hands import short_title
from showdown.words.payouts import pot_name, totals_line
from showdown.words.ranks import capfirst

WORD_PATTERN = re.compile(r"(?<!\S)(\"[^\"]{1,40}\"|[^\W\d_][\w-]*):\s*")
"""A pattern for a name or keyword before a colon.

A name needs quotation marks if it is a keyword, doesn't begin with a letter, or contains characters
other than letters, digits, `_` and `-`.
"""
_MAX_WORDS = 100
"""Maximum number of words of a line, checked before any is parsed."""
_RULES = "Rules"
_FIELDS = FIELD_BY_KEYWORD | {_RULES: "rules"}
_LABELS_BY_UPPERCASE = {label.upper(): label for label in DEFAULT_LABELS}
_KNOWN_WORDS = (
    *(DEFAULT_LABELS[0], "…", DEFAULT_LABELS[-1]),
    *(board_field(0), board_field(1), "…"),
    *_FIELDS,
)

_CONTEST_NAMES = {"high": ("Hi", "High"), "low": ("Lo", "Low")}
_CATEGORY_NAMES = (
    *("High card", "One Pair", "Two Pair", "3-of-a-Kind", "Straight", "Flush"),
    *("Full House", "4-of-a-Kind", "Straight Flush"),
)
_CATEGORIES = dict(zip(HIGH_CATEGORIES, _CATEGORY_NAMES, strict=True))
"""The names of categories in answers, which must not change by a byte."""

CARD = r"(?:10|[2-9TJQKAXtjqkax])[cdhsCDHS]"
_ANSWER = re.compile(
    rf"=>(?=[^\S\n]*[^\s:]+:[^\S\n]*{CARD})|=>.*"
    r"|(?<=[cdhsCDHS][ \t])(?:Split Pot|(?:Hand[A-M], ){0,12}Hand[A-M] (?:wins|split)) .*"
)
"""A pattern for a printed answer after `=>` or after the cards.

In `=> HandA:…` only the arrow matches.
"""


class NoDealOnLine(InvalidDeal):
    """A line that doesn't begin with `HandA:…` or another word of a deal."""

    message = "expected a line such as HandA:… HandB:… Board:…"


class TooManyWords(InvalidDeal):
    """A line with more than `maximum` words."""

    message = "a line can have at most {maximum} words"

    maximum: int


class UnknownWord(InvalidLabel):
    """A name that isn't allowed beside default labels such as HandA."""

    message = "unknown word “{label}:”; a line can have {known}"

    known: tuple[str, ...]


class MissingLabel(InvalidLabel):
    """A missing hand that hasn't folded, such as HandB between HandA and HandC."""

    message = "{label} is missing"


class DealLines(DealFormat):
    """Lines of deals, with a blank line between answers.

    An example is `HandA:Ac-Kd-Jd-3d HandB:5c-5d-6c-7d Board:Ah-Kh-5s-2s-Qd`.
    """

    name = "deal-lines"
    separator = b"\n"
    takes_wagers = True
    names_players = True

    def can_write(self, game: Game) -> bool:
        return True

    def read(
        self, block: bytes, first_line: int, game: Game, rules: RuleSet = WSOP_2026
    ) -> Iterator[Entry]:
        for number, offset, text in _split_deals(block, first_line):
            outcome: Submission | LineError
            try:
                outcome = read_line(text, game, rules)
            except InvalidDeal as error:
                lines_before = 0
                if error.position is not None:
                    lines_before = text.count("\n", 0, error.position)
                    error.position -= text.rfind("\n", 0, error.position) + 1
                    error.position += 0 if lines_before else offset
                outcome = to_line_error(error, number + lines_before)
            yield Entry(number, _encode(text), outcome)

    def split_entries(self, block: bytes, first_line: int) -> Iterator[tuple[int, bytes]]:
        for number, _, text in _split_deals(block, first_line):
            yield number, _encode(text)

    def read_deal(self, text: str, game: Game) -> Submission:
        return read_line(text, game)

    def answer(
        self, text: bytes, submission: Submission, results: Sequence[ContestWinners]
    ) -> bytes:
        winners = (
            _format_winners(results) if submission.is_plain else ruling_lines(submission.settle())
        )
        return b"%b\n%b\n" % (text, winners.encode())

    def error_answer(self, text: bytes, error: LineError) -> bytes:
        return b"%b\n=> Error: %b\n" % (text, encode_text(error.message))

    def find_end_of_deals(self, block: bytearray, start: int, length: int) -> int:
        """Return the end of the last whole deal.

        A deal that is spread over several lines may continue after the block, so it isn't whole.
        """
        end = find_end_of_lines(block, start, length)
        last_line = block.rfind(b"\n", 0, max(end - 1, 0)) + 1
        if not end or _find_only_word(bytes(block[last_line:end])) is None:
            return end
        line_start = end_of_deals = 0
        open_deal = _OpenDeal()
        for line in bytes(block[:end]).splitlines(keepends=True):
            if open_deal.add_line(_find_only_word(line)):
                end_of_deals = line_start
            line_start += len(line)
        return end_of_deals


def _encode(text: str) -> bytes:
    return text.encode(errors="surrogateescape")


def blank_answers(text: str) -> str:
    """Replace printed answers with spaces, so that positions stay the same."""
    return _ANSWER.sub(lambda answer: " " * len(answer[0]), text)


class _OpenDeal:
    """The words read so far of a deal that is spread over several lines."""

    def __init__(self) -> None:
        self._words: set[str] = set()

    def add_line(self, word: str | None) -> bool:
        """Record the only word of a line. Return whether the deal ends before this line.

        `word` is None for a line without exactly one word. It is empty for a blank line, which does
        not end a deal.
        """
        if word == "":
            return False
        is_over = word is None or word in self._words or len(self._words) >= _MAX_WORDS
        if is_over:
            self._words.clear()
        if word is not None:
            self._words.add(word)
        return is_over


def _find_only_word(line: bytes) -> str | None:
    """Return the only name or keyword of a line, "" for a blank line, otherwise None."""
    text = blank_answers(decode_line(line)).strip()
    if not text:
        return ""
    words = WORD_PATTERN.findall(text, 0)
    return words[0].casefold() if len(words) == 1 and WORD_PATTERN.match(text) else None


def _split_deals(block: bytes, first_line: int) -> Iterator[tuple[int, int, str]]:
    """Yield the line number, the offset on that line, and the text of each deal."""
    open_lines: list[str] = []
    start, open_deal = first_line, _OpenDeal()
    for number, line in nonblank_lines(block, first_line):
        line_text, word = decode_line(line), _find_only_word(line)
        text = blank_answers(line_text)
        text = line_text if text == line_text else text.rstrip()
        if open_deal.add_line(word) and open_lines:
            yield start, 0, "\n".join(open_lines)
            open_lines = []
        if word is None:
            yield from ((number, offset, deal) for offset, deal in _split_line(text))
        elif word:
            start = start if open_lines else number
            open_lines.append(text)
    if open_lines:
        yield start, 0, "\n".join(open_lines)


def _split_line(line: str) -> Iterator[tuple[int, str]]:
    """Yield the deals of a line, each with its offset.

    The next deal begins where the first word is repeated after a hand and a board. Earlier, a
    repeated name is a duplicate in the same deal, which is an error.
    """
    first = WORD_PATTERN.search(line)
    if first is None or line.find(first[1], first.end()) < 0:
        yield 0, line
        return
    start, words = 0, 0
    has_hand = has_board = False
    for word in WORD_PATTERN.finditer(line):
        if word[1] == first[1] and has_hand and has_board and words <= _MAX_WORDS:
            yield start, line[start : word.start()].rstrip()
            start, words, has_hand, has_board = word.start(), 0, False, False
        is_board = is_board_field(word[1].capitalize())
        has_board |= is_board
        has_hand |= not is_board and not _find_keyword(word[1])
        words += 1
        if words > _MAX_WORDS:
            break
    yield start, line[start:]


def read_line(line: str, game: Game, rules: RuleSet = WSOP_2026) -> Submission:
    """Parse a deal with its wagers and rules, with the hands in the order of their labels.

    `rules` is the rule set if the line names none. Raise InvalidDeal if the line is not a
    deal of the game. The error's position is an offset in the line, or None if it is unknown.
    """
    before, *parts = WORD_PATTERN.split(line, _MAX_WORDS + 1)
    words, texts = parts[::2], [text.rstrip() for text in parts[1::2]]
    if len(words) > _MAX_WORDS:
        *_, last = islice(WORD_PATTERN.finditer(line), _MAX_WORDS + 1)
        raise TooManyWords(maximum=_MAX_WORDS, position=last.start())
    if not words or before.strip():
        raise NoDealOnLine(position=0)
    try:
        layout = _find_layout(tuple(words))
        if layout.rules is not None:
            rules = find_rule_set(texts[layout.rules])
        hands = {label: texts[index] for label, index in layout.hands}
        boards = ["" if index is None else texts[index] for index in layout.boards]
        deal = Deal.parse(game, hands, boards)
        wagers = read_wagers([(word, texts[index]) for word, index in layout.chips])
        for label in layout.missing_labels:
            if not wagers or label not in wagers.folded:
                raise MissingLabel(label=label, field=label)
        if wagers:
            collect(wagers, deal)
    except InvalidDeal as error:
        error.position = _find_position_on_line(error, list(WORD_PATTERN.finditer(line)))
        if isinstance(error, InvalidWagers) and error.fault is Fault.TOO_MANY_ENTRIES:
            # The message of this fault contains the field; replace it with the word on the line.
            error.field = next(word for word, name in _FIELDS.items() if name == error.field)
        raise
    return Submission(deal, wagers, rules)


def is_deal_line(line: str) -> bool:
    """Return whether the line begins with a word like `HandA:`, unlike other formats."""
    return WORD_PATTERN.match(line.lstrip()) is not None


def write_line(submission: Submission) -> str:
    """Return the deal as a line that `read_line` can read.

    A name that is also a keyword, such as Pot, is in quotation marks. If any label is a default
    label, but the labels aren't HandA, HandB, … without a gap, all names are in quotation marks.
    """
    words = wagers_words(submission.wagers) if submission.wagers else ()
    if submission.rules != WSOP_2026:
        words = (*words, (_RULES, submission.rules.slug))
    deal, labels = submission.deal, submission.deal.labels
    is_default = labels == DEFAULT_LABELS[: len(labels)]
    if not is_default and any(label.upper() in _LABELS_BY_UPPERCASE for label in labels):
        names = [f'"{label}"' for label in labels]
    else:
        names = [f'"{label}"' if _find_keyword(label) else quote_label(label) for label in labels]
    parts = [f"{name}:{hand.text}" for name, hand in zip(names, deal.hands, strict=True)]
    parts += (
        f"{board_field(index)}:{format_cards(board)}" for index, board in enumerate(deal.boards)
    )
    return " ".join([*parts, *(f"{word}:{text}" for word, text in words)])


def write_settled_line(settlement: Settlement) -> str:
    """Return a settled deal as a line, with its chips, its folds and its rule set."""
    payout = settlement.payout
    rules = payout.rules if payout else WSOP_2026
    return write_line(Submission(settlement.deal, settlement.wagers, rules))


def _find_position_on_line(error: InvalidDeal, words: list[re.Match[str]]) -> int | None:
    """Return the error's position: in the text of its word, or the start of the word.

    Return None for a duplicate card.
    """
    if isinstance(error, DuplicateCard):
        return None
    for word in reversed(words):
        name = _find_keyword(word[1]) or word[1].strip('"')
        if error.field.casefold() in (name.casefold(), _FIELDS.get(name)):
            return word.start() if error.position is None else word.end() + error.position
    return error.position


class _Layout(NamedTuple):
    """The indices of the words of a line: hands by label, chips by keyword, boards in order.

    The index is None for a missing board, and for missing `rules`. `missing_labels` are the default
    labels before the last one on the line that have no hand.
    """

    hands: tuple[tuple[str, int], ...]
    missing_labels: tuple[str, ...]
    boards: tuple[int | None, ...]
    chips: tuple[tuple[str, int], ...]
    rules: int | None


@lru_cache(maxsize=1024)
def _find_layout(words: tuple[str, ...]) -> _Layout:
    """Return the layout of these words, which most lines of a file share.

    Raise DuplicateLabel if a hand, a board or `Rules` is repeated, or UnknownWord if labels are
    mixed with other names.
    """
    hands: dict[str, int] = {}
    other_words: dict[str, int] = {}
    chips = []
    for index, word in enumerate(words):
        keyword = _find_keyword(word)
        name, indices = (keyword, other_words) if keyword else (word.strip('"'), hands)
        if keyword in FIELD_BY_KEYWORD:
            chips.append((keyword, index))
        elif name in indices:
            raise DuplicateLabel(label=name, field=name)
        else:
            indices[name] = index
    rules = other_words.pop(_RULES, None)
    are_quoted_names = any(
        word.startswith('"') and word.strip('"').upper() in _LABELS_BY_UPPERCASE for word in words
    )
    sorted_hands = hands if are_quoted_names else _sort_by_label(hands)
    default_labels = [label for label in DEFAULT_LABELS if label in sorted_hands]
    earlier_labels = (
        DEFAULT_LABELS[: DEFAULT_LABELS.index(default_labels[-1])] if default_labels else ()
    )
    missing_labels = tuple(label for label in earlier_labels if label not in sorted_hands)
    board_count = max((int(name.removeprefix("Board") or 1) for name in other_words), default=0)
    return _Layout(
        hands=tuple(sorted_hands.items()),
        missing_labels=() if are_quoted_names else missing_labels,
        boards=tuple(other_words.get(board_field(index)) for index in range(board_count)),
        chips=tuple(chips),
        rules=rules,
    )


def _find_keyword(word: str) -> str:
    """Return the keyword, such as `Pot` for `pot` or `POT`, or "" for a name."""
    keyword = word.capitalize()
    return keyword if keyword in _FIELDS or is_board_field(keyword) else ""


def _sort_by_label(hands: dict[str, int]) -> dict[str, int]:
    """Return the hands in the order of their labels, HandA first; named hands keep their order.

    Labels may be in any case, unless there are names as well: Handa may be a name.
    """
    upper_case = {name.upper(): index for name, index in hands.items()}
    if upper_case.keys() <= _LABELS_BY_UPPERCASE.keys() and len(upper_case) == len(hands):
        hands = {_LABELS_BY_UPPERCASE[name]: index for name, index in upper_case.items()}
    if not set(hands) & set(DEFAULT_LABELS):
        return hands
    for name in hands:
        if name not in DEFAULT_LABELS:
            raise UnknownWord(label=name[:20], known=_KNOWN_WORDS, field=name)
    return {label: hands[label] for label in DEFAULT_LABELS if label in hands}


def ruling_lines(settlement: Settlement) -> str:
    """Return a line with the winners of each pot or run, and a line with the payouts, if any."""
    payout = settlement.payout
    competing_count = len(settlement.competing)
    if payout and len(payout.pots) > 1:
        lines = "\n".join(
            _format_winners(
                contest_winners(list(chain.from_iterable(pot.results)), len(pot.eligible)),
                f"{capfirst(pot_name(pot.number, pot.pot_count))}: ",
            )
            for pot in reversed(payout.pots)
            if pot.results
        )
    elif len(settlement.runs) > 1:
        runs = enumerate(settlement.runs, 1)
        lines = "\n".join(
            _format_winners(contest_winners(run.contests, competing_count), f"Run {number}: ")
            for number, run in runs
        )
    else:
        lines = _format_winners(contest_winners(settlement.contests, competing_count))
    return f"{lines}\n=> {totals_line(payout)}" if payout else lines


def _format_winners(results: Sequence[ContestWinners], prefix: str = "") -> str:
    """Return the winners: `=> HandB wins Hi (Straight); No hand qualified for Low`."""
    contests = [
        f"{winners_phrase(result.winners, is_tie_of_all=result.is_tie_of_all)}"
        f" {made_hand_text(result.contest, result.rank)}"
        if result.rank
        else not_qualified_text(result.contest)
        for result in results
    ]
    return f"=> {prefix}{'; '.join(contests)}"


def winners_phrase(winners: Sequence[str], *, is_tie_of_all: bool) -> str:
    """Return the winners: `HandB wins`, `HandA, HandC split`, or `Split Pot` if all tie."""
    if is_tie_of_all:
        return "Split Pot"
    return f"{', '.join(winners)} {'wins' if len(winners) == 1 else 'split'}"


def made_hand_text(contest: Contest, rank: Rank) -> str:
    """Return the name of a made hand: `Hi (Straight)`, `Lo (7532A)`."""
    name = _CONTEST_NAMES.get(contest.name, (capfirst(contest.name),))[0]
    category = contest.ranking.category(rank)
    if category in _CATEGORIES and not contest.ranking.wins_low:
        return f"{name} ({_CATEGORIES[category]})"
    return f"{name} ({short_title(contest.ranking, rank)})"


def not_qualified_text(contest: Contest) -> str:
    """Return `No hand qualified for Low`."""
    return (
        f"No hand qualified for {_CONTEST_NAMES.get(contest.name, ('', capfirst(contest.name)))[1]}"
    )
