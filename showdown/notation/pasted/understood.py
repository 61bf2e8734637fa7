"""Which words of a pasted text can't change the deal.

A word that isn't known here may name a game, a wild card, a qualifier or a limit. Such a word is
reported, and the text is laid without it only if a person says so.
"""

import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from functools import lru_cache

from showdown.evaluator.games import GAMES
from showdown.notation.pasted.tokens import Level, Token
from showdown.notation.pasted.vocabulary import HEADINGS, KIND_OF, SEATS, Kind

AMOUNT = (
    r"[$€£]?\ ?\d{1,15}(?:[.,]\d{1,3}){0,5}(?:\ ?[km](?![^\W\d_]))?"
    r"(?:\ ?(?:[$€£]|(?:bbs?|chips?|units?|euros?|dollars?|eur|usd)(?!\w)))?"
)
"""A pattern without regard to case: `$1,250`, `1.250`, `12,50`, `1k`, `100bb`."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_HARMLESS = _words("""
    hey hello hi dear guys folks everyone everybody all team sir madam morning afternoon evening
    much thanks thank thx ty cheers please pls plz regards kind sorry greetings yours sincerely
    so ok okay well now then just really actually again also maybe anyway basically still even
    very quite too yes yeah yep sure right correct correctly wrong wrongly fair unfair obviously
    lol lmao haha omg wtf btw imo imho fyi advance advice feel free welcome curious stunned
    shocked confused stuck brutal sick cooler funny nice great good bad best
    love interesting weird strange situation spot story late early couple few bunch
    give gives gave giving him her enter entered type typed click clicked compare compared
    clearly simply quick quickly exact
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
    chop chops chopped tie ties tied equity odds chance chances percent
    hand's cards' result results output input expected actual bug report steps reproduce version
    got gives returned returns prints printed shown shows turned
    """)
_IN_CLAIMS = _words("""
    flush flushes straight straights boat quads trips set pair pairs kicker kickers nuts house
    straight-flush or better stronger higher bigger
    """)
"""Harmless in a sentence about who wins."""
_RANKS = _words("aces kings queens jacks tens nines eights sevens sixes fives fours threes twos")
"""Harmless there in `a pair of aces`."""
_CONTESTS = _words("high low hi lo hi-lo hi/lo scoop scoops half halves quarter")
"""Harmless in a sentence about who wins, in a game with several contests."""
_ASK_WHO_WINS = _words("who which whose what does won wins win winner lose loses lost chop")
_NEVER_A_NAME = _words("""
    no not without except only exactly must may if unless instead use uses used using any none
    wild wilds joker jokers bug trump burn burned burnt discard discards discarded exposed muck
    deck decks stub upcard door door-card kill deuces pineapple crazy irish chinese baseball
    chicago anaconda guts cincinnati tahoe tahoe's royal manila telesina soko greek scarney hilo
    hi-lo hi/lo hilow high low lo split limit qualifier qualify qualifies draw lowball stud badacey
    rule rules variant variation type kind format betting twist mode double triple single short
    six-plus sixplus one two three four five six seven eight nine ten even odd super mixed horse
    hose ofc open-face straddle mississippi follow queen's dealers-choice suit suits ranks aces
    stripped removed missing dead alternatively another second third first next or and
    """)
_GAME_STEMS = re.compile(
    r"omaha|hold.?em|razz|badugi|pineapple|(?:^|\W)plo|stud|lowball|drawmaha|courchevel|wild"
    r"|\d.?card|or.better|hi.?lo(?:$|\W)|qualif|board|short.?deck|six.?plus|6.?plus",
    re.IGNORECASE,
)
_NUMBERED = re.compile(
    r"(?:player|seat|hand|villain|opponent|p|v)\W?(?:\w|\d\d|one|two|three|four|five|six)",
    re.IGNORECASE,
)
"""Names that count the players."""
_CODE = re.compile(r"\w\.\w\w|\w\w_\w")
_BETS = _words("""
    bet bets raise raises raised call calls called shove shoves shoved jam jams win wins
    won lose loses lost post posts posted pay pays paid for to puts put checks all-in stack behind
    question problem exercise version level part no. hand""")
"""After these a number is an amount, or counts something outside the deal."""
_UNITS = _words("""
    players player people handed max way chips bb bbs sb points point minutes hours big
    small dollars bucks euros cents percent blinds am pm""")
_SURE_AMOUNT = re.compile(r"(?=.*(?:[$€£a-z]|[.,]\d|\d{3}))" + AMOUNT, re.IGNORECASE)
_WORDS_OF_SENTENCES = _words("high card eight five seven without special archie")
"""Words of games' names that are also words of sentences."""
_NAMES = [name for game in GAMES.values() for name in (game.slug, game.name, *game.aliases)]
_WORDS_OF_GAMES = sorted(
    {word for name in _NAMES for word in re.findall(r"[a-z']{4,}", name.lower())}
    - _WORDS_OF_SENTENCES
)
_NUMBER = re.compile(r"\d{1,2}(?:st|nd|rd|th)?")
_STAKES = re.compile(
    r"(?:nl|pl|fl)\d{1,5}|\d{1,5}(?:nl|pl|fl)|utg\+\d|mp\d|\d{1,2}-?(?:max|handed|way)",
    re.IGNORECASE,
)
_LONGEST_CLAUSE = 40
_ARTICLES = ("as", "ah", "ad", "ask", "asks", "ha", "aha")
"""Words that are written as cards are."""


@lru_cache(maxsize=2_000)
def is_game_word(text: str) -> bool:
    """Whether the word may belong to the name or the rules of a game, so that it names nobody."""
    if _NUMBERED.fullmatch(text):
        return False
    for word in text.lower().split():
        if word in _NEVER_A_NAME or _GAME_STEMS.search(word) or _CODE.search(word):
            return True
        if word in SEATS or len(word) < 4:
            continue
        if get_close_matches(word, _WORDS_OF_GAMES, n=1, cutoff=0.8):
            return True
    return False


def is_harmless_word(text: str) -> bool:
    """Whether the word alone is known and can't change a deal."""
    word = _plain(text)
    return word in _HARMLESS or word in HEADINGS or KIND_OF.get(word) is Kind.FILLER


def is_harmless(
    tokens: Sequence[Token], at: int, players: Iterable[str], *, is_divided: bool
) -> bool:
    """Whether this word of the text can't change the deal.

    `players`: the names of the hands, in small letters. `is_divided`: the game has several
    contests.
    """
    token = tokens[at]
    word = _plain(token.text)
    if token.kind is Kind.FILLER or word in SEATS or word in players or word in _HARMLESS:
        return True
    if token.kind is Kind.STRAY:
        return word in _ARTICLES and _beside(tokens, at, 1) is not None
    if not re.search(r"\w", word) or _SURE_AMOUNT.fullmatch(word) or _STAKES.fullmatch(word):
        return True
    if _NUMBER.fullmatch(word):
        return _beside(tokens, at, -1) in _BETS or _beside(tokens, at, 1) in _UNITS
    if word in HEADINGS and at + 1 < len(tokens) and tokens[at + 1].kind is Kind.COLON:
        return True
    if word == "or" and at + 1 < len(tokens) and tokens[at + 1].kind is Kind.NAME:
        return True
    is_rank = word in _RANKS and _beside(tokens, at, -1) == "of"
    if is_rank or word in _IN_CLAIMS or (is_divided and word in _CONTESTS):
        return _asks_who_wins(tokens, at)
    return False


def _plain(text: str) -> str:
    word = text.lower().replace("’", "'").strip(".,!?…\"'“”‘:;()*_~`#@")
    return word.removesuffix("'s") if word not in _HARMLESS else word


def _beside(tokens: Sequence[Token], at: int, step: int) -> str | None:
    """The word beside this one, if nothing stands between them."""
    at += step
    if 0 <= at < len(tokens) and tokens[at].kind not in (Kind.CARDS, Kind.BREAK, Kind.COLON):
        return _plain(tokens[at].text)
    return None


def _goes_on(token: Token) -> bool:
    return token.level < Level.COMMA or token.text == ","


def _asks_who_wins(tokens: Sequence[Token], at: int) -> bool:
    """Whether the sentence around this word says or asks who wins, and has no cards."""
    first = last = at
    while first > max(0, at - _LONGEST_CLAUSE) and _goes_on(tokens[first - 1]):
        first -= 1
    end = min(len(tokens), at + _LONGEST_CLAUSE)
    while last + 1 < end and _goes_on(tokens[last + 1]):
        last += 1
    clause = tokens[first : last + 1]
    if any(token.kind in (Kind.CARDS, Kind.UNKNOWN, Kind.VERSUS) for token in clause):
        return False
    return any(token.kind is Kind.WON or _plain(token.text) in _ASK_WHO_WINS for token in clause)
