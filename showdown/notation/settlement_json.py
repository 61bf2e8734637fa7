"""Write settlements as JSON, for the API and for exports with one settlement on each line.

Cards are written `Ah-Kd-…`, shares are exact fractions (`3/4`), and amounts are whole numbers, or
strings with hundredths (`12.50`) if `decimals` is 2.
"""

from collections.abc import Iterable, Iterator
from typing import Annotated, Literal, NotRequired, TypedDict

from pydantic import Field, with_config

from showdown.evaluator.cards import format_cards
from showdown.evaluator.contests import ContestResult, MadeHands
from showdown.evaluator.payout import Division, OddChip, OddChipRule, PaidPot, Payout
from showdown.evaluator.settlement import HandStatus, PlayerResult, Settlement
from showdown.notation.deal_json import GameSlug, RuleSetSlug
from showdown.notation.deal_line import write_settled_line
from showdown.notation.json_types import STRICT, Fraction
from showdown.notation.wagers_json import AmountJson, amount_to_json
from showdown.words.headlines import headline, reason_text, share_text
from showdown.words.made_hands import title, title_with_kickers
from showdown.words.payouts import dealer_lines, pot_name, receivers_text, share_name

CardsJson = Annotated[str, Field(examples=["Ah-Kd-5s-2c"])]
RunNumber = Annotated[int, Field(ge=1, description="The number of the run; 1 is the first.")]
Strength = Annotated[
    int,
    Field(
        ge=0,
        description="Greater for a better hand, equal for a tie; 0 if the hand doesn't qualify.",
    ),
]


@with_config(STRICT)
class ContestJson(TypedDict):
    """A contest, its winners and the reason. If no hand qualified, there are no winners."""

    name: Annotated[str, Field(examples=["high", "low", "badugi", "high of board 2"])]
    run: RunNumber
    winners: list[str]
    category: Annotated[str | None, Field(examples=["two pair", "7532A"])]
    title: Annotated[str | None, Field(examples=["aces and nines"])]
    words: str | None
    """The title with the kickers."""
    why: Annotated[str, Field(examples=["three kings beat three sevens"])]
    strength: Strength


@with_config(STRICT)
class MadeHandJson(TypedDict):
    """A player's best hand in a contest; `hole` and `board` are its cards by origin."""

    category: str
    title: str
    words: str
    strength: Strength
    cards: CardsJson
    hole: CardsJson
    board: CardsJson


type MadeJson = dict[str, MadeHandJson | None]


@with_config(STRICT)
class PlayerJson(TypedDict):
    """A player's hand in each contest (null if it doesn't qualify) and share of the chips.

    The share of a hand that is folded, mucked or in no pot is 0.
    """

    label: str
    cards: CardsJson
    standing: HandStatus
    share: Fraction
    share_words: Annotated[str, Field(examples=["half", "39%"])]
    made: MadeJson
    made_in_later_runs: NotRequired[list[MadeJson]]


@with_config(STRICT)
class OddChipJson(TypedDict):
    """Chips that don't divide evenly, their receiver, and the rule.

    The receiver is a player or, for the odd chips of a pot, a contest, a board or a run.
    """

    amount: AmountJson
    to: str
    rule: OddChipRule
    words: str


@with_config(STRICT)
class AwardJson(TypedDict):
    """The chips for a contest of a pot, or for the whole pot, and their division."""

    contests: list[str]
    run: RunNumber
    amount: AmountJson
    winners: list[str]
    """The winners, in odd-chip order."""
    made: dict[str, str]
    """The winning hand of each contest."""
    each: AmountJson
    """The chips of each winner before odd chips."""
    odd_chips: list[OddChipJson]


@with_config(STRICT)
class PaidPotJson(TypedDict):
    """A pot: its players, the winners and reason of each contest, and the chips paid."""

    name: Annotated[str, Field(examples=["pot", "main pot", "side pot 2"])]
    amount: AmountJson
    """The chips to divide, after rake and jackpot drop."""
    taken: AmountJson
    eligible: list[str]
    division: Division
    contests: list[ContestJson]
    awards: list[AwardJson]
    odd_chips: list[OddChipJson]
    """Odd chips between contests, boards or runs."""


@with_config(STRICT)
class ReturnedJson(TypedDict):
    """The uncalled part of a bet."""

    label: str
    amount: AmountJson


@with_config(STRICT)
class PlayerChipsJson(TypedDict):
    """A player's chips: `total` from the pots, and `returned`, the uncalled part of a bet."""

    label: str
    total: AmountJson
    returned: AmountJson
    share: Fraction
    share_name: Annotated[str, Field(examples=["quartered"])]


@with_config(STRICT)
class PayoutJson(TypedDict):
    """The division of all chips. The first of the pots is the main pot."""

    rules: RuleSetSlug
    decimals: Literal[0, 2]
    button: str | None
    unit: AmountJson
    turn: list[str]
    """The players in the order in which they take odd chips."""
    returned: ReturnedJson | None
    rake: AmountJson
    jackpot: AmountJson
    pots: list[PaidPotJson]
    players: list[PlayerChipsJson]
    lines: list[str]
    """The dealer's announcements, in order."""


@with_config(STRICT)
class SettlementJson(TypedDict):
    """A settled deal: the winners, the reasons, and each player's chips.

    `contests` are decided among all hands that compete, run by run. If there are side
    pots, the headline and the shares are those of the chips won, and each pot in `chips` has its
    own contests.
    """

    game: GameSlug
    deal: Annotated[
        str, Field(examples=["HandA:Ac-Kd-Jd-3d HandB:5c-5d-6c-7d Board:Ah-Kh-5s-2s-Qd Pot:90"])
    ]
    """The deal, its chips and its folds as one line, which the page and the commands accept."""
    boards: list[CardsJson]
    headline: str
    contests: list[ContestJson]
    players: list[PlayerJson]
    chips: PayoutJson | None


def settlement_to_json(settlement: Settlement) -> SettlementJson:
    """Return the settled deal as JSON; `chips` is null if the deal has no chips."""
    payout = settlement.payout
    return {
        "game": settlement.game.slug,
        "deal": write_settled_line(settlement),
        "boards": [format_cards(board) for board in settlement.deal.boards],
        "headline": headline(settlement),
        "contests": list(_contests_to_json(run.contests for run in settlement.runs)),
        "players": [_player_to_json(settlement, player) for player in settlement.players],
        "chips": None if payout is None else _payout_to_json(settlement, payout),
    }


def _contests_to_json(runs: Iterable[tuple[ContestResult, ...]]) -> Iterator[ContestJson]:
    for number, run in enumerate(runs, 1):
        for result in run:
            best = result.best
            yield {
                "name": result.name,
                "run": number,
                "winners": list(result.winners),
                "category": best.category if best else None,
                "title": title(best.ranking, best.rank) if best else None,
                "words": title_with_kickers(best.ranking, best.rank) if best else None,
                "why": reason_text(result),
                "strength": best.strength if best else 0,
            }


def _player_to_json(settlement: Settlement, player: PlayerResult) -> PlayerJson:
    document: PlayerJson = {
        "label": player.label,
        "cards": format_cards(player.hand.cards),
        "standing": player.status,
        "share": str(player.share),
        "share_words": share_text(player.share),
        "made": _made_hands_to_json(player.made),
    }
    if len(settlement.runs) > 1:
        document["made_in_later_runs"] = [
            _made_hands_to_json({name: made[player.label] for name, made in run.made.items()})
            for run in settlement.runs[1:]
        ]
    return document


def _made_hands_to_json(made: MadeHands) -> MadeJson:
    return {
        name: {
            "category": hand.category,
            "title": title(hand.ranking, hand.rank),
            "words": title_with_kickers(hand.ranking, hand.rank),
            "strength": hand.strength,
            "cards": format_cards(hand.cards),
            "hole": format_cards(hand.hole),
            "board": format_cards(hand.board),
        }
        if hand
        else None
        for name, hand in made.items()
    }


def _payout_to_json(settlement: Settlement, payout: Payout) -> PayoutJson:
    decimals, returned = payout.decimals, payout.returned
    return {
        "rules": payout.rules.slug,
        "decimals": 2 if decimals else 0,
        "button": payout.button,
        "unit": amount_to_json(payout.unit, decimals),
        "turn": list(payout.turn_order),
        "returned": {"label": returned.label, "amount": amount_to_json(returned.amount, decimals)}
        if returned
        else None,
        "rake": amount_to_json(payout.rake, decimals),
        "jackpot": amount_to_json(payout.jackpot, decimals),
        "pots": [_paid_pot_to_json(pot, decimals) for pot in reversed(payout.pots)],
        "players": [
            {
                "label": player.label,
                "total": amount_to_json(player.total, decimals),
                "returned": amount_to_json(player.returned, decimals),
                "share": str(player.share),
                "share_name": share_name(settlement.game, payout, player),
            }
            for player in payout.players
        ],
        "lines": list(dealer_lines(payout)),
    }


def _paid_pot_to_json(pot: PaidPot, decimals: int) -> PaidPotJson:
    return {
        "name": pot_name(pot.number, pot.pot_count),
        "amount": amount_to_json(pot.amount, decimals),
        "taken": amount_to_json(pot.taken, decimals),
        "eligible": list(pot.eligible),
        "division": pot.division,
        "contests": list(_contests_to_json(pot.results)),
        "awards": [
            {
                "contests": list(award.contests),
                "run": award.run + 1,
                "amount": amount_to_json(award.amount, decimals),
                "winners": list(award.winners),
                "made": {name: title(made.ranking, made.rank) for name, made in award.made.items()},
                "each": amount_to_json(award.even_part, decimals),
                "odd_chips": [_odd_chip_to_json(pot, chip, decimals) for chip in award.odd_chips],
            }
            for award in pot.awards
        ],
        "odd_chips": [_odd_chip_to_json(pot, chip, decimals) for chip in pot.odd_chips],
    }


def _odd_chip_to_json(pot: PaidPot, chip: OddChip, decimals: int) -> OddChipJson:
    return {
        "amount": amount_to_json(chip.amount, decimals),
        "to": chip.receiver,
        "rule": chip.rule,
        "words": receivers_text(pot, (chip,)),
    }
