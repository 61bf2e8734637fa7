"""Known words of pasted texts: words with a role between cards, and harmless words.

An unknown word may name a game, a wild card, a qualifier or a limit. It is marked, and the text is
read without it only on request. Words between cards are in English, German, French and Spanish.
"""

import re
from difflib import get_close_matches
from enum import StrEnum
from functools import lru_cache

from showdown.evaluator.games import GAMES


class Kind(StrEnum):
    """The role of a token in a text. The values are letters for patterns (see `encode_tokens`)."""

    CARDS = "C"
    UNKNOWN = "?"
    RANGE = "R"
    """A range of hands, or `*`."""
    NAME = "N"
    BOARD = "B"
    VERSUS = "v"
    AND = "&"
    VERB = "V"
    FOLDED = "o"
    MUCKED = "m"
    FILLER = "f"
    PROSE = "p"
    STRAY = "s"
    """A card among words, which may itself be a word."""
    COLON = ":"
    BREAK = " "
    EMPTY = "_"
    """A word that was joined to an earlier token, or dropped."""


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
KIND_OF_WORD = {word: kind for kind, words in _WORDS.items() for word in words}


def split_words(text: str) -> frozenset[str]:
    """Return the set of words in a text that separates them with whitespace."""
    return frozenset(text.split())


_POSITIONS = split_words("""
    sb bb btn bu button dealer utg mp ep lp lj hj co lojack hijack cutoff""")
SEAT_NAMES = _POSITIONS | split_words("hero villain opponent opp gegner me player v1 v2 v3")
"""Names of players that may be written in lowercase."""

POSITION_PATTERN = (
    rf"(?:utg\s?\+\s?\d|mp\d|{'|'.join(sorted(_POSITIONS))}"
    r"|(?:small|big)\s+blind|under\s+the\s+gun)"
)
"""A pattern for a position at the table, for use with IGNORECASE."""

CARD_PATTERN = r"(?:10|[2-9TJQKAX])[cdhs♣♦♥♠♧♢♡♤]"
"""A pattern for a card, for use with IGNORECASE; `Xh` is a ten in some games."""

DASHES = "-\u2010\u2011\u2012\u2013\u2014\u2015\u2212"
"""The hyphen, dashes and the minus sign, also for use in a character class."""

VERSUS_PATTERN = r"(?:vs?\.?|versus|against|gegen|contre|contra)"
"""A pattern for a word between compared hands, for use with IGNORECASE."""

HEADINGS = split_words("""
    preflop pre-flop showdown hand hands cards players question spot all-in action
    input output expected actual result results example answer note
    problem exercise situation setup scenario today yesterday edit
    update ps version steps summary q re subject hi hey hello
    given poll tldr""") | {"pre flop", "show down", "hole cards", "hand history", "all in"}
"""Words before a colon that aren't names of players."""

AMOUNT_PATTERN = (
    r"[$€£]?\ ?\d{1,15}(?:[.,]\d{1,3}){0,5}(?:\ ?[km](?![^\W\d_]))?"
    r"(?:\ ?(?:[$€£]|(?:bbs?|chips?|units?|euros?|dollars?|eur|usd)(?!\w)))?"
)
"""A pattern for use with IGNORECASE: `$1,250`, `1.250`, `12,50`, `1k`, `100bb`."""


HARMLESS_WORDS = split_words("""
    hey hello hi dear guys folks everyone everybody all team sir madam morning afternoon evening
    much thanks thank thx ty cheers please pls plz regards kind sorry greetings yours sincerely
    so ok okay well now then just really actually again also maybe anyway basically still even
    very quite too yes yeah yep sure right correct correctly wrong wrongly fair unfair obviously
    lol lmao haha omg wtf btw imo imho fyi advance advice feel free welcome curious stunned
    shocked confused stuck brutal sick cooler funny nice great good bad best
    love interesting weird strange situation spot story late early couple few bunch
    give gives gave giving him her enter entered type typed click clicked compare compared
    clearly simply quick quickly exact fml smh ffs wow ugh omfg gl glgl nh idk afaik aka eg ie etc
    nl pl fl deal deals middle straddle straddles straddled snapped sat sits sitting
    dem den wer liegen liegt qui quién gewinnt gana gagne
    am be been being were did do does doing done can could would should will shall might let
    let's lets i'm im i've he's she's it's its that's what's who's there's here's we're they're
    i'd i'll ours theirs mine yours your our us them him me myself himself herself
    this that these those there here where when why how what which whom whose while because since
    after before during until till from at by for into onto about as than but
    said say says saying told tell tells asked ask asks asking think thinks thought know knows knew
    believe believes guess suppose imagine assume consider given takes take took taking get gets
    getting goes go going went come comes came see sees saw look looks looking want wants wanted
    need needs needed like love help explain settle settles settled settling decide decides decided
    argue argued arguing argument dispute question questions answer answers problem exercise example
    homework assignment part points point show showing compute calculate find determine
    last night yesterday today tonight tomorrow week weekend friday saturday sunday monday tuesday
    fridays saturdays sundays wednesday thursday month year ago minute minutes hour hours once pm
    january february march april june july august september october november december
    jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues wed thu thur thurs fri sat
    playing play plays played player players game games home cash live online poker casino club
    tournament tourney tables table session room friend friends brother sister wife husband guy
    buddy mate dealer's people someone somebody everybody's villains dad mom mum uncle aunt
    pokerstars gg ggpoker bovada ignition winamax 888 partypoker pokernow reddit forum thread post
    pot pots side main money chips chip dollars bucks euros cents stack stacks blind blinds ante
    antes small big buy-in bounty rake level effective deep spr
    bet bets betting raise raises raised raising call calls called calling check checks checked
    limp limps limped shove shoves shoved shoving jam jams jammed push pushes pushed all-in allin
    3-bet 3bet 4-bet 4bet 5-bet 3-bets 3bets 4bets c-bet cbet cbets c-bets donk donks squeeze
    squeezes open opens opened posts posted put puts snap snaps snap-calls
    preflop pre-flop postflop showdown show-down final heads heads-up headsup heads up
    ran runs run running runout run-out out rivered turned flopped hit hits missed misses rainbow
    monotone dry wet comes came brings brought brings peels peel reads read falls fell full
    winner winners loser losers win wins won winning lose loses lost beating ahead behind
    scoops scooped chop chops chopped tie ties tied equity odds chance chances percent
    hand's cards' result results output input expected actual report steps reproduce version
    got gives returned returns prints printed shown shows turned
    """)
_RULE_WORDS = split_words("""
    no not without except only exactly must may if unless instead use uses used using any none
    wild wilds joker jokers bug trump burn burned burnt discard discards discarded exposed muck
    deck decks stub upcard door door-card kill deuces pineapple crazy irish chinese baseball
    chicago anaconda guts cincinnati tahoe tahoe's royal manila telesina soko greek scarney hilo
    hi-lo hi/lo hilow high low lo split limit qualifier qualify qualifies draw lowball stud badacey
    rule rules variant variation type kind format betting twist mode double triple single short
    six-plus sixplus one two three four five six seven eight nine ten even odd super mixed horse
    hose ofc open-face mississippi follow queen's dealers-choice suit suits ranks aces
    losing stripped removed missing dead alternatively another second third first next or and
    """)
"""Words that may belong to the name or the rules of a game."""
_GAME_STEMS = re.compile(
    r"omaha|hold.?em|razz|badugi|pineapple|(?:^|\W)plo|stud|lowball|drawmaha|courchevel|wild"
    r"|\d.?card|or.better|hi.?lo(?:$|\W)|qualif|board|short.?deck|six.?plus|6.?plus",
    re.IGNORECASE,
)
NUMBERED_NAME = re.compile(
    r"(?:player|seat|hand|villain|opponent|p|v)[\W_]?(?:\w|\d\d|one|two|three|four|five|six)",
    re.IGNORECASE,
)
"""A pattern for names that consist of a word and a number: `player 2`, `seat four`."""
_CODE_IDENTIFIER = re.compile(r"\w\.\w\w|\w\w_\w")
_SENTENCE_WORDS = split_words("high card eight five seven without special archie")
"""Words in names of games that also occur in sentences."""
_GAME_NAMES = [name for game in GAMES.values() for name in (game.slug, game.name, *game.aliases)]
_GAME_WORDS = sorted(
    {word for name in _GAME_NAMES for word in re.findall(r"[a-z']{4,}", name.lower())}
    - _SENTENCE_WORDS
)


@lru_cache(maxsize=2_000)
def is_game_word(text: str) -> bool:
    """Return whether the text may be from a game's name or rules, and isn't a player's name."""
    if NUMBERED_NAME.fullmatch(text):
        return False
    for word in text.lower().split():
        if word in _RULE_WORDS or _GAME_STEMS.search(word):
            return True
        if _CODE_IDENTIFIER.search(word):  # `hand.new`, `dead_cards`; but `xx_tom_99` is a name
            if "." in word:
                return True
            parts = [part for part in word.split("_") if part]
            return any(is_harmless_word(part) or is_game_word(part) for part in parts)
        if word in SEAT_NAMES or len(word) < 4:
            continue
        if get_close_matches(word, _GAME_WORDS, n=1, cutoff=0.8):
            return True
    return False


def is_harmless_word(text: str) -> bool:
    """Return whether the word is known and can't change a deal."""
    word = normalize_word(text)
    return word in HARMLESS_WORDS or word in HEADINGS or KIND_OF_WORD.get(word) is Kind.FILLER


def normalize_word(text: str) -> str:
    """Return the word in lowercase, without surrounding punctuation and a possessive ending.

    The ending stays if the word is harmless with it, such as `it's`.
    """
    word = text.lower().replace("’", "'").strip(".,!?…\"'“”‘:;()*_~`#@")
    return word.removesuffix("'s") if word not in HARMLESS_WORDS else word
