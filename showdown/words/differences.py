"""Explain why a logged hand was paid incorrectly, in sentences without a period."""

from collections.abc import Callable

from showdown.evaluator.differences import Difference, Kind
from showdown.evaluator.prices import SOLD
from showdown.evaluator.settlement import Settlement
from showdown.words.errors import error_text
from showdown.words.headlines import reason_text
from showdown.words.nights import convert_price, price_text
from showdown.words.ranks import capfirst, chips_text, join_phrases, join_words
from showdown.words.vocabulary import contest_words_with_board

KIND_NAMES = {
    Kind.UNKNOWN_PLAYER: "unknown player",
    Kind.IMPOSSIBLE_CARDS: "impossible cards",
    Kind.AMOUNT: "invalid amount",
    Kind.STACK: "more than the stack",
    Kind.UNCALLED: "uncalled bet",
    Kind.FOLDED: "paid after folding",
    Kind.POT_SUM: "wrong pot",
    Kind.SUM: "more paid than bet",
    Kind.RAKE: "wrong rake",
    Kind.WINNER: "wrong winner",
    Kind.ODD_CHIP: "odd chip",
    Kind.SHARE: "wrong share",
    Kind.CASH_OUT: "wrong cash-out",
    Kind.INSURANCE: "wrong premium",
}


def difference_text(difference: Difference) -> str:
    """Return a sentence that explains a difference.

    An example is `Boris got the 120 pot, but Cem wins it: three kings beat three sevens`.
    """
    sentence = _SENTENCES[difference.kind]
    text = _fill(sentence, difference) if isinstance(sentence, str) else sentence(difference)
    return capfirst(text, (*difference.players, difference.player))


def _fill(template: str, difference: Difference) -> str:
    return template.format(
        player=difference.player,
        written=difference.written,
        stated=_amount_text(difference, difference.stated),
        actual=_amount_text(difference, difference.actual),
        paid=_amount_text(difference, difference.paid.get(difference.player, 0)),
    )


def _uncalled_sentence(difference: Difference) -> str:
    text = "nobody called {actual} of {player}'s bets, but {stated} was returned"
    if not difference.actual:
        text = "{stated} was returned to {player}, though all of that player's bets were called"
    elif not difference.stated:
        text = "nobody called {actual} of {player}'s bets, but nothing was returned"
    return _fill(text, difference)


def _rake_sentence(difference: Difference) -> str:
    source = "the rake rule" if difference.is_by_rule else "the log"
    return _fill(f"the house took {{actual}}, but {source} states {{stated}}", difference)


def _winner_sentence(difference: Difference) -> str:
    if difference.settlement is None:
        last = next(iter(difference.due), "somebody else")
        paid = _fill("{player} was paid {paid}", difference)
        return f"{paid}, but {last} was the last player in the hand"
    losers = [name for name in difference.excess if not difference.due.get(name)]
    amount = sum(difference.excess[name] for name in losers)
    got = f"{join_words(losers)} got"
    shortfalls = {name: -chips for name, chips in difference.excess.items() if chips < 0}
    is_whole_pot = amount == sum(difference.due.values())
    if is_whole_pot and len(difference.due) == 1:
        text = (
            f"{got} the {_amount_text(difference, amount)} pot, but {min(difference.due)} wins it"
        )
    elif not shortfalls:
        text = f"{got} {_amount_text(difference, amount)} without winning anything"
    else:
        receivers = [
            f"{name} ({_amount_text(difference, chips)})" for name, chips in shortfalls.items()
        ]
        if len(shortfalls) == 1 and amount in shortfalls.values():
            receivers = list(shortfalls)
        chips = _amount_text(difference, amount)
        text = f"{got} {chips} that should have gone to {join_words(receivers)}"
    return text + _reasons_text(difference.settlement)


def _odd_chip_sentence(difference: Difference) -> str:
    overpaid = [name for name, chips in difference.excess.items() if chips > 0]
    underpaid = [name for name, chips in difference.excess.items() if chips < 0]
    if not (overpaid and underpaid):
        return _share_sentence(difference)
    amount = _amount_text(difference, max(difference.excess.values()))
    text = f"an odd {amount} went to {join_words(overpaid)} instead of {join_words(underpaid)}"
    if difference.matching_rule_sets:
        return f"{text}, which is correct under {join_words(difference.matching_rule_sets)}"
    return f"{text}, which no rule set allows"


def _share_sentence(difference: Difference) -> str:
    if difference.settlement is None:
        return _fill("{player} was paid {actual}, but could win at most {stated}", difference)
    parts: list[str] = []
    for name in difference.excess:
        paid = _amount_text(difference, difference.paid.get(name, 0))
        due = _amount_text(difference, difference.due.get(name, 0))
        parts.append(f"{name} {'' if parts else 'should have received '}{due} instead of {paid}")
    return join_phrases(parts) + _reasons_text(difference.settlement)


def _price_sentences(difference: Difference) -> str:
    parts = []
    for price in difference.prices:
        texts = convert_price(price, difference.decimals, has_separators=True)
        if price.kind == SOLD:
            fee = f" less a fee of {texts['fee']}" if texts["fee"] else ""
            worth = f"{float(price.equity):.2%} of the {texts['pot']} pot{fee}"
            parts.append(
                f"{price.player} sold the hand to the house, which gets its winnings, for {worth}"
            )
        parts.append(price_text(texts))
    return "; ".join(parts)


def _reasons_text(settlement: Settlement | None) -> str:
    """Return the reasons: `: high: three kings beat three sevens; low: nobody has …`."""
    if settlement is None:
        return ""
    has_several_contests, has_several_runs = len(settlement.contests) > 1, len(settlement.runs) > 1
    reasons = []
    for number, run in enumerate(settlement.runs, 1):
        run_name = f"run {number}, " if has_several_runs else ""
        for result in run.contests:
            name = (
                f"{contest_words_with_board(result.contest).bare}: " if has_several_contests else ""
            )
            reasons.append(f"{run_name}{name}{reason_text(result)}")
    return f": {'; '.join(reasons)}"


def _amount_text(difference: Difference, amount: int) -> str:
    return chips_text(amount, difference.decimals)


_SENTENCES: dict[Kind, str | Callable[[Difference], str]] = {
    Kind.UNKNOWN_PLAYER: "{player} takes part, but has no seat",
    Kind.AMOUNT: "the log states {written}, which isn't a multiple of the smallest chip",
    Kind.STACK: "{player} bet {actual}, but had only {stated}",
    Kind.FOLDED: "{player} was paid {paid}, but had folded",
    Kind.SUM: "{stated} was bet, but {actual} was paid out, including what the house took",
    Kind.POT_SUM: "the log states pots of {stated}, but {actual} was bet",
    Kind.IMPOSSIBLE_CARDS: lambda difference: (
        error_text(difference.error) if difference.error else "these cards can't be dealt"
    ),
    Kind.UNCALLED: _uncalled_sentence,
    Kind.RAKE: _rake_sentence,
    Kind.WINNER: _winner_sentence,
    Kind.ODD_CHIP: _odd_chip_sentence,
    Kind.SHARE: _share_sentence,
    Kind.CASH_OUT: _price_sentences,
    Kind.INSURANCE: _price_sentences,
}
