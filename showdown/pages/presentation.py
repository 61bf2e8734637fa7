"""Prepare a settlement for a page, so that templates contain only layout."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from itertools import chain
from typing import Any

from django.utils.text import slugify

from showdown.evaluator.cards import Cards
from showdown.evaluator.contests import ContestResult, MadeHand, combinations_ranked
from showdown.evaluator.deals import DEFAULT_LABELS, Deal, Hand, default_label
from showdown.evaluator.games import Contest, Game
from showdown.evaluator.payout import Payout
from showdown.evaluator.reasons import Why
from showdown.evaluator.rule_sets import WSOP_2026
from showdown.evaluator.settlement import PlayerResult, Settlement, settle
from showdown.notation.deal_format import Submission
from showdown.pages.table_input import page_label
from showdown.pages.view_models import (
    DrawnDeal,
    Mark,
    Presentation,
    ShownBoard,
    ShownCard,
    ShownHand,
    ShownPlayer,
    Total,
)
from showdown.pages.why import decisions, playing, tempting
from showdown.words.headlines import STANDINGS, headline, share_text
from showdown.words.made_hands import title
from showdown.words.payouts import dealer_lines, pot_name, the_pot
from showdown.words.ranks import card_text, chips_text, listed
from showdown.words.vocabulary import contest_on_board, contest_words

_STAND_IN = re.compile(r"⟦\d+⟧")


def present(settlement: Settlement) -> Presentation:
    """Prepare the settlement, with default names of pages for players without names."""
    settlement = for_people(settlement)
    payout = settlement.payout
    drawn = draw(settlement)
    return Presentation(
        game=drawn.game,
        deal=drawn.deal,
        headline=drawn.headline,
        boards=drawn.boards,
        players=drawn.players,
        pots=drawn.pots,
        decisions=tuple(decisions(settlement)),
        temptations=tuple(
            (player.label, wrong)
            for player in settlement.players
            if (wrong := tempting(settlement, player))
        ),
        totals=tuple(_totals(payout)) if payout else (),
        dealer_lines=dealer_lines(payout) if payout else (),
        rules=payout.rules.name if payout and payout.odd_chips else "",
        combinations=tuple(_combinations(settlement.game)),
    )


def present_as(submission: Submission, names: Mapping[str, str]) -> Presentation:
    """Prepare the settlement of a deal whose players have these names, by label.

    A name may be no valid label. So the deal is settled with placeholders that no text contains,
    and these are replaced by the names in the texts.
    """
    stand_ins = {label: f"⟦{number}⟧" for number, label in enumerate(names)}
    name_of = {stand_ins[label]: name for label, name in names.items()}
    shown: Presentation = _with_names(present(submission.renamed(stand_ins).settle()), name_of)
    return shown


def _with_names(part: Any, name_of: Mapping[str, str]) -> Any:
    """Return a part of a presentation with names instead of placeholders in all texts."""
    if isinstance(part, str):
        return _STAND_IN.sub(lambda match: name_of[match[0]], part)
    if isinstance(part, tuple):
        return tuple(_with_names(each, name_of) for each in part)
    if not is_dataclass(part) or isinstance(part, type | Deal | Game | ShownCard):
        return part
    texts = {field.name: getattr(part, field.name) for field in fields(part)}
    return replace(part, **{name: _with_names(text, name_of) for name, text in texts.items()})


def draw(settlement: Settlement) -> DrawnDeal:
    """Return the deal as it is drawn, with default names for players without names."""
    settlement = for_people(settlement)
    payout = settlement.payout
    signs = _signs(settlement.game)
    return DrawnDeal(
        game=settlement.game,
        deal=settlement.deal,
        headline=headline(settlement),
        boards=tuple(_boards(settlement, signs)),
        players=tuple(_player(settlement, player, signs) for player in settlement.players),
        pots=tuple(_pots(settlement, payout)) if payout else (),
    )


def called(label: str) -> str:
    """Return a label as pages show it: `Player 3` for HandC."""
    return page_label(DEFAULT_LABELS.index(label)) if label in DEFAULT_LABELS else label


def for_people(settlement: Settlement) -> Settlement:
    """Return the settlement with the default names of pages."""
    return _with_default_labels(settlement, default_label, page_label)


def for_files(settlement: Settlement) -> Settlement:
    """Return the settlement with the default names of files and of the record."""
    return _with_default_labels(settlement, page_label, default_label)


def _with_default_labels(
    settlement: Settlement, before: Callable[[int], str], after: Callable[[int], str]
) -> Settlement:
    """Settle with other default labels; unchanged if a new label is already taken."""
    labels = settlement.deal.labels
    names = {label: after(seat) for seat, label in enumerate(labels) if label == before(seat)}
    if not names or not set(names.values()).isdisjoint(labels):
        return settlement
    wagers, payout = settlement.wagers, settlement.payout
    return settle(
        settlement.deal.renamed(names),
        wagers.renamed(names) if wagers else None,
        payout.rules if payout else WSOP_2026,
    )


def find_contest(game: Game, slug: str) -> Contest | None:
    """Return the contest with a slug such as `high` or `high-of-board-2`; None without one."""
    return next((contest for contest in game.contests if slugify(contest.name) == slug), None)


def show_combinations(hand: Hand, boards: tuple[Cards, ...], contest: Contest) -> list[ShownHand]:
    """Return every combination of the hand that qualifies for the contest, best first."""
    ranked = combinations_ranked(hand, boards, contest)
    return [
        ShownHand(
            "",
            title(made.ranking, made.rank),
            playing(made),
            "best" if made.rank == ranked[0].rank else "",
        )
        for made in ranked
    ]


def count_combinations(game: Game, contest: Contest) -> int:
    """Return the number of combinations of each hand, qualifying or not."""
    cards = iter(game.deck)
    hole = tuple(next(cards) for _ in range(game.hole))
    boards = tuple(tuple(next(cards) for _ in range(count)) for count in game.boards)
    return sum(1 for _ in contest.combinations(hole, boards))


def _combinations(game: Game) -> Iterator[tuple[str, str]]:
    """Return the counts for each contest with more than one combination."""
    several = len(game.contests) > 1
    for contest in game.contests:
        count = count_combinations(game, contest)
        where = f" for {contest_words(game, contest).name}" if several else ""
        if count > 1:
            yield slugify(contest.name), f"All {count} combinations{where}"


def _signs(game: Game) -> dict[str, Mark]:
    """Return the mark of each contest: its letter, or a number if letters are the same."""
    names = [contest.name for contest in game.contests]
    if len(names) == 1:
        return {names[0]: Mark("✓", "plays")}
    letters = [name[0].upper() for name in names]
    if len(set(letters)) < len(letters):
        letters = [str(number) for number in range(1, len(names) + 1)]
    return {
        contest.name: Mark(letter, f"plays for {contest_words(game, contest).name}")
        for contest, letter in zip(game.contests, letters, strict=True)
    }


def _boards(settlement: Settlement, signs: Mapping[str, Mark]) -> Iterator[ShownBoard]:
    deal = settlement.deal
    for number, run in enumerate(settlement.runs):
        for place, board in enumerate(deal.boards_of_run(number)):
            leaders = [won for won in run.contests if won.best and place in won.contest.boards]
            yield ShownBoard(
                name=_board_name(deal, number, place),
                cards=tuple(_marked(board, _best(leaders), signs, _best(leaders).items())),
                marked=listed([_whose(won) for won in leaders]) if leaders else "",
            )


def _board_name(deal: Deal, run: int, place: int) -> str:
    """Return the name of a board: `Board 2`, or `Run 2, board 1` if the board was run twice."""
    if deal.has_shared_card:
        return "Shared card"
    several = len(deal.game.boards) > 1
    if deal.runs == 1:
        return f"Board {place + 1}" if several else "Board"
    return f"Run {run + 1}, board {place + 1}" if several else f"Run {run + 1}"


def _best(results: Iterable[ContestResult]) -> dict[str, MadeHand]:
    return {result.name: result.best for result in results if result.best}


def _marked(
    cards: Cards,
    made: Mapping[str, MadeHand],
    signs: Mapping[str, Mark],
    winning: Iterable[tuple[str, MadeHand]],
) -> Iterator[ShownCard]:
    """Yield the cards marked with the contests of `made`; those of `winning` hands are lifted."""
    for card in cards:
        marks = (signs[contest] for contest, hand in made.items() if card in hand.cards)
        won = {signs[contest].sign for contest, hand in winning if card in hand.cards}
        wins = "".join(sorted(won)) if len(signs) > 1 else ""
        yield ShownCard(card, tuple(marks), is_lifted=bool(won), wins=wins)


def _whose(result: ContestResult) -> str:
    """Return the hand whose cards are marked on the board: `HandA’s high`, the first in a tie."""
    return f"{result.winners[0]}’s {contest_on_board(result.contest).bare}"


def _pots(settlement: Settlement, payout: Payout) -> Iterator[tuple[str, str, str, str]]:
    """Yield each pot before rake: `606`, `main pot`, its winners, and the winning cards."""
    for pot in reversed(payout.pots):
        name = pot_name(pot.number, pot.pots)
        paid = [label for label in pot.eligible if pot.paid_to(label)]
        whose = listed(paid) if paid else ""
        winning = [
            made.cards
            for run, results in zip(settlement.runs, pot.results, strict=False)
            for result in results
            for label in result.winners
            if (made := run.made[result.name][label])
        ]
        five = " ".join(dict.fromkeys(map(card_text, chain.from_iterable(winning))))
        yield chips_text(pot.amount + pot.taken, payout.decimals), name, whose, five


def _totals(payout: Payout) -> Iterator[Total]:
    for player in payout.players:
        amount = chips_text(player.total, payout.decimals)
        back = chips_text(player.returned, payout.decimals) if player.returned else ""
        yield Total(player.label, amount, back)


def _player(settlement: Settlement, player: PlayerResult, signs: Mapping[str, Mark]) -> ShownPlayer:
    payout = settlement.payout
    made = {name: hand for name, hand in player.made.items() if hand}
    is_marked = player.competes and len(settlement.runs) == 1
    return ShownPlayer(
        label=player.label,
        standing=STANDINGS[player.standing],
        hole=tuple(
            _marked(
                player.hand.cards,
                made if is_marked else {},
                signs,
                _winning(settlement, player.label),
            )
        ),
        hands=tuple(_hands(settlement, player.label)) if player.competes else (),
        share=player.share,
        share_text=share_text(player.share),
        paid=chips_text(payout.player(player.label).total, payout.decimals) if payout else "",
        has_button=payout is not None and payout.button == player.label,
    )


def _winning(settlement: Settlement, label: str) -> list[tuple[str, MadeHand]]:
    """Return the contests that the player wins, in any run, with the winning hands."""
    payout = settlement.payout
    runs = [results for pot in payout.pots for results in pot.results] if payout else []
    return [
        (result.name, made)
        for results in runs or [run.contests for run in settlement.runs]
        for result in results
        if label in result.winners and result.best
        if (made := _made_by(settlement, label, result))
    ]


def _made_by(settlement: Settlement, label: str, result: ContestResult) -> MadeHand | None:
    return next(
        (
            made
            for run in settlement.runs
            if (made := run.made[result.name][label]) and made.rank == result.reason.best
        ),
        None,
    )


def _hands(settlement: Settlement, label: str) -> Iterator[ShownHand]:
    """Return the player's hand in each contest of each run."""
    for number, run in enumerate(settlement.runs, 1):
        for result in run.contests:
            where = [f"run {number}"] if len(settlement.runs) > 1 else []
            name = contest_words(settlement.game, result.contest).name
            where += [name] if len(run.contests) > 1 else []
            made = run.made[result.name][label]
            yield ShownHand(
                heading=", ".join(where),
                title=title(made.ranking, made.rank) if made else f"no {name}",
                cards=playing(made) if made else (),
                wins=_what_it_wins(settlement, number - 1, result, label),
            )


def _what_it_wins(settlement: Settlement, run: int, result: ContestResult, label: str) -> str:
    """Return `wins` or, with side pots, `wins the main pot and side pot 2`."""
    pots = settlement.payout.pots if settlement.payout else ()
    if len(pots) < 2:
        wins = label in result.winners and result.reason.why is not Why.UNCONTESTED
        return "wins" if wins else ""
    won = [
        the_pot(pot.number, pot.pots)
        for pot in reversed(pots)
        if pot.results and label in _winners(pot.results[run], result.name)
    ]
    return f"wins {listed(won)}" if won else ""


def _winners(results: Iterable[ContestResult], name: str) -> tuple[str, ...]:
    return next(result.winners for result in results if result.name == name)
