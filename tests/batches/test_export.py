"""Test tables of deals from batches, and the counts of a batch, for every game."""

import csv
import io
import json
from collections import Counter
from itertools import batched, chain, count, product

import numpy as np
import pyarrow.parquet
import pytest

from showdown.batches.export import WRITERS
from showdown.batches.results import line_errors_to_csv
from showdown.batches.tallies import add_up, tally_special, tally_strengths
from showdown.bulk import evaluation
from showdown.evaluator.games import GAMES, Contest, Game
from showdown.evaluator.rule_sets import RULE_SETS
from showdown.evaluator.settlement import settle
from showdown.evaluator.wagers import Pot, Wagers
from showdown.models import Showdown
from showdown.models.fields import wagers_text
from showdown.notation.deal_format import Submission
from showdown.notation.deal_line import write_line
from showdown.notation.registry import DEAL_FORMATS
from showdown.words.payouts import totals_line
from tests import made_up_games
from tests.batches.conftest import command_output, output_of, reload
from tests.factories import DealFactory
from tests.made_up_games import EVERY_GAME
from tests.scope import quick_first

DEAL_LINES = DEAL_FORMATS["deal-lines"]


def rows_of(batch, kind):
    content = b"".join(WRITERS[kind](reload(batch)))
    if kind == "csv":
        rows = csv.DictReader(io.StringIO(content.decode()))
        return [{name: value or None for name, value in row.items()} for row in rows]
    if kind == "jsonl":
        return [json.loads(line) for line in content.splitlines()]
    return pyarrow.parquet.read_table(io.BytesIO(content)).to_pylist()


def remove_nulls(row):
    return {name: value for name, value in row.items() if value is not None}


def test_a_table_has_a_row_for_each_deal(submit, run_jobs):
    """Some deals have three players, one has no low, and one line is invalid."""
    lines = [str(DealFactory(players=players)) for players in (2, 3, 2, 2, 3)] * 40
    lines[2] = "nonsense"
    lines[3] = "HandA:Ac-Kd-Jd-3d HandB:5c-5d-6c-7d Board:Ah-Kh-Qs-Js-Qd"
    batch = submit("\n".join(lines).encode())
    run_jobs()
    for kind in WRITERS:
        rows = rows_of(batch, kind)
        assert [int(row["line"]) for row in rows] == [1, 2, *range(4, 201)]
        assert Counter(int(row["players"]) for row in rows) == {2: 119, 3: 80}
        assert remove_nulls(rows[2]) == {
            "line": 4 if kind != "csv" else "4",
            "players": 2 if kind != "csv" else "2",
            "hand_a": "Ac-Kd-Jd-3d",
            "hand_b": "5c-5d-6c-7d",
            "board": "Ah-Kh-Qs-Js-Qd",
            "high_winners": "HandA",
            "high_hand": "two pair",
        }


def submissions_of_every_kind(game):
    def deal(players=3, **options):
        return DealFactory(game=game, players=players, **options)

    yield from (Submission(deal(2)) for _ in range(6))
    yield Submission(deal(2, labels=("Ann", "Seat 2")))
    yield Submission(deal(mucked=("HandB",)))
    yield Submission(deal(), Wagers(folded=("HandA",)))
    yield Submission(deal(), Wagers(pots=(Pot(105), Pot(41, ("HandB", "HandC")))))
    yield Submission(deal(), Wagers(pots=(Pot(1055),)), RULE_SETS["exact"])
    if game.boards:
        yield Submission(deal(2, runs=3))
    if game.may_share_last_card:
        yield Submission(deal(2, shares_last_card=True))
        yield Submission(deal(shares_last_card=True, mucked=("HandA",)))
    yield Submission(deal())


def cards_text(cards):
    return "-".join(map(str, cards))


def expected_rows(line, submission):
    settlement, deal = submission.settle(), submission.deal
    pots = settlement.payout.pots[::-1] if settlement.payout else [None]
    for run, (number, pot) in product(range(deal.runs), enumerate(pots, 1)):
        row = {"line": line, "run": run + 1, "pot": number, "players": len(deal.hands)}
        for seat, hand in zip("abcdefgh", deal.hands, strict=False):
            row[f"name_{seat}"] = hand.label
            row[f"hand_{seat}"] = cards_text(hand.cards) or "mucked"
        for position, board in enumerate(deal.boards_of_run(run), 1):
            row["board" if position == 1 else f"board{position}"] = cards_text(board)
        results = pot.results[run] if pot and pot.results else settlement.runs[run].contests
        for result in results:
            name = result.name.replace(" ", "_")
            if pot and not pot.results:
                row[f"{name}_winners"] = pot.eligible[0]
            elif result.best:
                row[f"{name}_winners"] = ",".join(result.winners)
                row[f"{name}_hand"] = result.best.category
        if submission.wagers:
            row["wagers"] = wagers_text(submission.wagers)
        if settlement.payout:
            row["paid"] = totals_line(settlement.payout)
        if not deal.game.boards:
            del row["run"]
        yield row


EACH_TEN = [pytest.param(games, marks=pytest.mark.long) for games in batched(EVERY_GAME, 10)]


@pytest.mark.parametrize(
    "games", [EVERY_GAME[::12], *EACH_TEN], ids=lambda games: f"{games[0]} to {games[-1]}"
)
def test_batches_of_every_game_have_correct_results(submit, run_jobs, monkeypatch, games):
    made_up_games.register(monkeypatch)
    batches = []
    for game in games:
        submissions = list(submissions_of_every_kind(game))
        text = "".join(f"{write_line(submission)}\n" for submission in submissions).encode()
        batch = submit(text, game=game, stores=True, deal_format=DEAL_LINES)
        batches.append((game, text, submissions, batch))
    run_jobs()
    for game, text, submissions, batch in batches:
        done_batch = reload(batch)
        assert (game, done_batch.deals, done_batch.errors) == (game, len(submissions), 0)
        assert output_of(batch) == command_output(text, game, DEAL_LINES)
        stored = Showdown.objects.of_batch(done_batch).order_by("id")
        assert [showdown.submission for showdown in stored] == submissions
        assert done_batch.tallies == add_up(
            tally_special(submission.settle()) for submission in submissions
        )
        rows = list(chain.from_iterable(map(expected_rows, count(1), submissions)))
        text_rows = [{name: str(value) for name, value in row.items()} for row in rows]
        assert [remove_nulls(row) for row in rows_of(done_batch, "csv")] == text_rows
        assert rows_of(done_batch, "jsonl") == rows
        assert [remove_nulls(row) for row in rows_of(done_batch, "parquet")] == rows


def test_rows_of_stud_deals_with_shared_cards_are_in_line_order(submit, run_jobs):
    game = GAMES["seven-card-stud"]
    shared_card_deals = [DealFactory(game=game, players=2, shares_last_card=True) for _ in range(2)]
    named_deal = DealFactory(game=game, players=2, labels=("Ann", "Bob"))
    for deals in (shared_card_deals, [shared_card_deals[0], named_deal, shared_card_deals[1]]):
        submissions = [Submission(deal) for deal in deals]
        text = "".join(f"{write_line(submission)}\n" for submission in submissions).encode()
        batch = submit(text, game=game, deal_format=DEAL_LINES)
        run_jobs()
        rows = rows_of(batch, "jsonl")
        assert [row["line"] for row in rows] == [*range(1, len(deals) + 1)]
        boards = [cards_text(deal.boards[0]) if deal.boards else None for deal in deals]
        assert [row.get("board") for row in rows] == boards


def test_no_cell_of_a_table_or_of_the_errors_is_a_formula(submit, run_jobs):
    text = b'"@cmd":AcKd "-1+1":AsKs Board:KhQsJs3c9d Pot:7\n"+1":AcKd9c "-1":AsKs Board:KhQsJs3c9d'
    batch = submit(text, game=GAMES["holdem"], deal_format=DEAL_LINES)
    run_jobs()
    (row,) = rows_of(batch, "csv")
    assert row["name_a"] == "'@cmd"
    assert row["name_b"] == "'-1+1"
    assert row["paid"].startswith("'@cmd 4; -1+1 3")
    _, (line, _, message) = csv.reader("".join(line_errors_to_csv(reload(batch))).splitlines())
    assert line == "2"
    assert message.startswith("'+1 has 3 cards")


def test_tables_and_counts_include_the_winner_of_a_side_pot(submit, run_jobs):
    """A wins the side pot, and B wins the main pot; C has folded and wins nothing."""
    text = (
        b"HandA:AdAh HandB:KhKs HandC:2d2h HandD:Qs7h Board:2c2sTsKd9s"
        b" In:HandA=143,HandB=100,HandC=20,HandD=143 Fold:HandC\n"
    )
    batch = submit(text, game=GAMES["holdem"], deal_format=DEAL_LINES)
    run_jobs()
    main_pot, side_pot = rows_of(batch, "jsonl")
    assert (main_pot["high_winners"], side_pot["high_winners"]) == ("HandB", "HandA")
    assert main_pot["paid"] == side_pot["paid"] == "HandA 86; HandB 320; HandC 0; HandD 0"
    assert reload(batch).tallies["seats"] == {"high": [1, 1, 0, 0]}


def test_names_of_players_are_kept_in_tables(submit, run_jobs):
    """Names have spaces and characters that JSON escapes; columns of hands are named by seat."""
    text = (
        rb'HandA:AdAh HandB:KhKs Board:2c2sTsKd9s In:HandA=1,HandB=1,"S 4"=1,"a\b"=1'
        rb' Fold:"S 4","a\b"'
        b"\nAnn:AdAh Bob:KhKs Board:2c2sTsKd9s Pot:90\n"
    )
    batch = submit(text, game=GAMES["holdem"], deal_format=DEAL_LINES)
    run_jobs()
    for kind in WRITERS:
        first_row, second_row = rows_of(batch, kind)
        assert first_row["wagers"] == r'In:HandA=1,HandB=1,"S 4"=1,"a\b"=1 Fold:"S 4","a\b"'
        assert first_row["paid"] == r"HandA 0; HandB 4; S 4 0; a\b 0"
        assert (second_row["hand_a"], second_row["hand_b"]) == ("Ad-Ah", "Kh-Ks")
        assert second_row["high_winners"] == "Bob"


SIX_CONTESTS = Game(
    number=904,
    slug="made-up-six",
    name="Six contests, which need more than 64 bits for eleven players",
    family=GAMES["omaha-hilo"].family,
    hole=4,
    boards=(5,),
    players=range(2, 12),
    parts=tuple(
        (Contest(f"{name} {part}", contest.ranking, contest.choice),)
        for part in (1, 2, 3)
        for name, contest in zip(("high", "low"), GAMES["omaha-hilo"].contests, strict=True)
    ),
)


@pytest.mark.parametrize("game", quick_first(SIX_CONTESTS, *EVERY_GAME), ids=str)
def test_arrays_of_deals_are_counted_like_single_deals(game):
    max_players = min(game.players[-1], (len(game.deck) - game.board) // game.hole)
    for players in (2, max_players):
        deals = [DealFactory(game=game, players=players) for _ in range(12)]
        cards = np.array([list(deal.numbers) for deal in deals], np.uint8)
        tally = tally_strengths(game, evaluation.evaluate(game, cards))
        expected_tally = add_up(tally_special(settle(deal)) for deal in deals)
        del expected_tally["special"]
        assert tally == expected_tally


def test_players_missing_from_some_deals_are_added_up():
    def tally(seats, none, categories):
        contests = {"high": {"none": none, "categories": categories}}
        return {"seats": {"high": seats}, "contests": contests}

    two_players, three_players = tally([1, 0], 0, [1, 0]), tally([0, 0, 2], 1, [0, 2])
    assert add_up([two_players, None, three_players]) == tally([1, 0, 2], 1, [1, 2])
