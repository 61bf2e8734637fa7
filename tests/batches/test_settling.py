"""Batches are settled byte for byte as the commands do it, and counted, and stored once."""

import csv
import gzip
import io
import json
from collections import Counter
from itertools import product

import pyarrow.parquet
import pytest
from backports import zstd
from django.db import OperationalError, connection

from showdown.batches.results import complaints, complaints_as_csv, tallies_to_json
from showdown.batches.settling import cut, defer_blocks, settle
from showdown.batches.tables import WRITERS
from showdown.batches.tallies import add_up, tally_special
from showdown.batches.uploads import UnfitContract
from showdown.evaluator.games import GAMES, OMAHA_HILO
from showdown.evaluator.rule_sets import RULE_SETS
from showdown.evaluator.wagers import Pot, Wagers
from showdown.files.blocks import settle_readably
from showdown.models import Batch, Showdown, Source
from showdown.models.fields import wagers_text
from showdown.notation.deal_line import line_of
from showdown.notation.registry import CONTRACTS
from showdown.notation.submission import Submission
from showdown.words.payouts import totals_line
from tests.batches.conftest import again, deals, output_of, settled
from tests.factories import (
    make_known,
    mucked,
    random_deal,
    run_again,
    with_shared_card,
)
from tests.made_up_games import EVERY_GAME, MADE_UP

TDA_2024 = RULE_SETS["tda-2024"]
LINES = CONTRACTS["deal-lines"]
LINE = b"HandA:Ac-Kd-Jd-3d HandB:5c-5d-6c-7d Board:Ah-Kh-5s-2s-Qd\n"


@pytest.mark.parametrize(
    "compressed",
    [
        bytes,
        pytest.param(gzip.compress, marks=pytest.mark.long),
        pytest.param(zstd.compress, marks=pytest.mark.long),
    ],
)
def test_a_bad_line_in_every_thousand_loses_nothing(submit, work, compressed):
    text = deals(3000, bad_every=1000)
    batch = submit(compressed(text))
    work()
    done = again(batch)
    assert output_of(batch) == settled(text)
    assert (done.deals, done.errors, done.part_done) == (2997, 3, 1.0)
    assert done.blocks_done == done.blocks_cut > 30
    assert [each.line for each in complaints(batch)] == [1000, 2000, 3000]


@pytest.mark.parametrize(
    "text",
    [
        LINE.removesuffix(b"\n"),
        b"\n" * 20_000 + LINE,
        b"\xef\xbb\xbf" + LINE * 200,
        LINE.replace(b"\n", b"\r\n") * 200,
        LINE.replace(b"\n", b"\r") * 200,
        b"nonsense\n" + LINE * 200 + b"nonsense",
        b"\n\n",
        b"\0",
        LINE * 71 + b" " * 49 + LINE,
        (LINE.strip() + b" Pot:4765\n") * 200,
    ],
)
def test_what_surrounds_deals_is_as_in_the_command(submit, work, text):
    batch = submit(text)
    work()
    assert again(batch).is_done
    assert output_of(batch) == settled(text)


@pytest.mark.parametrize("name", ["holdem", "badugi"])
def test_files_of_other_games_are_settled_by_their_contract(submit, work, tests_data, name):
    text = (tests_data / f"{name}-input.txt").read_bytes() * 40
    batch = submit(text, game=GAMES[name])
    work()
    assert output_of(batch) == settle_readably(text, GAMES[name]).output


def test_what_seats_and_categories_won_is_counted(submit, work):
    """HandB's alone; then both share the high; then HandA's are the high and half of the low."""
    scooped = LINE
    shared = b"HandA:Ac-Kd-9d-9c HandB:As-Ks-8s-8c Board:Qh-Jc-Th-2c-2d\n"
    quartered = b"HandA:Ah-2d-Kc-Ks HandB:Ad-2h-Qc-Js Board:3h-4c-8d-Kd-Td\n"
    batch = submit(scooped * 3 + shared * 2 + quartered)
    work()
    done = again(batch)
    counted = tallies_to_json(OMAHA_HILO, done.tallies)
    assert counted["seats"] == [
        {"label": "HandA", "high": 3, "low": 1, "scooped": 0, "quartered": 0},
        {"label": "HandB", "high": 5, "low": 4, "scooped": 3, "quartered": 1},
    ]
    assert counted["contests"] == [
        {"name": "high", "none": 0, "categories": {"three of a kind": 4, "straight": 2}},
        {"name": "low", "none": 2, "categories": {"8432A": 1, "7652A": 3}},
    ]


def test_counts_agree_with_the_records(submit, work):
    text = deals(400)
    batch = submit(text)
    work()
    low = tallies_to_json(OMAHA_HILO, again(batch).tallies)["contests"][1]
    assert low["none"] == settled(text).count(b"No hand qualified for Low") > 0


def test_only_games_with_several_contests_are_scooped(submit, work):
    batch = submit(b"3c 2s 4d Ah - As 3h 2d 4h\n", game=GAMES["badugi"])
    work()
    seats = tallies_to_json(batch.game, again(batch).tallies)["seats"]
    assert seats == [{"label": "HandA", "badugi": 1}, {"label": "HandB", "badugi": 0}]


def test_deals_are_stored_once_also_after_a_block_is_done_twice(submit, work):
    text = deals(300, bad_every=100)
    batch = submit(text, stores=True)
    work()
    defer_blocks(batch, range(again(batch).blocks_cut))
    work()
    stored = Showdown.objects.of_batch(again(batch)).order_by("id")
    lines = [line for line in text.decode().splitlines() if "nobody" not in line]
    assert [str(each.deal) for each in stored] == lines
    assert {each.source for each in stored} == {Source.BATCH}
    assert (again(batch).deals, again(batch).errors) == (297, 3)


def test_two_batches_store_side_by_side(submit, work):
    first, second = submit(deals(200), stores=True), submit(deals(300), stores=True)
    work()
    assert Showdown.objects.of_batch(again(first)).count() == 200
    assert Showdown.objects.of_batch(again(second)).count() == 300


def test_deals_are_stored_with_their_chips(submit, work):
    lines = deals(6).splitlines()
    lines[2] += b" Pot:90"
    batch = submit(b"\n".join(lines), stores=True)
    work()
    stored = list(Showdown.objects.of_batch(again(batch)))
    assert len(stored) == 6
    paid = [sum(player.total for player in row.payout.players) for row in stored if row.payout]
    assert paid == [90]


def test_chips_go_by_the_rule_set_of_the_batch_or_of_the_line(submit, work):
    line = b"HandA:6s-Qd-Qc-4h HandB:4s-Kd-6h-Jh Board:9s-5s-7c-3d-5h Pot:12022"
    batch = submit(line + b"\n" + line + b" Rules:exact\n", stores=True, rules=TDA_2024)
    work()
    stored = Showdown.objects.of_batch(again(batch)).order_by("id")
    assert [row.rules.slug for row in stored] == ["tda-2024", "exact"]
    assert stored[0].payout.player("HandA").total == 6012
    assert b"=> HandA 6012; HandB 6010" in output_of(batch)
    assert again(batch).rules is TDA_2024


def test_a_batch_that_does_not_store_leaves_the_record_alone(submit, work):
    submit(deals(200))
    work()
    assert not Showdown.objects.exists()


@pytest.fixture
def mixed():
    """Deals of two and of three players, one without a low, a bad line among them."""
    lines = [str(random_deal(players=players)) for players in (2, 3, 2, 2, 3)] * 40
    lines[2] = "nonsense"
    lines[3] = "HandA:Ac-Kd-Jd-3d HandB:5c-5d-6c-7d Board:Ah-Kh-Qs-Js-Qd"
    return "\n".join(lines).encode()


def rows_of(batch, kind):
    data = b"".join(WRITERS[kind](again(batch)))
    if kind == "csv":
        return [
            {name: value or None for name, value in row.items()}
            for row in csv.DictReader(io.StringIO(data.decode()))
        ]
    if kind == "jsonl":
        return [json.loads(line) for line in data.splitlines()]
    return pyarrow.parquet.read_table(io.BytesIO(data)).to_pylist()


@pytest.mark.parametrize("kind", ["csv", "jsonl", "parquet"])
def test_a_table_has_a_row_for_each_deal(submit, work, mixed, kind):
    batch = submit(mixed)
    work()
    rows = rows_of(batch, kind)
    assert [int(row["line"]) for row in rows] == [1, 2, *range(4, 201)]
    assert Counter(int(row["players"]) for row in rows) == {2: 119, 3: 80}
    assert {name: value for name, value in rows[2].items() if value is not None} == {
        "line": 4 if kind != "csv" else "4",
        "players": 2 if kind != "csv" else "2",
        "hand_a": "Ac-Kd-Jd-3d",
        "hand_b": "5c-5d-6c-7d",
        "board": "Ah-Kh-Qs-Js-Qd",
        "high_winners": "HandA",
        "high_hand": "two pair",
    }


def every_kind(game):
    """Deals of a game as they come on lines: plain, mucked, folded, with chips, run again."""
    yield from (Submission(random_deal(game)) for _ in range(6))
    yield Submission(random_deal(game, labels=("Ann", "Seat 2")))
    yield Submission(mucked(random_deal(game, 3), "HandB"))
    yield Submission(random_deal(game, 3), Wagers(folded=("HandA",)))
    yield Submission(random_deal(game, 3), Wagers(pots=(Pot(105), Pot(41, ("HandB", "HandC")))))
    yield Submission(random_deal(game, 3), Wagers(pots=(Pot(1055),)), RULE_SETS["exact"])
    if game.boards:
        yield Submission(run_again(random_deal(game, 2), 3))
    if game.may_share_last_card:
        yield Submission(with_shared_card(game, 2))
        yield Submission(mucked(with_shared_card(game, 3), "HandA"))
    yield Submission(random_deal(game, 3))


@pytest.fixture
def lines(monkeypatch):
    """A file of deals of any game, in deal lines, and what they are."""
    make_known(MADE_UP, monkeypatch)

    def lines(game):
        submissions = list(every_kind(game))
        return "".join(f"{line_of(each)}\n" for each in submissions).encode(), submissions

    return lines


@pytest.mark.parametrize("game", EVERY_GAME, ids=str)
def test_every_game_is_settled_stored_and_counted(submit, work, lines, game):
    text, submissions = lines(game)
    batch = submit(text, game=game, stores=True, contract=LINES)
    work()
    done = again(batch)
    assert (done.deals, done.errors) == (len(submissions), 0)
    assert output_of(batch) == settled(text, game, LINES)
    stored = Showdown.objects.of_batch(done).order_by("id")
    assert [each.submission for each in stored] == submissions
    assert done.tallies == add_up(tally_special(each.settle()) for each in submissions)


def cards_text(cards):
    return "-".join(map(str, cards))


def expected_rows(line, submission):
    """What a table says of a deal: a row for each run and pot."""
    settlement, deal = submission.settle(), submission.deal
    pots = settlement.payout.pots[::-1] if settlement.payout else [None]
    for run, (number, pot) in product(range(deal.runs), enumerate(pots, 1)):
        row = {"line": line, "run": run + 1, "pot": number, "players": len(deal.hands)}
        for seat, hand in zip("abcdefgh", deal.hands, strict=False):
            row[f"name_{seat}"] = hand.label
            row[f"hand_{seat}"] = cards_text(hand.cards) or "mucked"
        for place, board in enumerate(deal.boards_of_run(run), 1):
            row["board" if place == 1 else f"board{place}"] = cards_text(board)
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


@pytest.mark.parametrize("game", EVERY_GAME, ids=str)
def test_every_game_makes_tables(submit, work, lines, game):
    text, submissions = lines(game)
    batch = submit(text, game=game, contract=LINES)
    work()
    rows = [row for line, each in enumerate(submissions, 1) for row in expected_rows(line, each)]
    as_text = [{name: str(value) for name, value in row.items()} for row in rows]
    assert [without_nulls(row) for row in rows_of(batch, "csv")] == as_text
    assert rows_of(batch, "jsonl") == rows
    assert [without_nulls(row) for row in rows_of(batch, "parquet")] == rows


def test_a_table_says_whose_hand_it_is_and_who_won_which_pot(submit, work):
    lines = [
        "Anna:AcKd Bo:AsKs Cem:2h2d Board:KhQsJs3c9d In:Anna=50,Bo=200,Cem=150 Button:Bo",
        '"@cmd":AcKd "-1+1":AsKs Board:KhQsJs3c9d Pot:7',
        "HandA:AcKd HandB:AsKs Board:KhQsJs3c9d",
    ]
    batch = submit("\n".join(lines).encode(), game=GAMES["holdem"], contract=LINES)
    work()
    rows = rows_of(batch, "jsonl")
    told = [(row["line"], row["pot"], row["name_b"], row["high_winners"]) for row in rows]
    assert told == [
        (1, 1, "Bo", "Anna,Bo"),
        (1, 2, "Bo", "Bo"),
        (2, 1, "-1+1", "@cmd,-1+1"),
        (3, 1, "HandB", "HandA,HandB"),
    ]


def test_no_cell_of_a_table_or_of_the_errors_is_a_formula(submit, work):
    lines = [
        '"@cmd":AcKd "-1+1":AsKs Board:KhQsJs3c9d Pot:7',
        '"+1":AcKd9c "-1":AsKs Board:KhQsJs3c9d',
    ]
    batch = submit("\n".join(lines).encode(), game=GAMES["holdem"], contract=LINES)
    work()
    (row,) = rows_of(batch, "csv")
    assert row["name_a"] == "'@cmd"
    assert row["name_b"] == "'-1+1"
    assert row["paid"].startswith("'@cmd 4; -1+1 3")
    _, (line, _, message) = csv.reader("".join(complaints_as_csv(again(batch))).splitlines())
    assert line == "2"
    assert message.startswith("'+1 has 3 cards")


def without_nulls(row):
    return {name: value for name, value in row.items() if value is not None}


def test_a_file_is_in_the_contract_that_is_named(submit, work):
    text = b"HandA:AcAd HandB:KcKd Board:2h3h4s5s9d Pot:90\nHandA:AcAd Board:2h3h4s5s9d\n"
    batch = submit(text, game=GAMES["holdem"], contract=LINES)
    work()
    assert again(batch).contract is LINES
    assert output_of(batch).startswith(b"HandA:AcAd HandB:KcKd Board:2h3h4s5s9d Pot:90\n=> HandA")
    assert again(batch).deals == 2


def test_a_contract_that_cannot_write_the_game_is_refused(submit, site):
    with pytest.raises(UnfitContract, match="Omaha Hi/Lo cannot be written as holdem"):
        submit(LINE, contract=CONTRACTS["holdem"])
    assert not Batch.objects.exists()


def test_a_side_pot_is_won_in_tables_and_counts(submit, work):
    """A wins the side pot, B the main pot; C has folded, whatever the cards say."""
    text = (
        b"HandA:AdAh HandB:KhKs HandC:2d2h HandD:Qs7h Board:2c2sTsKd9s"
        b" In:HandA=143,HandB=100,HandC=20,HandD=143 Fold:HandC\n"
    )
    batch = submit(text, game=GAMES["holdem"], contract=LINES)
    work()
    main, side = rows_of(batch, "jsonl")
    assert (main["high_winners"], side["high_winners"]) == ("HandB", "HandA")
    assert main["paid"] == side["paid"] == "HandA 86; HandB 320; HandC 0; HandD 0"
    assert again(batch).tallies["seats"] == {"high": [1, 1, 0, 0]}


@pytest.mark.parametrize("kind", ["csv", "jsonl", "parquet"])
def test_names_of_players_are_kept_in_tables(submit, work, kind):
    """A name has blanks, or a character that JSON escapes; the columns of hands are by seat."""
    text = (
        rb'HandA:AdAh HandB:KhKs Board:2c2sTsKd9s In:HandA=1,HandB=1,"S 4"=1,"a\b"=1'
        rb' Fold:"S 4","a\b"'
        b"\nAnn:AdAh Bob:KhKs Board:2c2sTsKd9s Pot:90\n"
    )
    batch = submit(text, game=GAMES["holdem"], contract=LINES)
    work()
    strangers, named = rows_of(batch, kind)
    assert strangers["wagers"] == r'In:HandA=1,HandB=1,"S 4"=1,"a\b"=1 Fold:"S 4","a\b"'
    assert strangers["paid"] == r"HandA 0; HandB 4; S 4 0; a\b 0"
    assert (named["hand_a"], named["hand_b"]) == ("Ad-Ah", "Kh-Ks")
    assert named["high_winners"] == "Bob"


def test_errors_are_listed_by_line(submit, work):
    batch = submit(LINE * 100 + b"HandA:Ac-Kd nobody\n" + LINE * 100 + b"nobody\n")
    work()
    listed = "".join(complaints_as_csv(again(batch))).splitlines()
    assert listed[0] == "line,column,message"
    assert [row.split(",")[0] for row in listed[1:]] == ["101", "202"]


def test_progress_of_a_compressed_file_is_not_ahead_of_its_cutting(submit):
    """While a part of it is cut, what is done is set against all that is to come."""
    batch = submit(gzip.compress(deals(8000)))
    cut(batch.pk)
    half_cut = again(batch)
    assert not half_cut.is_cut
    settle(batch.pk, 0)
    whole = 8000 * 57
    done = again(batch)
    assert done.part_done == pytest.approx(done.done_bytes / whole, rel=0.25)


def test_a_block_that_was_recorded_keeps_its_files_when_nobody_is_told(submit, work, monkeypatch):
    """The connection is lost after the last word to the database, and before its answer."""
    text = deals(20)
    batch = submit(text)
    cut(batch.pk)

    def commit_and_lose():
        connection.connection.commit()
        raise OperationalError("the connection is lost")

    with monkeypatch.context() as lost:
        lost.setattr(connection, "_commit", commit_and_lose)
        with pytest.raises(OperationalError):
            settle(batch.pk, 0)
    work()
    assert output_of(batch) == settled(text)
