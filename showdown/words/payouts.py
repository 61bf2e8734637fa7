"""Describe a payout in the order in which a dealer pushes the chips."""

from collections.abc import Callable
from fractions import Fraction
from itertools import chain, groupby

from showdown.evaluator.games import Game
from showdown.evaluator.payout import (
    Award,
    Division,
    OddChip,
    OddChipRule,
    PaidPot,
    Payout,
    PlayerPayout,
)
from showdown.words.headlines import share_text
from showdown.words.made_hands import as_noun
from showdown.words.ranks import (
    WriteAmount,
    amount_text,
    capfirst,
    chips_text,
    join_phrases,
    join_words,
)
from showdown.words.vocabulary import ContestWords, contest_words_with_board

_SHARE_NAMES = {
    Fraction(1): "scooped",
    Fraction(3, 4): "three-quartered",
    Fraction(1, 4): "quartered",
}

_ODD_CHIP_RECEIVERS = {
    OddChipRule.FIRST_RUN: "to the first run",
    OddChipRule.FIRST_BOARD: "to the first board",
    OddChipRule.FIRST_CONTEST: "to {0}",
    OddChipRule.FIRST_IN_TURN: "to {0}, whose winner is first left of the button",
    OddChipRule.LEFT_OF_BUTTON: "to {0}, first left of the button",
    OddChipRule.SEAT_ORDER: "to {0}, first in seat order because no button is given",
    OddChipRule.HIGHEST_PLAYING_CARD: "to {0}, by the highest card that plays",
    OddChipRule.HIGHEST_CARD: "to {0}, by the highest card",
    OddChipRule.LOWEST_CARD: "to {0}, by the lowest card",
}


def pot_name(number: int, pot_count: int) -> str:
    """Return `pot`, `main pot` or `side pot`; several side pots are numbered: `side pot 2`."""
    if pot_count < 2:
        return "pot"
    if not number:
        return "main pot"
    return "side pot" if pot_count == 2 else f"side pot {number}"


def pot_name_with_article(number: int, pot_count: int) -> str:
    """Return the name of a pot, with an article if it has no number: `the pot`, `side pot 2`."""
    name = pot_name(number, pot_count)
    return name if name[-1].isdigit() else f"the {name}"


def share_name(game: Game, payout: Payout, player: PlayerPayout) -> str:
    """Return a player's share in words, such as `three quarters`.

    In games with several contests, return `scooped`, `three-quartered` or `quartered` if the player
    got that share of every pot.
    """
    shares = {pot.shares.get(player.label, Fraction(0)) for pot in payout.pots}
    if len(game.contests) > 1 and shares == {player.share}:
        return _SHARE_NAMES.get(player.share, share_text(player.share))
    return share_text(player.share)


def receivers_text(pot: PaidPot, odd_chips: tuple[OddChip, ...]) -> str:
    """Return the receivers of odd chips: `to high`, `to HandB, first left of the button`."""
    texts = []
    for rule, chips in groupby(odd_chips, key=lambda chip: chip.rule):
        names = [chip.receiver for chip in chips]
        if rule in (OddChipRule.FIRST_CONTEST, OddChipRule.FIRST_IN_TURN):
            names = [_contest_words(pot, name).name for name in names]
        texts.append(_ODD_CHIP_RECEIVERS[rule].format(join_words(names)))
    return join_words(texts)


def _contest_words(pot: PaidPot, name: str) -> ContestWords:
    """Return the words for the pot's contest with this name."""
    results = chain.from_iterable(pot.results)
    return next(
        contest_words_with_board(result.contest) for result in results if result.name == name
    )


def dealer_lines(payout: Payout, write: WriteAmount = chips_text) -> tuple[str, ...]:
    """Return a line for each step of the dealer.

    The steps are the return of an uncalled bet, the rake and jackpot drop, and the pots, the main
    pot last.
    """
    returned = payout.returned

    def format_amount(amount: int) -> str:
        return write(amount, payout.decimals)

    lines = []
    if returned:
        lines.append(
            f"{format_amount(returned.amount)} back to {returned.label}: nobody called it."
        )
    house = {"rake": payout.rake, "jackpot drop": payout.jackpot}
    taken = {name: amount for name, amount in house.items() if amount}
    if taken:
        amounts = [f"a {name} of {format_amount(amount)}" for name, amount in taken.items()]
        pots = [pot for pot in payout.pots if pot.taken]
        parts = [
            f"{format_amount(pot.taken)} from {pot_name_with_article(pot.number, pot.pot_count)}"
            for pot in pots
        ]
        source_text = f": {', '.join(parts)}"
        if len(pots) == 1:
            source_text = f" from {pot_name_with_article(pots[0].number, pots[0].pot_count)}"
        lines.append(f"The house takes {join_words(amounts)}{source_text}.")
    deductions_text = f" after {join_words([*taken])}" if taken else ""
    lines += [
        _pot_line(pot, format_amount, deductions_text if pot.taken else "") for pot in payout.pots
    ]
    return tuple(lines)


def totals_line(payout: Payout) -> str:
    """Return each player's total: `HandA 200; HandB 0; 100 back to HandA`.

    Plain-text responses end with this line. Amounts have no thousands separators, and players are
    in seat order.
    """
    decimals = payout.decimals
    totals = [f"{player.label} {amount_text(player.total, decimals)}" for player in payout.players]
    if payout.returned:
        returned = amount_text(payout.returned.amount, decimals)
        totals.append(f"{returned} back to {payout.returned.label}")
    return "; ".join(totals)


def _pot_line(pot: PaidPot, write: Callable[[int], str], deductions_text: str) -> str:
    """Describe a pot in sentences: its amount, eligible players, awards and odd chips.

    `deductions_text` names the deductions: ` after rake`. An example is
    `Side pot, 468: Boris and Cem. High: Cem, three sevens, 234. Low: Boris, …, 234.`
    """
    name = capfirst(pot_name(pot.number, pot.pot_count))
    amount = write(pot.amount)
    sentences = [f"{name}, {amount}{deductions_text}: {join_words(pot.eligible)}."]
    sentences += (_award_sentence(pot, award, write) for award in pot.awards)
    has_runs = len(pot.results) > 1
    for run, results in enumerate(pot.results, 1):
        if has_runs and not any(result.winners for result in results):
            continue  # the award of this run states that nobody qualifies
        run_text = f" on run {run}" if has_runs else ""
        sentences += (
            f"No {contest_words_with_board(result.contest).bare}{run_text}."
            for result in results
            if not result.winners
        )
    for chip in pot.odd_chips:
        odd = _odd_text(chip.amount, write)
        sentences.append(f"The odd {odd} goes {receivers_text(pot, (chip,))}.")
    return " ".join(sentences)


def _award_sentence(pot: PaidPot, award: Award, write: Callable[[int], str]) -> str:
    """Return the sentence about an award.

    An example is `Low: HandB and HandC tie with 7-5-3-2-A, 43: 21 each, and the odd chip to …`.
    """
    if pot.division is Division.UNCONTESTED:
        return f"{award.winners[0]} takes it: no other hand competes."
    if pot.division is Division.SHARED_BY_ALL:
        return f"Nobody qualifies: {_even_parts_text(pot, award, write)}."
    amount = write(award.amount)
    if not award.contests:
        evenly = _even_parts_text(pot, award, write)
        return f"Run {award.run + 1}: nobody qualifies, {amount}: {evenly}."
    hands = join_phrases([as_noun(hand.ranking, hand.rank) for hand in award.made.values()])
    is_whole = pot.division is Division.WHOLE
    how = "in every run" if is_whole and len(pot.results) > 1 else f"with {hands}"
    head = _award_heading(pot, award)
    if len(award.winners) > 1:
        shares = _even_parts_text(pot, award, write)
        return f"{head}{join_words(award.winners)} tie {how}, {amount}: {shares}."
    if is_whole:
        verb = "scoops" if len(award.contests) > 1 else "wins"
        return f"{award.winners[0]} {verb} {how}."
    return f"{head}{award.winners[0]}, {hands}, {amount}."


def _even_parts_text(pot: PaidPot, award: Award, write: Callable[[int], str]) -> str:
    """Return each winner's part: `21 each, and the odd chip to HandB, first left of …`."""
    text = f"{write(award.even_part)} each"
    if award.odd_chips:
        odd = _odd_text(award.odd_chips[0].amount, write)
        odd = f"the odd {odd}" if len(award.odd_chips) == 1 else f"an odd {odd} each"
        text += f", and {odd} {receivers_text(pot, award.odd_chips)}"
    return text


def _odd_text(amount: int, write: Callable[[int], str]) -> str:
    """Return `chip` for one chip, otherwise the amount."""
    written = write(amount)
    return "chip" if amount == 1 and written == "1" else written


def _award_heading(pot: PaidPot, award: Award) -> str:
    """Return the beginning of an award's sentence.

    Examples are `High: ` for a divided pot, and `Run 2, high: ` if the board was run several
    times. The only contest of a game isn't named.
    """
    has_several = len(pot.results) > 1 or len(pot.results[0]) > 1
    if pot.division is not Division.DIVIDED or not has_several:
        return ""
    contest = join_words([_contest_words(pot, name).bare for name in award.contests])
    if len(pot.results) > 1:
        has_several_contests = len(pot.results[0]) > 1
        return (
            f"Run {award.run + 1}, {contest}: "
            if has_several_contests
            else f"Run {award.run + 1}: "
        )
    return f"{capfirst(contest)}: "
