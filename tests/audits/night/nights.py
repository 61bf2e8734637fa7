"""Read logs as nights, and make hands whose players are all-in."""

from pathlib import Path

from showdown.audits.array_judging import JudgedOrSkipped, judge_all
from showdown.audits.night.equities import EquityCalculator
from showdown.audits.night.names import Names
from showdown.audits.night.night import Night
from showdown.audits.night.night_report import NightJson, night_to_json
from showdown.audits.terms import Terms
from showdown.evaluator.cards import Cards
from showdown.evaluator.games import Game
from showdown.notation.logs.log_reader import read_log
from showdown.notation.logs.logged_hand import USUAL_STATEMENTS, LoggedHand, Origin

LOGS = Path("tests/data/logs")


def judge_log(text: bytes) -> list[JudgedOrSkipped]:
    return list(judge_all(read_log([text]), Terms()))


def night_of(text: bytes, names: Names | None = None) -> Night:
    night = Night(EquityCalculator(Terms()), names)
    list(night.add_each(judge_log(text)))
    return night


def report_of(text: bytes, names: Names | None = None, chip: int = 0) -> NightJson:
    return night_to_json(night_of(text, names), chip)


def make_all_in(
    stacks: dict[str, int],
    game: Game,
    hands: dict[str, Cards],
    boards: tuple[Cards, ...] = (),
    rake: int = 0,
) -> LoggedHand:
    """Return a hand in which all players bet their stacks; the first wins the pot after rake."""
    return LoggedHand(
        statements=USUAL_STATEMENTS,
        origin=Origin(format="made-up", line=1),
        game=game,
        seats=tuple(stacks),
        hands=hands,
        boards=boards,
        stacks=stacks,
        contributions=stacks,
        rake=rake,
        paid={next(iter(stacks)): sum(stacks.values()) - rake},
        decimals=2,
    )
