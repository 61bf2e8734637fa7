"""What the words of people mean that stand between cards, in four languages."""

from enum import Enum, auto


class Kind(Enum):
    """What a token is."""

    CARDS = auto()
    UNKNOWN = auto()
    ANY_HAND = auto()
    NAME = auto()
    BOARD = auto()
    VERSUS = auto()
    AND = auto()
    VERB = auto()
    WON = auto()
    """Says who won: the cards decide that."""
    FOLDED = auto()
    MUCKED = auto()
    FILLER = auto()
    PROSE = auto()
    STRAY = auto()
    """A card that stands among words."""
    COLON = auto()
    BREAK = auto()
    EMPTY = auto()
    """Part of a name that an earlier token has whole."""


_WORDS = {
    Kind.VERSUS: (
        *("vs", "v", "versus", "against", "over", "gegen", "contre", "contra"),
        *("beats", "beat", "defeats", "schlägt", "bat"),
    ),
    Kind.AND: ("and", "&", "+", "plus", "und", "et", "y"),
    Kind.VERB: (
        *("has", "have", "had", "holds", "held", "holding", "shows", "showed", "shown", "with"),
        *("made", "makes", "reveals", "revealed", "flips", "flipped"),
        *("is", "are", "was", "got", "tables", "tabled", "dealt", "to"),
        *("hat", "hält", "zeigt", "mit", "montre", "avec", "tiene", "muestra", "con"),
    ),
    Kind.WON: (
        *("wins", "won", "win", "loses", "lost", "scoops", "scooped"),
        *("gewinnt", "gagne", "gana"),
    ),
    Kind.BOARD: (
        *("on", "board", "boards", "flop", "turn", "river", "runout", "community", "dead"),
        *("auf", "sur", "sobre", "tisch", "mesa", "tableau"),
    ),
    Kind.FOLDED: ("folded", "folds", "fold", "foldet", "passt"),
    Kind.MUCKED: ("mucked", "mucks", "muck", "muckt"),
    Kind.FILLER: (
        *("a", "an", "the", "of", "in", "hand", "hands", "card", "cards", "player", "seat"),
        *("i", "he", "she", "they", "we", "you", "it", "who", "his", "her", "their", "my"),
        *("ein", "eine", "der", "die", "das", "ich", "er", "sie", "le", "la", "les", "el", "los"),
    ),
}  # fmt: skip
KIND_OF = {word: kind for kind, words in _WORDS.items() for word in words}

SEATS = frozenset(
    ("hero", "villain", "dealer", "button", "btn", "bu", "sb", "bb", "utg", "mp", "lj", "hj", "co",
     "opponent", "opp", "v1", "v2", "v3", "me", "gegner", "player", "ep", "lp", "cutoff", "hijack")
)  # fmt: skip
"""What a player may be called without a capital."""

HEADINGS = frozenset(
    ("preflop", "pre-flop", "pre flop", "showdown", "show down", "hand", "hands", "cards",
     "hole cards", "players", "question", "spot", "hand history", "all in", "all-in", "action",
     "input", "output", "expected", "actual", "result", "results", "example", "answer", "note",
     "problem", "exercise", "situation", "setup", "scenario", "today", "yesterday", "edit",
     "update", "ps", "version", "steps", "summary", "q", "re", "subject", "hi", "hey", "hello",
     "given", "poll", "tl;dr", "tldr")
)  # fmt: skip
"""What may stand before a colon and names nobody."""
