"""Read logs as nights, and make hands whose players are all-in."""

from datetime import UTC, datetime
from pathlib import Path

from showdown.audits.array_judging import judge_all
from showdown.audits.night.equities import EquityCalculator
from showdown.audits.night.night import Night
from showdown.audits.night.night_report import night_to_json
from showdown.audits.terms import Terms
from showdown.notation.logs.log_reader import read_log
from showdown.notation.logs.logged_hand import USUAL_STATEMENTS, LoggedHand, Origin

LOGS = Path("tests/data/logs")
EVENING = datetime(2026, 11, 20, 20, 10, tzinfo=UTC)


def judge_log(text):
    return list(judge_all(read_log([text]), Terms()))


def night_of(text, names=None):
    night = Night(EquityCalculator(Terms()), names)
    list(night.add_each(judge_log(text)))
    return night


def report_of(text, names=None, chip=0):
    return night_to_json(night_of(text, names), chip)


def make_all_in(stacks, game, hands, boards=(), rake=0):
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


def make_pokernow_log(*hands):
    """Return a log of hands (winner, loser, chips, time); each loser folds a small blind."""
    rows = []
    order = 177766616000000
    for number, (winner, loser, chips, at) in enumerate(hands, 1):
        for entry in (
            f"-- starting hand #{number} (id: h{number})  (No Limit Texas Hold'em) "
            f'(dealer: "{winner}") --',
            f'Player stacks: #1 "{winner}" (1000) | #2 "{loser}" (1000)',
            f'"{loser}" posts a small blind of {chips}',
            f'"{winner}" posts a big blind of {2 * chips}',
            f'"{loser}" folds',
            f'Uncalled bet of {chips} returned to "{winner}"',
            f'"{winner}" collected {2 * chips} from pot',
            f"-- ending hand #{number} --",
        ):
            order += 1
            quoted = entry.replace('"', '""')
            rows.append(f'"{quoted}",{at.isoformat().replace("+00:00", "Z")},{order}')
    return "\n".join(["entry,at,order", *reversed(rows)]).encode()
