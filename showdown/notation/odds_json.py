"""Write odds as JSON, for the API and the command.

Counts are numbers of boards (or of deals in a sample), shares and chips are exact fractions, and
percentages are rounded, for reading only.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated, NotRequired, TypedDict

from pydantic import Field, with_config

from showdown.bulk.combos import Combos, measure_extent
from showdown.bulk.odds import Odds
from showdown.bulk.standing import POINTS, HandGroup, compare_ranges
from showdown.bulk.tally import HandCounts
from showdown.evaluator.cards import DECK
from showdown.evaluator.next_cards import EffectKind, NextCards
from showdown.notation.json_types import STRICT, Count
from showdown.notation.json_types import Fraction as FractionJson
from showdown.notation.tournament_json import DollarsJson
from showdown.words.odds import open_cards_text, pot_names

Percent = Annotated[float, Field(ge=0, le=100, description="Rounded, for reading.")]


@with_config(STRICT)
class ContestOddsJson(TypedDict):
    """The numbers of boards on which a player wins a contest alone or ties, also by category.

    `none` is the number of boards on which no hand qualifies, in contests where that can happen.
    `categories` is omitted for two ranges before the flop.
    """

    win: Count
    tie: Count
    none: NotRequired[Count]
    categories: NotRequired[Annotated[dict[str, Count], Field(examples=[{"two pair": 395}])]]


@with_config(STRICT)
class ExpectedChipsJson(TypedDict):
    """A player's average chips from the pots, after rake and jackpot drop."""

    total: FractionJson
    about: Annotated[float, Field(ge=0)]
    """The total, rounded."""
    pots: Annotated[dict[str, FractionJson], Field(examples=[{"main pot": "145/2"}])]


@with_config(STRICT)
class CombinationsJson(TypedDict):
    """The number of hands in a range as written, and the number that can still be dealt.

    `weight` is the sum of the weights of the possible hands; the heaviest hand of the range has 1.
    """

    written: Count
    possible: Count
    weight: Annotated[float, Field(ge=0)]


@with_config(STRICT)
class HandOddsJson(TypedDict):
    """The odds of a single hand of a range against the other range.

    `deals` is the number of deals with this hand, each counted with the weight of the opposing
    hand. The hand wins `win` of them and ties `tie`. Its own `weight` isn't included.
    """

    hand: Annotated[str, Field(examples=["AhKh"])]
    weight: Count
    percent: Percent
    win: Count
    tie: Count
    deals: Count


@with_config(STRICT)
class HandGroupJson(TypedDict):
    """A group of hands of a range, with its size and its share of the pot.

    `part` is the percentage of the range, `percent` the share of the pot, and `ahead` the
    percentage of these hands with more than half of the pot.
    """

    name: Annotated[str, Field(examples=["AKs", "two pair"])]
    combinations: Count
    part: Percent
    percent: Percent
    ahead: Percent


@with_config(STRICT)
class StandingJson(TypedDict):
    """The comparison of a range with the opposing range, in percent.

    `classes` are the hands of the range by class, the best first, and `groups` its hands by made
    hand. `curve` is the share at each percent of the range, from the best hand to the worst.
    """

    ahead: Percent
    classes: list[HandGroupJson]
    groups: list[HandGroupJson]
    curve: Annotated[list[Percent], Field(min_length=POINTS, max_length=POINTS)]


@with_config(STRICT)
class PlayerOddsJson(TypedDict):
    """A player's share of the pot, and the number of boards for each part of it.

    `other` is for thirds, sixths and other parts. `chips` is null if there are no pots,
    `combinations` is null unless the hand is a range, and `read_as` is null unless the notation of
    the hand is ambiguous.
    """

    label: str
    read_as: Annotated[str | None, Field(examples=["Jx: Jd or Jc"])]
    combinations: CombinationsJson | None
    share: FractionJson
    percent: Percent
    scoop: Count
    three_quarters: Count
    half: Count
    quarter: Count
    other: Count
    nothing: Count
    contests: dict[str, ContestOddsJson]
    chips: ExpectedChipsJson | None
    hands: NotRequired[list[HandOddsJson]]
    """Each hand of a range that can be dealt, if requested."""
    standing: NotRequired[StandingJson]
    """The comparison with the opposing range, if requested."""


@with_config(STRICT)
class ShareJson(TypedDict):
    """A player's share of a pot after a card."""

    label: str
    share: FractionJson
    percent: Percent


@with_config(STRICT)
class EffectJson(TypedDict):
    """The effect of a card: the player makes a low, has a low counterfeited, or scoops."""

    what: EffectKind
    label: str
    contest: str | None
    """Null for the whole pot."""


@with_config(STRICT)
class NextCardJson(TypedDict):
    """A card that can come next, and its effects."""

    card: Annotated[str, Field(examples=["6s"])]
    players: list[ShareJson]
    effects: list[EffectJson]


@with_config(STRICT)
class OddsJson(TypedDict):
    """The results of each player on all `boards` that can be dealt.

    With ranges or unknown hands, each way to deal them counts with its weight. Only the command
    samples: then `exact` is false, and the output has `deals`, the `margin` of error (95%) in
    percent, and the `seed`.
    """

    exact: bool
    boards: NotRequired[Count]
    deals: NotRequired[Count]
    margin: NotRequired[float]
    seed: NotRequired[int | None]
    players: list[PlayerOddsJson]
    next_card: list[NextCardJson]
    """The next cards, if requested, the best for the first player first."""
    icm: NotRequired[DollarsJson]
    """The expected prizes, if a tournament was given."""


def odds_to_json(odds: Odds, *, each_hand: bool = False, standing: bool = False) -> OddsJson:
    """Return the odds as JSON. `chips` is null if there are no pots.

    `each_hand` adds the single hands of two ranges, and `standing` adds their comparison.
    """
    players = [_player_to_json(odds, player) for player in range(odds.tally.players)]
    if each_hand:
        for player, counts in zip(players, odds.hands, strict=False):
            player["hands"] = list(_single_hands_to_json(counts))
    if standing:
        for player, comparison in zip(players, compare_ranges(odds), strict=False):
            player["standing"] = {
                "ahead": percent(comparison.ahead),
                "classes": [_hand_group_to_json(group) for group in comparison.classes],
                "groups": [_hand_group_to_json(group) for group in comparison.groups],
                "curve": [percent(share) for share in comparison.curve],
            }
    next_card = next_cards_to_json(odds)
    if odds.is_exact:
        return {
            "exact": True,
            "boards": odds.tally.total,
            "players": players,
            "next_card": next_card,
        }
    return {
        "exact": False,
        "deals": odds.tally.total,
        "margin": round(odds.margin * 100, 4),
        "seed": odds.seed,
        "players": players,
        "next_card": next_card,
    }


def _player_to_json(odds: Odds, player: int) -> PlayerOddsJson:
    holding, share = odds.spot.holdings[player], odds.tally.share(player)
    pot_parts = odds.tally.count_pot_parts(player)
    chips: ExpectedChipsJson | None = None
    if odds.pots:
        total = odds.chips(player)
        chips_by_player = [dict(zip(pot.pot.eligible, pot.chips, strict=True)) for pot in odds.pots]
        pots = zip(pot_names(odds), chips_by_player, strict=True)
        chips = {
            "total": str(total),
            "about": round(float(total), 2),
            "pots": {name: str(pot_chips.get(player, 0)) for name, pot_chips in pots},
        }
    combinations: CombinationsJson | None = None
    if isinstance(holding.range, Combos):
        size = measure_extent(holding.range, odds.spot.stub)
        combinations = {
            "written": size.written,
            "possible": size.possible,
            "weight": round(size.weight, 4),
        }
    return {
        "label": holding.label,
        "read_as": open_cards_text(holding) or None,
        "combinations": combinations,
        "share": str(share),
        "percent": percent(share),
        "scoop": pot_parts["scoop"],
        "three_quarters": pot_parts["three_quarters"],
        "half": pot_parts["half"],
        "quarter": pot_parts["quarter"],
        "other": pot_parts["other"],
        "nothing": pot_parts["nothing"],
        "contests": {
            contest.name: _contest_to_json(odds, player, index)
            for index, contest in enumerate(odds.spot.game.contests)
        },
        "chips": chips,
    }


def _single_hands_to_json(counts: HandCounts) -> Iterator[HandOddsJson]:
    """Yield the hands that can be dealt, the highest cards first."""
    columns = (counts.masks, counts.weights, counts.equities, counts.won, counts.tied, counts.total)
    for mask, weight, share, won, tied, total in zip(
        *(column[::-1].tolist() for column in columns), strict=True
    ):
        if total:
            yield {
                "hand": "".join(str(card) for card in reversed(DECK) if mask >> card.number & 1),
                "weight": weight,
                "percent": round(share * 100, 2),
                "win": won,
                "tie": tied,
                "deals": total,
            }


def _hand_group_to_json(group: HandGroup) -> HandGroupJson:
    return {
        "name": group.name,
        "combinations": group.combinations,
        "part": percent(group.part),
        "percent": percent(group.share),
        "ahead": percent(group.ahead),
    }


def _contest_to_json(odds: Odds, player: int, index: int) -> ContestOddsJson:
    contest = odds.spot.game.contests[index]
    wins, tied, unqualified = odds.tally.count_wins(player, index)
    document: ContestOddsJson = {"win": wins, "tie": tied}
    if contest.has_qualifier:
        document["none"] = unqualified
    if odds.tally.categories:
        made = odds.tally.count_winning_categories(player, index)
        names = contest.ranking.categories
        document["categories"] = {names[category]: count for category, count in made.items()}
    return document


def next_cards_to_json(odds: Odds) -> list[NextCardJson]:
    """Return the cards that may come next, the best for the first player first."""
    next_cards = NextCards(odds.spot)
    return [
        {
            "card": str(next_card.card),
            "players": [
                {"label": label, "share": str(share), "percent": percent(share)}
                for label, share in zip(odds.spot.labels, next_card.shares, strict=True)
            ],
            "effects": [
                {"what": effect.kind, "label": effect.label, "contest": effect.contest or None}
                for effect in next_cards.effects(next_card.card, next_card.shares)
            ],
        }
        for next_card in odds.next_cards
    ]


def percent(share: Fraction | float) -> float:
    """Return a share from 0 to 1 as a percentage, rounded to hundredths."""
    return round(float(share * 100), 2)
