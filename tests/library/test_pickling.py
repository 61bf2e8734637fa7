"""Test that the library's results and errors can be pickled, copied and sent to a process."""

import copy
import pickle
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import pytest

import showdown
from showdown.evaluator.deals import Deal, default_label
from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.settlement import settle
from showdown.library.settling import SettledDeal
from tests.library.dealing import random_deals
from tests.made_up_games import EVERY_GAME, MADE_UP

LOGS = sorted((Path(__file__).parents[1] / "data" / "logs").glob("*.txt"))
SLUGS = list(showdown.games)


def draw_hands_and_boards(game):
    (numbers,) = random_deals(np.random.default_rng(game.number), game, 1)
    sizes = [game.hole] * 2 + list(game.boards)
    parts = np.split(numbers, np.cumsum(sizes)[:-1])
    texts = [showdown.card_texts([part], separator="")[0] for part in parts]
    return texts[:2], texts[2:]


def settle_game(slug):
    hands, boards = draw_hands_and_boards(showdown.games[slug])
    return showdown.settle(slug, hands, boards=boards or None, pots=[7], button="HandA")


def calculate_odds(slug):
    hands, boards = draw_hands_and_boards(showdown.games[slug])
    return showdown.odds(slug, hands, boards=boards or None, pots=[7])


def settle_array(slug):
    cards = random_deals(np.random.default_rng(1), showdown.games[slug], 5)
    settled = showdown.settle_many(slug, cards)
    assert len(settled.shares) == len(settled.categories) == 5
    return settled


def read_text(slug):
    game = showdown.games[slug]
    hands, boards = draw_hands_and_boards(game)
    text = ", ".join(f"{name}: {hand}" for name, hand in zip(("Ida", "Jan"), hands, strict=True))
    boards = [f"board {number}: {board}" for number, board in enumerate(boards, 1)]
    return showdown.read_text("\n".join([text, *boards]), slug)


def assert_copies_are_equal(value):
    """Check that all copies equal the value; compare errors by their attributes and notes."""
    copies = [pickle.loads(pickle.dumps(value, protocol)) for protocol in range(6)]
    for copied in (*copies, copy.copy(value), copy.deepcopy(value)):
        assert type(copied) is type(value)
        assert repr(copied) == repr(value)
        if isinstance(value, Exception):
            assert (copied.args, vars(copied)) == (value.args, vars(value))
        else:
            assert copied == value
    return copies[-1]


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("answer", [settle_game, calculate_odds, settle_array, read_text])
def test_answers_can_be_pickled(answer, slug):
    value = answer(slug)
    repr(value)  # fills caches
    assert_copies_are_equal(value)


@pytest.mark.parametrize("game", EVERY_GAME, ids=str)
def test_games_and_their_rankings_can_be_pickled(game):
    copied = assert_copies_are_equal(game)
    assert (copied is game) == (game.slug in showdown.games)
    for contest in game.contests:
        assert pickle.loads(pickle.dumps(contest.ranking)) is contest.ranking


@pytest.mark.parametrize("game", MADE_UP, ids=str)
def test_answers_of_made_up_games_can_be_pickled_with_their_words(game):
    hands, boards = draw_hands_and_boards(game)
    deal = Deal.parse(game, {default_label(i): hand for i, hand in enumerate(hands)}, boards)
    answer = SettledDeal(settle(deal))
    answer.settlement.contests[0].contest.ranking.strengths  # noqa: B018 - fills a cache
    assert assert_copies_are_equal(answer).reasons == answer.reasons


@pytest.mark.parametrize("slug", list(showdown.rule_sets))
def test_rule_sets_can_be_pickled(slug):
    assert_copies_are_equal(showdown.rule_sets[slug])


@pytest.mark.parametrize("log", LOGS, ids=lambda path: path.stem)
def test_audited_hands_can_be_pickled(log):
    audited = list(showdown.audit(log))
    assert audited
    assert pickle.loads(pickle.dumps(audited)) == copy.deepcopy(audited) == audited


def test_every_type_of_error_can_be_pickled():
    """The types are dataclasses that differ only in their fields, which may have any value."""
    types = [InvalidDeal]
    for kind in types:
        types += kind.__subclasses__()
    assert len(types) > 40
    for kind in types:
        error = kind(**dict.fromkeys(kind.__dataclass_fields__, "any"))
        error.args = ("a sentence",)
        error.add_note("in spot 3")
        assert assert_copies_are_equal(error).__notes__ == ["in spot 3"]


def test_errors_of_files_can_be_pickled():
    assert_copies_are_equal(showdown.UnusableInput("the file is damaged"))


@pytest.mark.parametrize("method", ["fork", pytest.param("spawn", marks=pytest.mark.long)])
def test_pools_of_processes_return_every_game(method):
    context = get_context(method)
    expected = [settle_game(slug) for slug in SLUGS]
    with context.Pool(2) as pool:
        assert pool.map_async(settle_game, SLUGS).get(60) == expected
        assert pool.map_async(settle_array, SLUGS[:2]).get(60) == [*map(settle_array, SLUGS[:2])]
    with ProcessPoolExecutor(2, context) as executor:
        assert list(executor.map(settle_game, SLUGS, timeout=60)) == expected
        with pytest.raises(showdown.InvalidDeal, match="unknown game “bridge”"):
            executor.submit(showdown.settle, "bridge", ["AsAh", "KsKh"]).result(60)
