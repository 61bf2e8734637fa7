"""What decided a contest, in one sentence without its full stop."""

from showdown.evaluator.contests import ContestResult
from showdown.evaluator.reasons import Reason, Why
from showdown.words.made_hands import as_noun, beats, in_full
from showdown.words.ranks import listed, number_text
from showdown.words.vocabulary import contest_on_board


def reason_text(result: ContestResult) -> str:
    """`three kings beat three sevens`, `HandA and HandB tie: queen-high straight`."""
    reason = result.reason
    match reason.why:
        case Why.NOBODY_QUALIFIES:
            return f"nobody has a qualifying {contest_on_board(result.contest).bare}"
        case Why.ONLY_ONE_QUALIFIES:
            return f"{as_noun(reason.ranking, reason.best)}; nobody else qualifies"
        case Why.UNCONTESTED:
            return "nobody else is in it"
        case Why.ALL_TIE:
            return f"{_tie(reason)}: {in_full(reason.ranking, reason.best)}"
    text = beats(reason.ranking, reason.best, reason.beaten)
    return f"{listed(reason.winners)} tie: {text}" if len(reason.winners) > 1 else text


def _tie(reason: Reason) -> str:
    """`all three tie`, `HandA and HandB tie`."""
    count = len(reason.winners)
    if count > 2:
        return f"all {number_text(count)} tie"
    return f"{listed(reason.winners)} tie"
