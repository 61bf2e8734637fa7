"""Every factory makes a row that the database accepts."""

import pytest
from factory.django import DjangoModelFactory

from showdown.evaluator.games import OMAHA_HILO
from tests import factories
from tests.factories import DealFactory, ShowdownFactory

FACTORIES = [
    factory
    for factory in vars(factories).values()
    if isinstance(factory, type)
    and issubclass(factory, DjangoModelFactory)
    and factory is not DjangoModelFactory
]


@pytest.mark.parametrize("factory", FACTORIES, ids=lambda factory: factory.__name__)
def test_two_rows_are_stored_and_differ(db, factory):
    first, second = factory(), factory()
    assert first.pk != second.pk
    for row in (first, second):
        row.refresh_from_db()
        row.validate_constraints()


def test_a_deal_is_as_described():
    deal = DealFactory(players=3, labels=["Anna", "Boris", "Cem"], runs=2, mucked=["Boris"])
    assert deal.game is OMAHA_HILO
    assert deal.labels == ("Anna", "Boris", "Cem")
    assert [hand.is_mucked for hand in deal.hands] == [False, True, False]
    assert [len(board) for board in deal.boards] == [5, 5]
    assert deal.boards[0][:2] == deal.boards[1][:2]


@pytest.mark.parametrize(("trait", "has_owner"), [("owned", True), ("visited", False)])
def test_a_stored_deal_has_an_account_or_a_visitor(db, trait, has_owner):
    showdown = ShowdownFactory(**{trait: True})
    assert (showdown.owner is not None, showdown.visitor is not None) == (has_owner, not has_owner)
