"""Texts about odds: precision, favorites, outs, ranges, effects of cards, and dollar equity."""

from collections.abc import Iterator
from fractions import Fraction

from showdown.bulk.combos import Combos, measure_extent
from showdown.bulk.dollars import DollarEquities, HandResult
from showdown.bulk.odds import Odds
from showdown.evaluator.cards import RANKS, SUITS, format_cards
from showdown.evaluator.next_cards import COUNTERFEITS, MAKES, SCOOPS, Effect
from showdown.evaluator.spots import Holding, Spot
from showdown.words.payouts import pot_name
from showdown.words.ranks import count_text, join_words

_EFFECT_TEXTS = {
    MAKES: "makes {label}'s {contest}",
    COUNTERFEITS: "counterfeits {label}",
    SCOOPS: "{label} scoops",
}


def precision_text(odds: Odds) -> str:
    """Return the precision, such as `exact, 1,086,008 boards`.

    For sampled odds, state the margin, the deals and the seed:
    `± 0.04% (95%), 1,000,000 deals, seed 7`.
    """
    if odds.is_exact:
        return f"exact, {count_text(odds.tally.total, 'board' if odds.counts_boards else 'deal')}"
    deals = count_text(odds.tally.total, "deal")
    return f"± {odds.margin * 100:.2f}% (95%), {deals}, seed {odds.seed}"


MAX_LISTED_OUTCOMES = 20
"""Maximum number of outcomes of a hand that are listed, the most likely first."""


def list_dollar_changes(dollars: DollarEquities) -> list[tuple[str, str, str, str]]:
    """Return each player's label, dollar equity before and after the hand, and the change."""
    return [
        (label, f"{before:,.2f}", f"{after:,.2f}", f"{after - before:+,.2f}")
        for label, before, after in zip(dollars.labels, dollars.before, dollars.after, strict=True)
    ]


def list_stacks_after(result: HandResult) -> list[tuple[str, str]]:
    """Return each player's chips after a hand with this result, and their dollar equity."""
    return [
        (f"{float(chips):,.10g}", f"{equity:,.2f}")
        for chips, equity in zip(result.stacks, result.dollars, strict=True)
    ]


def percent_text(share: Fraction | float) -> str:
    return f"{float(share * 100):.2f}%"


def short_percent_text(share: Fraction | float) -> str:
    """Return a share as `51.7%`, for pages. The tables of the `odds` command use `percent_text`."""
    return f"{float(share * 100):.1f}%"


def precision_sentence(odds: Odds, *, is_final: bool) -> str:
    """Return the precision as a sentence.

    Examples are `Exact: all 658,008 boards counted` and `Estimate, ±0.75 points, refining…`.
    """
    if odds.is_exact:
        noun = "board" if odds.counts_boards else "deal"
        counted = count_text(odds.tally.total, noun)
        return f"Exact: {'all ' if odds.tally.total > 1 else ''}{counted} counted"
    text = f"Estimate, ±{odds.margin * 100:.2f} points"
    return text if is_final else f"{text}, refining…"


def whole_percent_text(share: float) -> str:
    """Return a share as `42%`, for charts and their tables."""
    return f"{share * 100:.0f}%"


def pot_names(odds: Odds) -> list[str]:
    """Return the names of the pots, the main pot first."""
    return [pot_name(number, len(odds.pots)) for number in range(len(odds.pots))]


def effect_text(effect: Effect, *, can_split: bool = True) -> str:
    """Return the effect of a card, such as `makes HandA's low`.

    If the pot can't be split, a scoop means that the other players are drawing dead.
    """
    if effect.kind == SCOOPS and not can_split:
        return f"drawing dead against {effect.label}"
    return _EFFECT_TEXTS[effect.kind].format(label=effect.label, contest=effect.contest)


def outs_text(label: str, count: int, *, wins: bool, is_last: bool) -> str:
    """Describe the outs, such as `9 cards win for HandA` if `is_last`.

    `is_last` means that only one card is to come; otherwise, an example is `14 cards make HandA the
    favorite`. Unless `wins`, the cards split the pot or make the players even.
    """
    cards, verb_suffix = count_text(count, "card"), "s" if count == 1 else ""
    if is_last:
        return (
            f"{cards} win{verb_suffix} for {label}"
            if wins
            else f"{cards} split{verb_suffix} for {label}"
        )
    return (
        f"{cards} make{verb_suffix} {label} the favorite"
        if wins
        else f"{cards} make{verb_suffix} it even"
    )


def favorite_text(odds: Odds, *, has_share: bool = True) -> str:
    """Describe the player with the largest share: `Player 2 is a 58.0% favorite`.

    If several players share it, return `Player 1 and Player 2 are even at 50.0% each`; if it is
    less than half, `Player 2 leads with 23.9%`; if it is everything, `Player 1 is drawing dead`.
    Without `has_share`, omit the percentage: `Player 2 is the favorite`.
    """
    shares = {label: odds.tally.share(seat) for seat, label in enumerate(odds.spot.labels)}
    best = max(shares.values())
    leaders = [label for label, share in shares.items() if share == best]
    if len(shares) == 1:
        return f"{leaders[0]} is the only player"
    if len(leaders) > 1:
        even = f"{join_words(leaders)} are even"
        return f"{even} at {short_percent_text(best)} each" if has_share else even
    if best == 1:
        behind = [label for label, share in shares.items() if share < best]
        return f"{join_words(behind)} {'is' if len(behind) == 1 else 'are'} drawing dead"
    if best < Fraction(1, 2):
        leads = f"{leaders[0]} leads"
        return f"{leads} with {short_percent_text(best)}" if has_share else leads
    if not has_share:
        return f"{leaders[0]} is the favorite"
    article = "an" if short_percent_text(best).startswith("8") else "a"
    return f"{leaders[0]} is {article} {short_percent_text(best)} favorite"


_MAX_LISTED_OPEN_CARDS = 5
"""Maximum number of cards with an open suit, such as the `x` in `Jx`, that are listed for a range.

A longer list isn't necessary to notice a typing error.
"""


def list_open_cards(spot: Spot) -> Iterator[str]:
    """Yield a line for each hand that is only partly known, or has cards whose suit is open.

    Examples are `HandA, Jx: Jd or Jc` and `HandB, As2d3c: 4 more cards unknown`.
    """
    for holding in spot.holdings:
        if text := open_cards_text(holding):
            yield f"{holding.label}, {text}"


def open_cards_text(holding: Holding) -> str:
    """Describe a hand's unknown cards and cards with an open suit.

    Return `""` if all cards are known, or none are.
    """
    if isinstance(holding.range, Combos):
        choices = []
        for card in holding.range.cards_with_open_suits[:_MAX_LISTED_OPEN_CARDS]:
            rank = RANKS[card.rank]
            *others, last = (rank + SUITS[suit] for suit in card.suits)
            suits = f"{', '.join(others)} or {last}" if others else last
            choices.append(f"{rank}{card.variable}: {suits}")
        return "; ".join(choices)
    if not (holding.dealt_cards and holding.unknown):
        return ""
    unknown = f"{count_text(holding.unknown, 'more card')} unknown"
    kept = format_cards(holding.cards, "") or "nothing"
    if not holding.discards:
        return f"{kept}: {unknown}"
    return f"{format_cards(holding.discards, '')} discarded, {kept} kept: {unknown}"


def range_size_text(holding: Holding, spot: Spot) -> str:
    """Return the size of a range, or an empty string for a hand without a range.

    Examples are `18 combos` and `9 of 18 combos left`.
    """
    if not isinstance(holding.range, Combos):
        return ""
    size = measure_extent(holding.range, spot.stub)
    combos = "combo" if size.written == 1 else "combos"
    if size.possible < size.written:
        return f"{size.possible:,} of {size.written:,} {combos} left"
    return f"{size.written:,} {combos}"
