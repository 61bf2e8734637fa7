"""Test stored deals in every game, their queries, identifiers and constraints."""

from datetime import UTC, datetime, timedelta
from itertools import product
from uuid import RFC_4122, UUID

import numpy as np
import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import IntegrityError, connection, transaction

from showdown.bulk import evaluation
from showdown.evaluator.deals import Deal
from showdown.evaluator.games import GAMES, OMAHA_HILO
from showdown.evaluator.rule_sets import RULE_SETS
from showdown.evaluator.wagers import Pot, Wagers
from showdown.models import Showdown, Source
from showdown.models.copy_rows import make_identifiers, record_arrays
from showdown.models.ids import first_uuid7_at, moment_of, uuid7
from showdown.models.settlement_columns import encode_columns
from tests import made_up_games
from tests.factories import DealFactory, PersonFactory, ShowdownFactory, VisitorFactory
from tests.made_up_games import EVERY_GAME
from tests.scope import quick_first

pytestmark = pytest.mark.django_db


def table_sizes(game):
    sizes = {max(2, game.players[0]), game.players[-1]}
    return sorted(size for size in sizes if size * game.hole + game.board <= len(game.deck))


@pytest.fixture(autouse=True)
def _made_up_games(monkeypatch):
    made_up_games.register(monkeypatch)


def stored_columns(showdown):
    row = Showdown.objects.filter(pk=showdown.pk).values(*encode_columns(showdown.settlement)).get()
    return {name: bytes(v) if isinstance(v, memoryview) else v for name, v in row.items()}


def test_the_migrations_match_the_models():
    call_command("makemigrations", "--check", "--dry-run", "showdown", verbosity=0)


@pytest.mark.django_db(transaction=True)
def test_the_migrations_can_be_undone():
    call_command("migrate", "showdown", "zero", verbosity=0)
    assert not [name for name in connection.introspection.table_names() if name.startswith("show")]
    call_command("migrate", "showdown", verbosity=0)
    assert not Showdown.objects.exists()


def assert_stored(submitted, showdown):
    loaded = Showdown.objects.get(pk=showdown.pk)
    assert loaded.submission == submitted
    assert loaded.settlement == showdown.settlement == submitted.settle()
    assert stored_columns(showdown) == encode_columns(loaded.settlement)


@pytest.mark.parametrize("game", EVERY_GAME, ids=str)
def test_a_settlement_is_stored(game):
    for players in table_sizes(game):
        showdown = ShowdownFactory(deal__game=game, deal__players=players)
        assert_stored(showdown.submission, showdown)


STUD = [game for game in EVERY_GAME if game.may_share_last_card]


@pytest.mark.parametrize("game", STUD, ids=str)
def test_a_shared_card_is_stored(game):
    for mucked in ((), ("HandB",), ("HandA", "HandC")):
        deal = DealFactory(game=game, players=8, shares_last_card=True, mucked=mucked)
        assert deal.has_shared_card
        showdown = ShowdownFactory(deal=deal)
        assert showdown.submission.deal == deal
        assert_stored(showdown.submission, showdown)


@pytest.mark.parametrize("game", [game for game in EVERY_GAME if game.boards], ids=str)
def test_all_runs_are_stored(game):
    """Two players with three runs may have as many cards as three players with two runs."""
    for players, runs in product((2, 3), repeat=2):
        deal = DealFactory(game=game, players=players, mucked=("HandB",), runs=runs)
        assert deal.runs == runs
        showdown = ShowdownFactory(deal=deal)
        assert len(showdown.winners) == runs * len(game.contests)
        assert_stored(showdown.submission, showdown)


WAGERS = [
    Wagers(folded=("HandC",)),
    Wagers(pots=(Pot(91), Pot(40, ("HandB", "HandC"))), folded=("HandA",)),
    Wagers(
        contributions={"Zoe": 20, "HandA": 500, "HandB": 200, "HandC": 50, "Al": 20},
        folded=("Zoe", "HandC", "Al"),
        button="Al",
        unit=10,
    ),
    Wagers(pots=(Pot(1250),), decimals=2, seats=("HandB", "HandA", "HandC"), unit=25),
    Wagers(contributions={"HandA": 0, "HandB": 0, "HandC": 0}),
    Wagers(pots=(Pot(91),), folded=("Seat 4", "Zoe"), button="Seat 4"),
]


@pytest.mark.parametrize("wagers", WAGERS)
@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=str)
def test_wagers_are_stored(wagers, rules):
    if wagers.pots and "HandA" in wagers.folded:
        wagers = Wagers(pots=wagers.pots, folded=("Zoe",))
    showdown = ShowdownFactory(deal__players=3, wagers=wagers, rules=rules)
    loaded = Showdown.objects.get(pk=showdown.pk)
    payout = loaded.settlement.payout
    assert (loaded.wagers, payout) == (wagers, showdown.settlement.payout)
    assert list(loaded.wagers.contributions) == list(wagers.contributions)
    if payout:
        assert loaded.rules == rules
        totals = {player.label: player.total for player in payout.players}
        assert (loaded.paid["totals"], loaded.paid["rule_set"]) == (totals, rules.slug)
    else:
        assert loaded.paid is None


def test_only_labels_that_are_not_default_are_stored():
    named = ShowdownFactory(deal__labels=["Ann", "Bøb"])
    assert Showdown.objects.get(pk=named.pk).deal.labels == ("Ann", "Bøb")
    assert ShowdownFactory().labels is None


@pytest.mark.parametrize("game", quick_first(*EVERY_GAME), ids=str)
def test_copied_rows_equal_inserted_rows(game):
    for players in table_sizes(game):
        Showdown.objects.all().delete()
        deals = [DealFactory(game=game, players=players) for _ in range(5)]
        cards = np.array([list(deal.numbers) for deal in deals], np.uint8)
        strengths = evaluation.evaluate(game, cards)
        playing = evaluation.find_cards_that_play(game, cards, strengths)
        assert record_arrays(game, cards, strengths, playing, source=Source.COMMAND) == 5
        copied_rows = list(Showdown.objects.order_by("id"))
        assert [showdown.deal for showdown in copied_rows] == deals
        for showdown in copied_rows:
            settlement = showdown.submission.settle()
            assert stored_columns(showdown) == encode_columns(settlement)
            assert showdown.settlement == settlement
            origin = (showdown.source, showdown.owner, showdown.visitor)
            assert origin == (Source.COMMAND, None, None)


def test_copied_deals_belong_to_their_person(owner):
    cards = np.arange(13, dtype=np.uint8)[None, :]
    strengths = evaluation.evaluate(OMAHA_HILO, cards)
    playing = evaluation.find_cards_that_play(OMAHA_HILO, cards, strengths)
    visitor = VisitorFactory()
    for person in (owner, visitor):
        record_arrays(OMAHA_HILO, cards, strengths, playing, source=Source.BATCH, person=person)
        assert Showdown.objects.owned_by(person).count() == 1


@pytest.mark.parametrize(
    "columns",
    [
        {"made": bytes(12)},
        {"made": b""},
        {"winners": [1]},
        {"winners": [], "categories": []},
        {"categories": [1, 2, 3]},
        {"source": 9},
        {"owner_id": 1, "visitor": "01a1fb7c-91d0-7559-9a5d-c4e933db72cc"},
    ],
)
def test_the_database_refuses_impossible_columns(columns):
    showdown = ShowdownFactory()
    with pytest.raises(IntegrityError), transaction.atomic():
        Showdown.objects.filter(pk=showdown.pk).update(**columns)


def test_an_unknown_game_number_is_an_error():
    ShowdownFactory()
    with connection.cursor() as cursor:
        cursor.execute("UPDATE showdown_showdown SET game = 99")
    with pytest.raises(LookupError, match="no game has the number 99"):
        Showdown.objects.get()


@pytest.fixture
def owner():
    return PersonFactory()


def test_deals_are_deleted_with_their_account(owner):
    ShowdownFactory(person=owner)
    kept_deal = ShowdownFactory()
    User.objects.all().delete()
    assert list(Showdown.objects.all()) == [kept_deal]


DEALS = [
    # hands, board → the winners of each contest, and their categories
    (["Ac-Kc-Jc-3d", "5c-As-Qs-7d"], "Js-Ks-Tc-Ts-Qc", {"HandB"}, {"straight flush"}),
    (["4c-Jc-Ah-7h", "7s-As-Ts-4h"], "Qc-9d-5c-8s-3s", {"HandA", "HandB"}, {"high card", "8543A"}),
    (["Qc-Jd-Td-3d", "Tc-Jc-8h-6d"], "Ad-Kh-Qs-2d-3c", {"HandA", "HandB"}, {"straight", "8632A"}),
    (["Qc-Jd-Td-3d", "3s-3h-8h-6d"], "Ad-Kh-Qs-Qd-3c", {"HandA"}, {"full house"}),
]


@pytest.mark.parametrize(("hands", "board", "winners", "categories"), DEALS)
@pytest.mark.parametrize("labels", [("HandA", "HandB"), ("Ann", "HandA")])
def test_deals_are_found_by_winner_and_category(hands, board, winners, categories, labels):
    deal = Deal.parse(OMAHA_HILO, dict(zip(labels, hands, strict=True)), board)
    ShowdownFactory(deal=deal)
    for label, default in zip(labels, ("HandA", "HandB"), strict=True):
        assert Showdown.objects.won_by(label).exists() == (default in winners)
    assert not Showdown.objects.won_by("HandC").exists()
    for category in ("straight flush", "straight", "full house", "high card", "8543A", "8632A"):
        assert Showdown.objects.in_category(category).exists() == (category in categories)
    assert not Showdown.objects.in_category("Five Aces").exists()


HILO = ("omaha-hilo", ["Ac-Kd-Jd-3d", "5c-5d-6c-7d"], "Ah-Kh-5s-2s-Qd")
THREE_PAIRS = ("holdem", ["AhAd", "KhKd", "QhQd"], "2c3d4h8s9s")
OVERCALL = {"HandA": 50, "HandB": 200, "HandC": 200}
WINS = {
    "a side pot": (
        *("holdem", ["AdAh", "KhKs", "Qs7h"], "2c2sTsKd9s"),
        Wagers(pots=(Pot(300), Pot(43, ("HandA", "HandC")))), {"HandA", "HandB"},
    ),
    "folded": (*HILO, Wagers(folded=("HandB",)), {"HandA"}),
    "folded, with chips": (
        *HILO, Wagers(contributions={"HandA": 9, "HandB": 9}, folded=("HandB",)), {"HandA"},
    ),
    "mucked": (
        "holdem", {"HandA": "mucked", "HandB": "7c-2d"}, "AhKdQs9c3h", Wagers(), {"HandB"},
    ),
    "a run each": (
        "holdem", ["AhAd", "KhKd"], ["2c3d4h8s9s", "2c3d4h8sKs"], Wagers(), {"HandA", "HandB"},
    ),
    "chips that nobody contests": (
        *THREE_PAIRS, Wagers(contributions=OVERCALL, folded=("HandC",)), {"HandA", "HandB"},
    ),
}  # fmt: skip


@pytest.mark.parametrize(("game", "hands", "board", "wagers", "winners"), WINS.values(), ids=WINS)
def test_winners_are_the_players_who_win_chips(game, hands, board, wagers, winners):
    showdown = ShowdownFactory(deal=Deal.parse(GAMES[game], hands, board), wagers=wagers)
    for label in showdown.deal.labels:
        assert Showdown.objects.won_by(label).exists() == (label in winners)


def test_categories_are_of_winning_hands_in_any_run():
    folded = Wagers(folded=("HandB",))
    ShowdownFactory(deal=Deal.parse(GAMES[HILO[0]], *HILO[1:]), wagers=folded)
    assert not Showdown.objects.in_category("three of a kind").exists()
    runs = ["2c3d4h8s9s", "2c3d4h8sKs"]
    ShowdownFactory(deal=Deal.parse(GAMES["holdem"], ["AhAd", "KhKd"], runs))
    assert Showdown.objects.in_category("pair").exists()
    assert Showdown.objects.in_category("three of a kind").exists()


def test_a_category_is_found_in_every_contest_and_every_game():
    for game in EVERY_GAME:
        showdown = ShowdownFactory(deal__game=game)
        categories = [
            result.best.category for result in showdown.settlement.contests if result.best
        ]
        for category in categories:
            assert showdown in Showdown.objects.in_category(category)
            assert showdown in Showdown.objects.filter(game=game).in_category(category)


def test_categories_are_distinguished_by_game():
    ShowdownFactory(deal=Deal.parse(GAMES["badugi"], ["Ac2d3h4s", "KcQdJhTs"]))
    assert Showdown.objects.in_category("badugi").count() == 1
    assert not Showdown.objects.in_category("8765A").exists()
    ShowdownFactory(deal=Deal.parse(GAMES["short-deck"], ["AcAd", "KcQd"], "Ah9s9h7d6c"))
    assert Showdown.objects.in_category("full house").count() == 1
    assert not Showdown.objects.in_category("flush").exists()


def bulk_uuids(count):
    return [UUID(bytes=bytes(row)) for row in make_identifiers(count)]


def test_an_identifier_has_its_creation_time():
    for identifier in (uuid7(), *bulk_uuids(3)):
        assert (identifier.version, identifier.variant) == (7, RFC_4122)
        assert abs(moment_of(identifier) - datetime.now(UTC)) < timedelta(minutes=10)
    example = UUID("017f22e2-79b0-7cc3-98c4-dc0c0c07398f")  # of RFC 9562
    assert moment_of(example) == datetime(2022, 2, 22, 19, 22, 22, tzinfo=UTC)


def test_no_identifier_is_guessable_from_its_neighbor():
    identifiers = bulk_uuids(5_000)
    assert identifiers == sorted(set(identifiers))
    random_parts = {uuid.int & (1 << 62) - 1 for uuid in identifiers}
    assert len(random_parts) == len(identifiers)
    share_of_ones = sum(part.bit_count() for part in random_parts) / (62 * len(identifiers))
    assert 0.49 < share_of_ones < 0.51


def test_identifiers_can_be_selected_by_time():
    identifier = uuid7()
    moment = moment_of(identifier)
    assert first_uuid7_at(moment) <= identifier
    assert identifier < first_uuid7_at(moment + timedelta(seconds=1))
    assert first_uuid7_at(datetime(1, 1, 1, tzinfo=UTC)) == UUID(int=0x7000 << 64 | 1 << 63)
