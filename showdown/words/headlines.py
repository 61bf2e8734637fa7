"""Summarize settlements for reading aloud, and describe reasons and shares in words."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from showdown.evaluator.contests import ContestResult, DecidedBy
from showdown.evaluator.games import Game
from showdown.evaluator.settlement import HandStatus, Settlement
from showdown.words.made_hands import (
    as_noun,
    as_subject,
    beats_text,
    find_deciding_kicker,
    title_with_kickers,
)
from showdown.words.ranks import (
    WriteAmount,
    capfirst,
    chips_text,
    join_phrases,
    join_words,
    number_text,
)
from showdown.words.vocabulary import (
    CONTESTS,
    ContestWords,
    contest_words,
    contest_words_with_board,
)

_SHARES = {
    Fraction(0): "nothing",
    Fraction(1): "the whole pot",
    Fraction(3, 4): "three quarters",
    Fraction(2, 3): "two thirds",
    Fraction(1, 2): "half",
    Fraction(1, 3): "a third",
    Fraction(1, 4): "a quarter",
    Fraction(1, 6): "a sixth",
    Fraction(1, 8): "an eighth",
}


STATUS_TEXTS = {
    HandStatus.COMPETES: "",
    HandStatus.FOLDED: "folded",
    HandStatus.MUCKED: "mucked",
    HandStatus.IN_NO_POT: "in no pot",
}
"""The reason why a hand doesn't compete, by status; empty for a hand that competes."""


def share_text(share: Fraction) -> str:
    """Return a share in words: `three quarters`, or a percentage if it has no name: `39%`."""
    return _SHARES.get(share) or f"{round(100 * share)}%"


def headline(settlement: Settlement, write: WriteAmount = chips_text) -> str:
    """Summarize a settlement in one sentence without a period.

    Examples are `HandB scoops: a nine-high straight flush, no low` and `HandA wins high with three
    kings, and HandB wins low with 7-6-5-2-A: half each`. With side pots, the best hand may not win
    everything, so the sentence is `HandA takes 343, HandB 300`, or `HandA and HandB split: 322 and
    321` if they win every pot together. A player's name at the start of the sentence isn't
    capitalized.
    """
    payout = settlement.payout
    if payout and len(payout.pots) > 1 and any(player.total for player in payout.players):
        paid = [player for player in payout.players if player.total]
        paid.sort(key=lambda player: player.total, reverse=True)
        winner_groups = {frozenset(award.winners) for pot in payout.pots for award in pot.awards}
        if len(winner_groups) == 1 and len(paid) > 1:
            names = join_words([player.label for player in paid])
            totals = [write(player.total, payout.decimals) for player in paid]
            amounts_text = f"{totals[0]} each" if len(set(totals)) == 1 else join_words(totals)
            return f"{names} split: {amounts_text}"
        totals_by_label = [(player.label, write(player.total, payout.decimals)) for player in paid]
        (leader, leader_amount), *others = totals_by_label
        amounts = [f"{label} {amount}" for label, amount in others]
        return ", ".join([f"{leader} takes {leader_amount}", *amounts])
    if not any(result.winners for run in settlement.runs for result in run.contests):
        return f"Nobody qualifies: {_shares_text(settlement, write)}"
    if len(settlement.runs) > 1:
        return _several_runs_text(settlement, write)
    return _single_run_text(settlement, write)


def _several_runs_text(settlement: Settlement, write: WriteAmount) -> str:
    """Return `HandA wins run 1 with a pair of aces, and HandB wins run 2 with …: half each`.

    If a run has several contests, return `On run 1, HandB scoops with three fives, no low; on run
    2, …`.
    """
    if len(settlement.contests) == 1:
        text = _join_results(
            (ContestWords(f"run {number}", f"on run {number}"), run.contests[0])
            for number, run in enumerate(settlement.runs, 1)
        )
    else:
        texts = []
        for number, run in enumerate(settlement.runs, 1):
            winners = {result.winners for result in run.contests if result.winners}
            outcome = "nobody qualifies"
            if len(winners) == 1 and len(min(winners)) == 1 and not _has_shared_board(run.contests):
                hands = _hands_text(settlement.game, run.contests)
                outcome = f"{min(winners)[0]} scoops with {hands}"
            elif winners:
                outcome = _join_contest_results(settlement.game, run.contests)
            texts.append(f"on run {number}, {outcome}")
        text = "; ".join(texts)
    return capfirst(_append_shares(text, settlement, write), settlement.deal.labels)


def _single_run_text(settlement: Settlement, write: WriteAmount) -> str:
    contests = settlement.contests
    scooper = next((player for player in settlement.players if player.share == 1), None)
    if scooper and contests[0].why is DecidedBy.UNCONTESTED:
        others = {player.status for player in settlement.players if not player.competes}
        reason = "nobody else is in the pot"
        if HandStatus.MUCKED in others:
            reason = "nobody else shows a hand"
        elif others == {HandStatus.FOLDED}:
            reason = "everyone else has folded"
        return f"{scooper.label} wins: {reason}"
    if len(contests) == 1:
        return _one_contest_text(settlement, contests[0], write)
    if scooper:
        return f"{scooper.label} scoops: {_hands_text(settlement.game, contests)}"
    if len(contests) == 2 and contests[0].winners == contests[1].winners:
        noun = (
            "boards" if all(result.contest.has_board_in_name for result in contests) else "halves"
        )
        hands = _hands_text(settlement.game, contests)
        return f"{join_words(contests[0].winners)} chop both {noun}: {hands}"
    text = _join_contest_results(settlement.game, contests)
    return _append_shares(text, settlement, write)


def _append_shares(text: str, settlement: Settlement, write: WriteAmount) -> str:
    if any(player.share == 1 for player in settlement.players):
        return text
    return f"{text}: {_shares_text(settlement, write)}"


def _join_contest_results(game: Game, contests: Iterable[ContestResult]) -> str:
    return _join_results((contest_words(game, result.contest), result) for result in contests)


def _join_results(results: Iterable[tuple[ContestWords, ContestResult]]) -> str:
    """Join the results of contests or of runs, grouped by winners.

    `results` pairs the words for each contest or run with its result. An example is
    `HandA wins high with three kings, and HandB wins low with …`.
    """
    hands_by_winners: dict[tuple[str, ...], list[tuple[str, str]]] = {}
    without_winner = []
    for words, result in results:
        are_runs = words.name.startswith("run ")
        if result.winners:
            named_hand = words.name, _best_hand_text(result)
            hands_by_winners.setdefault(result.winners, []).append(named_hand)
        else:
            text = f"nobody qualifies {words.within}" if are_runs else f"no {words.bare}"
            without_winner.append(text)
    texts = []
    for winners, named_hands in hands_by_winners.items():
        count, hands = len(named_hands), {hand for _, hand in named_hands}
        if are_runs and len(hands) == 1 < count:
            runs = "both runs" if count == 2 else f"{number_text(count)} runs"
            results_text = f"{runs} with {min(hands)}"
        else:
            results_text = join_phrases([f"{name} with {hand}" for name, hand in named_hands])
        verb = "wins" if len(winners) == 1 else "split"
        texts.append(f"{join_words(winners)} {verb} {results_text}")
    *others, last = texts
    return ", ".join([*others, f"and {last}" if others else last, *without_winner])


def _one_contest_text(settlement: Settlement, result: ContestResult, write: WriteAmount) -> str:
    """Return `HandA wins with three kings`, `HandA's ace kicker plays: three kings`, or a tie."""
    hand = _best_hand_text(result)
    count = len(result.winners)
    if count == 1:
        winner, kicker = result.winners[0], ""
        if result.beaten:
            kicker = find_deciding_kicker(result.ranking, result.rank, result.beaten)
        if kicker:
            return f"{winner}'s {kicker} kicker plays: {hand}"
        return f"{winner} wins with {hand}"
    if count > 2 and count == len(settlement.competing):
        return f"All {number_text(count)} tie with {hand}"
    return f"{join_words(result.winners)} split with {hand}: {_shares_text(settlement, write)}"


def _hands_text(game: Game, contests: Sequence[ContestResult]) -> str:
    """Return the hands of all contests: `three fives, and 7-6-5-2-A for low`.

    If a board has several contests, group the hands by board: `on board 1 a flush for
    high and no low, on board …`.
    """
    if _has_shared_board(contests):
        hands_on_board: dict[str, list[str]] = {}
        for result in contests:
            contest = result.contest
            board = f"on board {contest.boards[0] + 1} " if contest.has_board_in_name else ""
            words = CONTESTS[contest.kind]
            hand = f"no {words.bare}"
            if result.best:
                hand = f"{as_subject(result.ranking, result.rank)} {words.within}"
            hands_on_board.setdefault(board, []).append(hand)
        return ", ".join(f"{board}{join_phrases(hands)}" for board, hands in hands_on_board.items())
    first, *others = contests
    hands = []
    if first.best:
        is_alone = all(first.ranking is not other.ranking for other in others)
        hands.append(_best_hand_text(first) if is_alone else _hand_in_contest(game, first))
    hands += [_hand_in_contest(game, result) for result in others if result.best]
    without_winner = [
        f"no {contest_words(game, result.contest).bare}" for result in contests if not result.best
    ]
    hands_text = ", and ".join(hands) if len(hands) < 3 else join_phrases(hands)
    return ", ".join([hands_text, *without_winner])


def _has_shared_board(contests: Sequence[ContestResult]) -> bool:
    """Return whether several contests are named after the same board."""
    boards = [result.contest.boards for result in contests if result.contest.has_board_in_name]
    return len(set(boards)) < len(boards)


def _hand_in_contest(game: Game, result: ContestResult) -> str:
    """Return a hand with its contest: `7-6-5-2-A for low`, `a 4-3-2-A badugi`."""
    words = contest_words(game, result.contest)
    if _best_hand_text(result).endswith(words.name):
        return _best_hand_text(result)
    return f"{as_subject(result.ranking, result.rank)} {words.within}"


def _best_hand_text(result: ContestResult) -> str:
    return as_noun(result.ranking, result.rank)


def _shares_text(settlement: Settlement, write: WriteAmount) -> str:
    """Return the shares: `half each`, or each player's share, the largest first.

    If the payouts aren't exactly proportional to the shares, return the amounts: `HandA 101,
    HandB 100`.
    """
    if payout := settlement.payout:
        chips = sum(player.total for player in payout.players)
        winners = [player for player in payout.players if player.total]
        winners.sort(key=lambda player: player.total, reverse=True)
        if any(player.total != player.share * chips for player in payout.players):
            return ", ".join(
                f"{player.label} {write(player.total, payout.decimals)}" for player in winners
            )
    paid = [player for player in settlement.players if player.share]
    if not paid:  # nothing remains after the rake
        return "nothing is left in the pot"
    if len({player.share for player in paid}) == 1:
        return f"{share_text(paid[0].share)} each"
    paid.sort(key=lambda player: player.share, reverse=True)
    return ", ".join(f"{player.label} {share_text(player.share)}" for player in paid)


def reason_text(result: ContestResult) -> str:
    """Return the reason for a result, such as `three kings beat three sevens`."""
    ranking, rank, winners = result.ranking, result.rank, result.winners
    match result.why:
        case DecidedBy.NOBODY_QUALIFIES:
            return f"nobody has a qualifying {contest_words_with_board(result.contest).bare}"
        case DecidedBy.ONLY_ONE_QUALIFIES:
            return f"{as_noun(ranking, rank)}; nobody else qualifies"
        case DecidedBy.UNCONTESTED:
            return "no other hand competes"
        case DecidedBy.ALL_TIE:
            tied = f"all {number_text(len(winners))}" if len(winners) > 2 else join_words(winners)
            return f"{tied} tie: {title_with_kickers(ranking, rank)}"
    text = beats_text(ranking, rank, result.beaten)
    return f"{join_words(winners)} tie: {text}" if len(winners) > 1 else text
