"""The record: what is stored is what was settled, in every game, by either way in."""

from datetime import UTC, datetime, timedelta

import numpy as np
import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import IntegrityError, connection, transaction

from showdown.bulk import evaluation
from showdown.evaluator.deals import Deal
from showdown.evaluator.games import GAMES, OMAHA_HILO
from showdown.evaluator.wagers import ChipPot, Wagers
from showdown.models import Showdown, Source
from showdown.models.columns import columns_of
from showdown.models.copy import bulk_record
from showdown.models.fields import GAME_NUMBERS
from showdown.models.people import NOBODY, Person
from tests.factories import UserFactory, random_deal, stored

pytestmark = pytest.mark.django_db

EVERY_TABLE = [
    (game, players) for game in GAMES.values() for players in (game.players[0], game.players[-1])
]


def as_stored(showdown):
    """The columns that hold the settlement, as the database gives them back."""
    row = Showdown.objects.filter(pk=showdown.pk).values(*columns_of(showdown.settlement)).get()
    return {name: bytes(v) if isinstance(v, memoryview) else v for name, v in row.items()}


def test_every_game_has_a_number_of_its_own():
    assert set(GAME_NUMBERS) == set(GAMES)
    assert len(set(GAME_NUMBERS.values())) == len(GAMES)


def test_the_migrations_say_what_the_models_say():
    call_command("makemigrations", "--check", "--dry-run", "showdown", verbosity=0)


@pytest.mark.parametrize(("game", "players"), EVERY_TABLE)
def test_a_row_gives_back_its_deal_and_its_settlement(game, players):
    deal = random_deal(game, players)
    showdown = stored(deal)
    again = Showdown.objects.get(pk=showdown.pk)
    assert (again.game, again.deal, again.settlement) == (game, deal, showdown.settlement)
    assert as_stored(showdown) == columns_of(again.settlement)


def test_labels_are_kept_and_default_ones_cost_nothing():
    named = stored(random_deal(labels=["Ann", "Bøb"]))
    assert Showdown.objects.get(pk=named.pk).deal.labels == ("Ann", "Bøb")
    assert stored(random_deal()).labels is None


@pytest.mark.parametrize(("game", "players"), EVERY_TABLE)
@pytest.mark.parametrize("labels", [(), "player-%d"])
def test_rows_that_are_copied_are_those_that_are_inserted(game, players, labels):
    names = [labels % seat for seat in range(players)] if labels else ()
    deals = [random_deal(game, players, labels=names) for _ in range(20)]
    cards = np.array(
        [
            [card.number for hand in deal.hands for card in hand.cards]
            + [card.number for card in deal.board]
            for deal in deals
        ],
        np.uint8,
    )
    strengths = evaluation.evaluate(game, cards)
    playing = evaluation.playing(game, cards, strengths)
    count = bulk_record(game, cards, strengths, playing, source=Source.COMMAND, labels=names)
    assert count == 20
    copied = list(Showdown.objects.order_by("id"))
    assert [each.deal for each in copied] == deals
    for showdown in copied:
        assert as_stored(showdown) == columns_of(showdown.settlement)
        assert (showdown.source, showdown.owner, showdown.visitor) == (Source.COMMAND, None, None)


def test_copied_deals_belong_to_the_person_they_are_copied_for(owner):
    cards = np.arange(13, dtype=np.uint8)[None, :]
    strengths = evaluation.evaluate(OMAHA_HILO, cards)
    playing = evaluation.playing(OMAHA_HILO, cards, strengths)
    visitor = Person(visitor=stored().id)
    for person in (owner, visitor):
        bulk_record(OMAHA_HILO, cards, strengths, playing, source=Source.BATCH, person=person)
        assert Showdown.objects.of(person).count() == 1


def test_chips_are_kept_with_the_rules_they_were_paid_by():
    deal = Deal.parse(OMAHA_HILO, ["Ac3h9dTs", "KhQcJs8s", "QhQsJcTd"], "2d5h7cKsKd")
    wagers = Wagers(pots=(ChipPot(91), ChipPot(40, ("HandB", "HandC"))))
    showdown = Showdown.objects.record(deal, source=Source.API, wagers=wagers)
    again = Showdown.objects.get(pk=showdown.pk)
    assert again.chips["rule_set"] == "wsop-2024"
    assert again.chips["totals"] == {"HandA": 45, "HandB": 86, "HandC": 0}
    assert (again.wagers, again.payout) == (wagers, showdown.payout)


@pytest.mark.parametrize(
    "columns",
    [
        {"cards": bytes(14)},
        {"made": bytes(12)},
        {"low_winners": None},
        {"game": "omaha"},
        {"source": 9},
        {"owner_id": 1, "visitor": "01a1fb7c-91d0-7559-9a5d-c4e933db72cc"},
    ],
)
def test_the_database_refuses_what_no_deal_can_be(columns):
    showdown = stored()
    with pytest.raises(IntegrityError), transaction.atomic():
        Showdown.objects.filter(pk=showdown.pk).update(**columns)


def test_the_database_refuses_a_game_that_is_none():
    stored()
    with (
        pytest.raises(IntegrityError),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute("UPDATE showdown_showdown SET game = 99")


@pytest.fixture
def owner():
    return Person(account=UserFactory())


def test_a_person_has_only_the_deals_of_that_person(owner):
    stranger = Person(account=UserFactory())
    visitor = Person(visitor=stored().id)
    mine, theirs, visited = (stored(person=person) for person in (owner, stranger, visitor))
    assert list(Showdown.objects.of(owner)) == [mine]
    assert list(Showdown.objects.of(stranger)) == [theirs]
    assert list(Showdown.objects.of(visitor)) == [visited]
    assert not Showdown.objects.of(NOBODY).exists()


def test_a_visitor_who_signs_in_takes_the_deals_along(client):
    visitor = Person(visitor=stored().id)
    dealt, stranger = stored(person=visitor), stored(person=Person(visitor=stored().id))
    session = client.session
    session["visitor"] = str(visitor.visitor)
    session.save()
    account = UserFactory()
    client.force_login(account)
    assert list(Showdown.objects.of(Person(account=account))) == [dealt]
    assert Showdown.objects.get(pk=stranger.pk).visitor is not None


def test_an_account_that_is_deleted_takes_its_deals_along(owner):
    stored(person=owner)
    kept = stored()
    User.objects.all().delete()
    assert list(Showdown.objects.all()) == [kept]


LINES = [
    # hands, board → who wins a pot, with which categories
    (["Ac-Kc-Jc-3d", "5c-As-Qs-7d"], "Js-Ks-Tc-Ts-Qc", {"HandB"}, {"Straight Flush"}),
    (["4c-Jc-Ah-7h", "7s-As-Ts-4h"], "Qc-9d-5c-8s-3s", {"HandA", "HandB"}, {"High card", "8543A"}),
    (["Qc-Jd-Td-3d", "Tc-Jc-8h-6d"], "Ad-Kh-Qs-2d-3c", {"HandA", "HandB"}, {"Straight", "8632A"}),
    (["Qc-Jd-Td-3d", "3s-3h-8h-6d"], "Ad-Kh-Qs-Qd-3c", {"HandA"}, {"Full House"}),
]


@pytest.mark.parametrize(("hands", "board", "winners", "categories"), LINES)
@pytest.mark.parametrize("labels", [("HandA", "HandB"), ("Ann", "HandA")])
def test_deals_are_found_by_winner_and_category(hands, board, winners, categories, labels):
    deal = Deal.parse(OMAHA_HILO, dict(zip(labels, hands, strict=True)), board)
    stored(deal)
    for label, default in zip(labels, ("HandA", "HandB"), strict=True):
        assert Showdown.objects.won_by(label).exists() == (default in winners)
    assert not Showdown.objects.won_by("HandC").exists()
    for category in ("Straight Flush", "Straight", "Full House", "High card", "8543A", "8632A"):
        assert Showdown.objects.in_category(category).exists() == (category in categories)
    assert not Showdown.objects.in_category("Five Aces").exists()


def test_the_same_number_is_another_category_in_another_game():
    stored(Deal.parse(GAMES["badugi"], ["Ac2d3h4s", "KcQdJhTs"]))
    assert Showdown.objects.in_category("Badugi").count() == 1
    assert not Showdown.objects.in_category("8765A").exists()


def test_deals_are_found_by_moment_and_come_newest_first():
    first, second = stored(), stored()
    now = datetime.now(UTC)
    assert list(Showdown.objects.newest_first()) == [second, first]
    assert Showdown.objects.from_moment(now - timedelta(hours=1)).count() == 2
    assert not Showdown.objects.from_moment(now + timedelta(hours=1)).exists()
    assert not Showdown.objects.before_moment(now - timedelta(hours=1)).exists()


@pytest.mark.parametrize(("game", "players"), EVERY_TABLE)
def test_the_database_answers_in_words(game, players):
    showdown = stored(random_deal(game, players))
    settlement = showdown.settlement
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM showdown_hand ORDER BY seat, pot")
        names = [column.name for column in cursor.description]
        rows = [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]
    shares = {player.label: 0 for player in settlement.players}
    assert len(rows) == players * len(game.pots)
    for row in rows:
        player = settlement.player(row["label"])
        made = player.made[row["pot"]]
        pot = next(pot for pot in settlement.pots if pot.name == row["pot"])
        assert row["showdown"] == showdown.id
        assert row["created"] == showdown.created
        assert row["game"] == game.slug
        assert row["hole_cards"] == "-".join(map(str, player.hand.cards))
        assert row["board"] == ("-".join(map(str, showdown.deal.board)) or None)
        assert row["rank"] == (made.strength if made else 0)
        assert row["category"] == (made.category if made else None)
        assert set((row["plays"] or "").split("-")) == {*map(str, made.cards if made else [""])}
        assert row["wins"] == (player.label in pot.winners)
        shares[player.label] += row["share"]
    for player in settlement.players:
        assert abs(float(shares[player.label]) - float(player.share)) < 1e-9
