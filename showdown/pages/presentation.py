"""Prepare a settlement for a page, so that templates contain only layout."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from functools import cache
from itertools import chain, groupby
from typing import Any, NamedTuple

from showdown.evaluator.cards import Cards
from showdown.evaluator.contests import ContestResult, DecidedBy, MadeHand, rank_combinations
from showdown.evaluator.deals import DEFAULT_LABELS, Deal, Hand, default_label
from showdown.evaluator.games import Contest, Game
from showdown.evaluator.payout import PaidPot, Payout
from showdown.evaluator.rule_sets import WSOP_2026
from showdown.evaluator.settlement import PlayerResult, Settlement
from showdown.evaluator.temptations import find_temptations
from showdown.notation.deal_format import Submission
from showdown.pages.table_input import board_name, page_label
from showdown.pages.view_models import (
    Decision,
    Presentation,
    ShownBoard,
    ShownCard,
    ShownHand,
    ShownPlayer,
    ShownTemptation,
    Total,
)
from showdown.words.headlines import STATUS_TEXTS, headline, reason_text
from showdown.words.made_hands import find_deciding_cards, title, title_with_kickers
from showdown.words.payouts import dealer_lines, pot_name
from showdown.words.ranks import WriteAmount, capfirst, card_text, chips_text, join_words
from showdown.words.temptations import temptation_text
from showdown.words.vocabulary import CONTESTS, contest_words, contest_words_with_board

type Made = Mapping[str, Mapping[str, MadeHand | None]]

_PLACEHOLDER = re.compile(r"⟦\d+⟧")


def present(settlement: Settlement, write: WriteAmount = chips_text) -> Presentation:
    """Prepare a settlement for a page; unnamed players are called `Player 1` and so on.

    `write` converts amounts to text.
    """
    settlement = with_page_labels(settlement)
    payout, presentation = settlement.payout, present_without_reasons(settlement, write)
    made = [run.made for run in settlement.runs]
    if payout and len(payout.pots) > 1:
        decisions = _decisions_of_pots(settlement.game, payout.pots, made)
    else:
        results = [run.contests for run in settlement.runs]
        decisions = _decisions_of_runs(settlement.game, results, made, settlement.competing)
    return replace(
        presentation,
        decisions=tuple(decisions),
        temptations=tuple(
            temptation
            for player in settlement.players
            if (temptation := _temptation(settlement, player))
        ),
        totals=tuple(
            Total(
                player.label,
                amount=write(player.total, payout.decimals),
                returned=write(player.returned, payout.decimals) if player.returned else "",
                is_zero=not (player.total or player.returned),
            )
            for player in payout.players
        )
        if payout
        else (),
        dealer_lines=dealer_lines(payout, write) if payout else (),
        rules=payout.rules.name if payout and payout.odd_chips else "",
    )


def include_paid(presentation: Presentation, paid_names: Iterable[str]) -> Presentation:
    """Also list the totals of players who are due nothing but were paid in the log."""
    names = set(paid_names)
    totals = tuple(
        replace(total, is_zero=total.is_zero and total.label not in names)
        for total in presentation.totals
    )
    return replace(presentation, totals=totals)


def present_without_reasons(
    settlement: Settlement, write: WriteAmount = chips_text
) -> Presentation:
    """Prepare a settlement for a list or an image, without reasons and totals."""
    settlement = with_page_labels(settlement)
    return Presentation(
        game=settlement.game,
        deal=settlement.deal,
        headline=headline(settlement, write),
        boards=tuple(_show_boards(settlement)),
        players=tuple(_show_player(settlement, player, write) for player in settlement.players),
        pots=tuple(_show_pots(settlement, settlement.payout, write)) if settlement.payout else (),
    )


def present_with_names(
    submission: Submission, names: Mapping[str, str], write: WriteAmount = chips_text
) -> Presentation:
    """Prepare a settled deal with these names, by label, in place of the labels.

    A name need not be a valid label, and two players may have the same name. The deal is therefore
    settled with placeholders, which the names then replace in all texts.
    """
    placeholders = {label: f"⟦{number}⟧" for number, label in enumerate(names)}
    names_by_placeholder = {placeholders[label]: name for label, name in names.items()}
    settlement = submission.rename_players(placeholders).settle()
    presentation: Presentation = _with_names(present(settlement, write), names_by_placeholder)
    return presentation


def _with_names(part: Any, names_by_placeholder: Mapping[str, str]) -> Any:
    """Return a part of a presentation with names instead of placeholders in all texts."""
    if isinstance(part, str):
        return _PLACEHOLDER.sub(lambda match: names_by_placeholder[match[0]], part)
    if isinstance(part, tuple):
        return tuple(_with_names(item, names_by_placeholder) for item in part)
    if not is_dataclass(part) or isinstance(part, type | Deal | Game | ShownCard):
        return part
    values = {field.name: getattr(part, field.name) for field in fields(part)}
    return replace(
        part, **{name: _with_names(value, names_by_placeholder) for name, value in values.items()}
    )


def displayed_label(label: str) -> str:
    """Return the label that pages display: `Player 3` for `HandC`."""
    return page_label(DEFAULT_LABELS.index(label)) if label in DEFAULT_LABELS else label


def with_page_labels(settlement: Settlement) -> Settlement:
    """Replace default labels such as `HandA` with those of pages, such as `Player 1`."""
    return _with_default_labels(settlement, default_label, page_label)


def with_file_labels(settlement: Settlement) -> Settlement:
    """Replace default labels of pages, such as `Player 1`, with those of files, such as `HandA`."""
    return _with_default_labels(settlement, page_label, default_label)


def _with_default_labels(
    settlement: Settlement, before: Callable[[int], str], after: Callable[[int], str]
) -> Settlement:
    """Settle the deal again with other default labels.

    Return the settlement unchanged if it has no default labels or a new label is already taken.
    """
    labels = settlement.deal.labels
    names = {label: after(seat) for seat, label in enumerate(labels) if label == before(seat)}
    if not names or not set(names.values()).isdisjoint(labels):
        return settlement
    payout = settlement.payout
    rules = payout.rules if payout else WSOP_2026
    submission = Submission(settlement.deal, settlement.wagers, rules)
    return submission.rename_players(names).settle()


def show_combinations(hand: Hand, boards: tuple[Cards, ...], contest: Contest) -> list[ShownHand]:
    """Return every combination of the hand that qualifies for the contest, best first."""
    ranked = rank_combinations(hand, boards, contest)
    return [
        ShownHand(
            "",
            title(made.ranking, made.rank),
            _playing_cards(made),
            wins=made.rank == ranked[0].rank,
        )
        for made in ranked
    ]


class _ContestMark(NamedTuple):
    """The mark of cards that win a contest, and the text about cards that play in it.

    `letter` is empty in games with one kind of contest, and `board` in games where boards don't
    have their own contests.
    """

    letter: str
    board: str
    plays: str


@cache
def _contest_marks(game: Game) -> dict[str, _ContestMark]:
    if len(game.contests) == 1:
        return {game.contests[0].name: _ContestMark("", "", "plays")}
    has_several_kinds = len({contest.kind for contest in game.contests}) > 1
    return {
        contest.name: _ContestMark(
            letter=contest.kind[0].upper() if has_several_kinds else "",
            board=str(contest.boards[0] + 1) if contest.has_board_in_name else "",
            plays=f"plays for {contest_words(game, contest).name}",
        )
        for contest in game.contests
    }


def _show_boards(settlement: Settlement) -> Iterator[ShownBoard]:
    """Yield the boards; in a tie, the cards of the first winner's hand are marked."""
    deal = settlement.deal
    for run_index, run in enumerate(settlement.runs):
        for index, board in enumerate(deal.boards_of_run(run_index)):
            best = {
                result.name: result.best
                for result in run.contests
                if result.best and index in result.contest.boards
            }
            cards = tuple(_mark_cards(deal.game, board, best, best.items(), is_board=True))
            name = board_name(deal.game, deal.runs, run_index * len(deal.game.boards) + index)
            yield ShownBoard(name, cards)


def _mark_cards(
    game: Game,
    cards: Cards,
    made: Mapping[str, MadeHand],
    winning_hands: Iterable[tuple[str, MadeHand]],
    *,
    is_board: bool = False,
) -> Iterator[ShownCard]:
    """Yield the cards marked with the contests of `made`; those of `winning_hands` are lifted."""
    marks = _contest_marks(game)
    for card in cards:
        plays = (marks[contest].plays for contest, hand in made.items() if card in hand.cards)
        won_marks = {marks[contest] for contest, hand in winning_hands if card in hand.cards}
        wins = _join_letters(won_marks, is_board=is_board)
        yield ShownCard(card, tuple(plays), is_lifted=bool(won_marks), wins=wins)


def _join_letters(marks: Iterable[_ContestMark], *, is_board: bool) -> str:
    """Return the letters of the won contests: a line for each board, such as `HL1`.

    For a card of a board, return only the letters, such as `HL`, if there are any.
    """
    letters: dict[str, str] = {}
    for mark in sorted(marks, key=lambda mark: (mark.board, mark.letter)):
        letters[mark.board] = letters.get(mark.board, "") + mark.letter
    if is_board and any(letters.values()):
        return "".join(letters.values())
    return "\n".join(f"{board_letters}{board}" for board, board_letters in letters.items())


def _show_pots(
    settlement: Settlement, payout: Payout, write: WriteAmount
) -> Iterator[tuple[str, str, str, str]]:
    """Yield the amount before rake, the name, the winners and the winning cards of each pot.

    The order is that of the dealer, who pushes the last side pot first.
    """
    for pot in payout.pots:
        name = pot_name(pot.number, pot.pot_count)
        winners = [label for label in pot.eligible if pot.paid_to(label)]
        names = join_words(winners) if winners else ""
        winning_hands = [
            made.cards
            for run, results in zip(settlement.runs, pot.results, strict=False)
            for result in results
            for label in result.winners
            if (made := run.made[result.name][label])
        ]
        winning_cards = " ".join(dict.fromkeys(map(card_text, chain.from_iterable(winning_hands))))
        yield write(pot.amount + pot.taken, payout.decimals), name, names, winning_cards


def _show_player(
    settlement: Settlement,
    player: PlayerResult,
    write: WriteAmount,
) -> ShownPlayer:
    payout, wagers = settlement.payout, settlement.wagers
    bet = wagers.contributions.get(player.label, 0) if wagers else 0
    is_marked = player.competes and len(settlement.runs) == 1
    made = {name: hand for name, hand in player.made.items() if hand and is_marked}
    winning_hands = _winning_hands(settlement, player.label)
    return ShownPlayer(
        label=player.label,
        status=STATUS_TEXTS[player.status],
        hole=tuple(_mark_cards(settlement.game, player.hand.cards, made, winning_hands)),
        hands=tuple(_show_hands(settlement, player.label)) if player.competes else (),
        share=player.share,
        paid=write(payout.player(player.label).total, payout.decimals) if payout else "",
        bet=write(bet, wagers.decimals) if wagers and bet else "",
        has_button=payout is not None and payout.button == player.label,
    )


def _winning_hands(settlement: Settlement, label: str) -> list[tuple[str, MadeHand]]:
    """Return the contests that the player wins, in any run, with the winning hands."""
    payout = settlement.payout
    pot_results = [results for pot in payout.pots for results in pot.results] if payout else []
    winning_hands = []
    for result in chain.from_iterable(pot_results or [run.contests for run in settlement.runs]):
        if label not in result.winners or not result.best:
            continue
        made = [run.made[result.name][label] for run in settlement.runs]
        best = [hand for hand in made if hand and hand.rank == result.rank]
        winning_hands += [(result.name, hand) for hand in best[:1]]
    return winning_hands


def _show_hands(settlement: Settlement, label: str) -> Iterator[ShownHand]:
    """Yield the player's hand in each contest of each run.

    Contests of the same board are combined into one hand: `pair of nines, low 7-6-3-2-A`.
    """
    for number, run in enumerate(settlement.runs, 1):
        for name, results in groupby(run.contests, key=lambda result: _caption(result.contest)):
            titles: list[str] = []
            cards: list[ShownCard] = []
            for result in results:
                made = run.made[result.name][label]
                kind = CONTESTS[result.contest.kind].bare
                text = title(made.ranking, made.rank) if made else f"no {kind}"
                titles.append(f"{kind} {text}" if made and titles else text)
                cards += _playing_cards(made) if made else ()
            yield ShownHand(
                label=_heading(number, len(settlement.runs), name, len(run.contests)),
                title=", ".join(titles),
                cards=tuple(cards),
            )


def _caption(contest: Contest) -> str:
    """Return the caption of a hand: its board in games with contests for each board."""
    return (
        f"board {contest.boards[0] + 1}"
        if contest.has_board_in_name
        else contest_words_with_board(contest).name
    )


def _heading(run: int, runs: int, contest: str, contests: int) -> str:
    """Return the run and the contest, each only if there are several: `run 2, high`."""
    parts = [f"run {run}"] if runs > 1 else []
    if contests > 1:
        parts.append(contest)
    return ", ".join(parts)


def _temptation(settlement: Settlement, player: PlayerResult) -> ShownTemptation | None:
    """Return the player's first tempting wrong answer, with the cards that play instead."""
    temptations = find_temptations(settlement, player.label) if player.competes else ()
    if not temptations:
        return None
    contest, cards = temptations[0].contest, temptations[0].cards
    rank = contest.rank(cards) if cards else ()
    made = player.made[contest.name]
    return ShownTemptation(
        player.label,
        text=capfirst(temptation_text(temptations[0])),
        title=title(contest.ranking, rank) if rank else "",
        cards=tuple(ShownCard(card, is_own=card in player.hand.cards) for card in cards),
        instead=_playing_cards(made) if made else (),
        instead_title=title(made.ranking, made.rank) if made else "",
    )


def _playing_cards(made: MadeHand, deciding_cards: Iterable[object] = ()) -> tuple[ShownCard, ...]:
    """Return the cards that play. Mark the deciding cards, and hole cards if board cards play."""
    own_cards = made.hole if made.board else ()
    deciding_cards = frozenset(deciding_cards)
    return tuple(
        ShownCard(card, is_own=card in own_cards, decides=card in deciding_cards)
        for card in made.cards
    )


def _decisions_of_pots(game: Game, pots: Iterable[PaidPot], made: list[Made]) -> Iterator[Decision]:
    """Yield the decisions of all pots, the last side pot first, and equal decisions only once.

    A decision about several pots has the hands of the pot nearest to the main pot.
    """
    pots_by_decision: dict[object, list[tuple[str, Decision]]] = {}
    for pot in pots:
        name = pot_name(pot.number, pot.pot_count)
        decisions = _decisions_of_runs(game, pot.results, made, pot.eligible, is_pot=True)
        if not pot.results:
            decisions = iter([Decision("", pot.eligible[0], "nobody else is in it")])
        for decision in decisions:
            key = decision.heading, decision.winner, decision.text, decision.closest
            pots_by_decision.setdefault(key, []).append((name, decision))
    for named_decisions in pots_by_decision.values():
        names, (*_, last) = zip(*named_decisions, strict=True)
        headings = filter(None, (join_words(names), last.heading))
        yield replace(last, heading=capfirst(", ".join(headings)))


def _decisions_of_runs(
    game: Game,
    runs: Iterable[tuple[ContestResult, ...]],
    made: list[Made],
    competing: tuple[str, ...],
    *,
    is_pot: bool = False,
) -> Iterator[Decision]:
    """Yield the decisions of each run.

    Headings name the run and the contest, each only if there are several.
    """
    runs = list(runs)
    for number, (results, made_in_run) in enumerate(zip(runs, made, strict=False), 1):
        for result in results:
            name = contest_words(game, result.contest).name
            heading = _heading(number, len(runs), name, len(results))
            winner = result.winners[0] if len(result.winners) == 1 else ""
            text = reason_text(result)
            if result.why is DecidedBy.NOBODY_QUALIFIES and heading:
                text = "nobody qualifies"  # the heading names the contest
            yield Decision(
                heading=heading if is_pot else capfirst(heading),
                winner=winner,
                text=text if winner else capfirst(text, competing),
                compared=tuple(_compare_hands(name, result, made_in_run[result.name], competing)),
                is_low=result.contest.kind == "low" and len(results) > 1,
            )


def _compare_hands(
    name: str,
    result: ContestResult,
    made: Mapping[str, MadeHand | None],
    competing: tuple[str, ...],
) -> Iterator[ShownHand]:
    """Yield the competing hands, the best first, with the deciding cards marked."""
    if result.best is None or result.why is DecidedBy.UNCONTESTED:
        return
    hands = {label: hand for label in competing if (hand := made[label])}
    beaten_hand = next((hand for hand in hands.values() if hand.rank == result.beaten), None)
    winning_cards = find_deciding_cards(result.best, beaten_hand)[0] if beaten_hand else ()
    ranks = {card.rank for card in winning_cards}
    for label in sorted(hands, key=lambda label: hands[label].rank, reverse=True):
        hand = hands[label]
        wins = label in result.winners
        deciding_cards = (
            [card for card in hand.cards if card.rank in ranks]
            if wins
            else find_deciding_cards(result.best, hand)[1]
        )
        yield ShownHand(
            label,
            title_with_kickers(hand.ranking, hand.rank),
            _playing_cards(hand, deciding_cards),
            wins,
        )
    for label in competing:
        if label not in hands:
            yield ShownHand(label, f"no {name}")
