"""Options of `odds`: a spot, its chips and a tournament."""

import re
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from showdown.bulk.dollars import Dollars, dollars_of
from showdown.bulk.expected_chips import Played, played_for
from showdown.bulk.odds import ChipPot, Odds, cut
from showdown.evaluator.errors import Fault, InvalidWagers
from showdown.evaluator.games import GAMES
from showdown.evaluator.icm import Tournament
from showdown.evaluator.rule_sets import RULE_SETS, WSOP_2026
from showdown.evaluator.spots import Spot
from showdown.evaluator.wagers import MOST_CHIPS, Wagers
from showdown.notation.spots import read_spot
from showdown.notation.tournament_words import read_tournament
from showdown.notation.wager_words import read_wagers

_AMOUNT = re.compile("[0-9]{1,13}")
_LONGEST_QUOTE = 20
_WORDS = {"put_in": "In", "rake": "Rake", "button": "Button"}
"""Options about chips, and their names on a line of a deal."""


class SpotForChips(NamedTuple):
    """A spot that is played for wagers, perhaps in a tournament."""

    spot: Spot
    wagers: Wagers
    played: Played
    tournament: Tournament | None

    def dollars(self, odds: Odds) -> Dollars | None:
        """Return the dollar equities for these odds. Raise InvalidTournament."""
        if self.tournament is None:
            return None
        return dollars_of(self.tournament, self.spot, self.wagers, self.played, odds, may_deal=True)


def add_chips(parser: ArgumentParser) -> None:
    """Add the options about chips."""
    parser.add_argument(
        "--pot",
        action="append",
        default=[],
        help="the chips of a pot; once for each pot, the main pot first; 200=HandB,HandC"
        " names the players who can win it",
    )
    parser.add_argument(
        "--put-in",
        default="",
        help="what each player put in, instead of pots: HandA=500,HandB=200",
    )
    parser.add_argument("--rake", default="", help="the rake: 12, 5%% or 5%%,300")
    parser.add_argument("--button", default="", help="the player with the button")
    parser.add_argument(
        "--rules", choices=RULE_SETS, metavar="RULES", help="the rule set for odd chips"
    )
    parser.add_argument(
        "--stacks",
        default="",
        help="for dollar equity, all players' chips before the hand: 5000,3000 or HandA=5000,…",
    )
    parser.add_argument("--payouts", default="", help="the prize of each place: 50,30,20")
    parser.add_argument(
        "--ante", default="", help="the ante that one player posted for all: HandB=100"
    )


def spot_from_options(options: Mapping[str, Any]) -> SpotForChips:
    """Parse the spot and its chips. Raise InvalidDeal."""
    spot = read_spot(GAMES[options["game"]], options["hands"], options["board"], options["dead"])
    tournament = _tournament(options, spot)
    if not tournament and not any(options[name] for name in (*_WORDS, "rules")):
        pots = tuple(_pot(text, spot.labels) for text in options["pot"])
        return SpotForChips(spot, Wagers(), Played(spot, pots, cut(spot)), None)
    wagers = read_wagers(_words(options)) or Wagers()
    if tournament:
        wagers = tournament.put_in(wagers, spot.labels)
    rules = RULE_SETS[options["rules"] or WSOP_2026.slug]
    return SpotForChips(spot, wagers, played_for(spot, wagers, rules), tournament)


def _tournament(options: Mapping[str, Any], spot: Spot) -> Tournament | None:
    if not (options["stacks"] or options["payouts"] or options["ante"]):
        return None
    return read_tournament(options["stacks"], options["payouts"], spot.labels, options["ante"])


def _words(options: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for text in options["pot"]:
        yield "Pot", text
    for option, word in _WORDS.items():
        if options[option]:
            yield word, options[option]


def _pot(text: str, labels: tuple[str, ...]) -> ChipPot:
    """Parse a pot: `300` for everybody, `200=HandB,HandC` for these two."""
    amount, equals, names = text.partition("=")
    if equals and not names.strip():
        raise InvalidWagers(fault=Fault.NOBODY_ELIGIBLE, pot=0, pots=1, field="pot")
    eligible = names.split(",") if names else list(labels)
    if not _AMOUNT.fullmatch(amount) or not 0 < int(amount) <= MOST_CHIPS:
        raise InvalidWagers(fault=Fault.NOT_AN_AMOUNT, value=amount[:_LONGEST_QUOTE], field="pot")
    for name in eligible:
        if name not in labels:
            raise InvalidWagers(fault=Fault.NO_SEAT, label=name, seats=labels)
    return ChipPot(int(amount), tuple(sorted({labels.index(name) for name in eligible})))
