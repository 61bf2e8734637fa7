"""Calculate the odds of one spot or of many."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from showdown.bulk import odds as bulk_odds
from showdown.bulk.odds import Odds, add_pots
from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.games import Game
from showdown.evaluator.rule_sets import RuleSet
from showdown.evaluator.spots import Spot
from showdown.evaluator.wagers import Wagers
from showdown.library.arguments import (
    MAX_SECONDS,
    Amount,
    Cards,
    Pot,
    add_error_messages,
    cards_to_json,
    check_folded,
    deal_to_json,
    require_integer,
    require_number,
    resolve_game,
    resolve_rule_set,
    wagers_to_json,
    wrong_type,
)
from showdown.notation.json_types import MalformedDeal
from showdown.notation.odds_json import OddsJson, odds_to_json
from showdown.notation.spot_json import spot_from_json
from showdown.words.odds import open_cards_text


@dataclass(frozen=True, repr=False)
class SpotOdds:
    """The odds of each player, over all boards that can still come.

    Hands that have folded or can't win any pot are left out. If there are too many possible deals
    for exact odds, they are estimated from random deals, and `margin` is the largest error of a
    share, with 95% confidence.
    """

    odds: Odds

    @property
    def game(self) -> Game:
        return self.odds.spot.game

    @property
    def is_exact(self) -> bool:
        return self.odds.is_exact

    @property
    def margin(self) -> float:
        """Return the largest error of a share with 95% confidence; 0 for exact odds."""
        return self.odds.margin

    @property
    def count(self) -> int:
        """Return the number of boards or deals, weighted for ranges."""
        return self.odds.tally.total

    @cached_property
    def shares(self) -> dict[str, Fraction]:
        """Return each player's average share of the pot: the equity."""
        return {label: self.odds.tally.share(seat) for seat, label in enumerate(self._labels)}

    @cached_property
    def takes(self) -> dict[str, dict[str, int]]:
        """Return each player's number of boards or deals by part of the pot: `scoop`, `half`…"""
        return {
            label: self.odds.tally.count_pot_parts(seat) for seat, label in enumerate(self._labels)
        }

    @cached_property
    def chips(self) -> dict[str, Fraction]:
        """Return each player's average chips from the pots; empty if no chips were given."""
        if not self.odds.pots:
            return {}
        return {label: self.odds.chips(seat) for seat, label in enumerate(self._labels)}

    @cached_property
    def readings(self) -> dict[str, str]:
        """Return how each hand with unknown cards or open suits was read: `Jx: Jd or Jc`."""
        text_by_label = {
            holding.label: open_cards_text(holding) for holding in self.odds.spot.holdings
        }
        return {label: text for label, text in text_by_label.items() if text}

    def to_json(self) -> OddsJson:
        """Return the odds in the JSON of the API, as a dictionary for `json.dumps`."""
        return odds_to_json(self.odds)

    def __repr__(self) -> str:
        counted = f"{self.count:,} {'boards' if self.odds.counts_boards else 'deals'}"
        basis = f"all {counted}" if self.is_exact else f"{counted}, ± {self.margin:.2%}"
        width = max(map(len, self._labels))
        lines = [
            f"  {label:<{width}}  {float(share):7.2%}  scoops {self.takes[label]['scoop']:,}"
            for label, share in self.shares.items()
        ]
        lines += [f"  {label} read as {text}" for label, text in self.readings.items()]
        return "\n".join([f"<SpotOdds: {self.game.name}, {basis}", *lines]) + ">"

    @property
    def _labels(self) -> tuple[str, ...]:
        return self.odds.spot.labels


def odds(
    game: str | Game,
    hands: Mapping[str, Cards] | Sequence[Cards],
    board: Cards = "",
    *,
    boards: Sequence[Cards] | None = None,
    dead_cards: Cards = "",
    pots: Sequence[Pot] = (),
    contributions: Mapping[str, Amount] | None = None,
    dead: Amount = 0,
    folded: Sequence[str] = (),
    button: str | None = None,
    seats: Sequence[str] = (),
    unit: Amount = 1,
    rake: Mapping[str, Any] | None = None,
    rules: str | RuleSet = "wsop-2026",
    next_card: bool = False,
    seed: int = 1,
    seconds: float = bulk_odds.SAMPLING_SECONDS,
    within: float = bulk_odds.TARGET_MARGIN,
) -> SpotOdds:
    """Calculate the odds of a spot, from a sample if exact odds would take too long.

    A hand is cards, with `?` for each unknown card, `*` for any hand, or a range such as
    `QQ+, AKs` or `AA!KK`. `board` contains the cards dealt so far; `dead_cards` can't be dealt.
    Chips are given as in `settle`; with chips, the odds include expected chips. With `next_card`,
    `to_json` includes the effect of each possible next card. A sample is determined by `seed`; it
    ends after `seconds`, or when the margin of all shares is at most `within` (0.01 is one
    percentage point). Raise InvalidDeal if an argument is invalid.
    """
    with add_error_messages():
        found_game, rule_set = resolve_game(game), resolve_rule_set(rules)
        sampling = {
            "next_card": bool(next_card),
            "seed": require_integer(seed, "seed"),
            "seconds": require_number(seconds, "seconds", MAX_SECONDS),
            "within": require_number(within, "within", 1),
        }
        spot = deal_to_json(found_game, hands, board, boards) | {
            "dead": cards_to_json(dead_cards),
            "wagers": wagers_to_json(
                pots=pots,
                contributions=contributions,
                dead=dead,
                folded=folded,
                button=button,
                seats=seats,
                unit=unit,
                rake=rake,
            ),
        }
        try:
            submission = spot_from_json(spot, found_game)
        except MalformedDeal as error:  # name the argument instead of the key of the document
            if error.field == "dead":
                error.field = error.name = "dead_cards"
            elif error.field == "wagers":
                error.field, error.name = str(error.path[1]), error.name.removeprefix("wagers.")
            raise
        check_folded(submission.spot.labels, submission.wagers)
        return compute_spot_odds(submission.spot, submission.wagers, rule_set, **sampling)


def compute_spot_odds(
    spot: Spot, wagers: Wagers | None, rules: RuleSet, **sampling: Any
) -> SpotOdds:
    """Calculate the odds of a parsed spot; `sampling` are options of `bulk.odds.stream_odds`."""
    with_pots = add_pots(spot, wagers or Wagers(), rules)
    return SpotOdds(
        bulk_odds.compute_odds(
            with_pots.spot, with_pots.pots, pay=with_pots.pay, use_threads=True, **sampling
        )
    )


def odds_many(
    game: str | Game, spots: Iterable[Mapping[str, Any]], **options: Any
) -> Iterator[SpotOdds]:
    """Yield the odds of each spot in order; each is calculated when it is requested.

    A spot contains arguments of `odds` by name: `{"hands": …, "board": …, "pots": …}`. `options`
    are defaults for arguments that a spot doesn't contain. Raise InvalidDeal at the first invalid
    spot, with its index in a note of the error.
    """
    with add_error_messages():
        if not isinstance(spots, Iterable):
            raise wrong_type("spots", "a list of spots")
    for index, spot in enumerate(spots):
        try:
            with add_error_messages():
                if not isinstance(spot, Mapping):
                    raise wrong_type("spots", "mappings of the arguments of `odds` by name")
            yield odds(game, **(options | dict(spot)))
        except InvalidDeal as error:
            error.add_note(f"in spot {index}")
            raise
