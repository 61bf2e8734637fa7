"""Test odds from dealing every possible deal, and from samples with a margin of error."""

from collections import Counter
from itertools import islice, permutations

import pytest

from showdown.bulk import dealing
from showdown.bulk.odds import ChipPot, Odds, build_spot_arrays, compute_odds, stream_odds
from showdown.bulk.sampling import compute_margin_of_error
from showdown.evaluator.deals import Deal, Hand
from showdown.evaluator.games import GAMES
from showdown.evaluator.settlement import settle
from showdown.evaluator.spots import NoDealFits
from showdown.notation.odds_json import odds_to_json
from showdown.notation.spots import read_spot
from tests.evaluator.dealing import GAMES_BY_SLUG
from tests.odds.random_spots import spot_of
from tests.scope import quick_first

SAMPLED = [
    ("omaha-hilo", "AsKhQsJh 2c3d4c5d", ""),
    ("omaha-hilo", "AsKhQsJh 2c3d4c5d 6h7h8d9d", "Ad7c2d"),
    ("omaha-hilo", "AsKhQsJh AA@30,KK", "2h7d9c"),
    ("omaha", "AsKhQsJh *", "2h7d9c"),
    ("holdem", "QQ+,AKs JJ+,AQ+", ""),
    ("holdem", "AhKh 15%", "2h3h9s"),
    ("holdem", "77+,AJ+@40 88+,KQ 22-66,98s", "2h7h9s"),
    ("short-deck", "AA,KK@10 *", "Th9h6s"),
    ("holdem-hilo", "AhKh QQ+,A2s", "2h3h9s"),
    ("double-board-omaha", "AsKhQsJh 2c3d4c5d", "7h8h9d/Tc6c6d"),
]


@pytest.mark.parametrize(
    ("spots", "sample_count", "low", "high"),
    quick_first((SAMPLED[:3], 100, 0.91, 0.99), (SAMPLED, 200, 0.93, 0.97)),
)
def test_the_margins_of_95_in_100_samples_contain_the_exact_share(spots, sample_count, low, high):
    hits = Counter()
    for row in spots:
        spot = spot_of(*row)
        exact_odds, arrays = compute_odds(spot), build_spot_arrays(spot)
        assert exact_odds.is_exact
        for seed in range(sample_count):
            (tally,) = dealing.sample_outcomes(arrays, seed, 0, 8_000)
            seat = max(range(tally.players), key=tally.deviation)
            hits[row] += abs(
                tally.share(seat) - exact_odds.tally.share(seat)
            ) <= compute_margin_of_error(tally)
    assert low <= hits.total() / (sample_count * len(spots)) <= high
    assert min(hits.values()) >= 0.885 * sample_count, hits


def test_sampling_continues_until_it_is_precise_enough():
    spot = spot_of("omaha-hilo", "AsKhQsJh *")
    samples = list(stream_odds(spot, [ChipPot(90, (0, 1))], seed=3, within=0.001, seconds=60))
    last = samples[-1]
    assert not last.is_exact
    assert last.margin <= 0.001
    assert all(sample.margin > 0.001 for sample in samples[:-1])
    assert sum(last.tally.share(player) for player in range(2)) == 1
    assert last.pots[0].chips == tuple(90 * last.tally.share(player) for player in range(2))
    repeated = compute_odds(spot, seed=3, within=0.001, seconds=60)
    assert repeated.tally == last.tally
    assert compute_odds(spot, seed=4, within=0.001, seconds=60).tally != last.tally


def test_any_hand_on_the_river_is_dealt_in_every_way():
    odds = compute_odds(spot_of("omaha", "AsKhQsJh *", "2c3c4d5h9s"))
    assert (odds.is_exact, odds.tally.total) == (True, 123_410)


def settle_all_deals(spot):
    """Yield the settlement of each order in which the unknown cards can come."""
    players = [(holding.label, holding.cards, holding.unknown) for holding in spot.holdings]
    boards = list(zip(spot.boards, spot.coming, strict=True))
    unknown = sum(count for *_, count in (*players, *boards))
    for dealt_cards in permutations(spot.stub, unknown):
        cards = iter(dealt_cards)
        hands = [Hand(label, (*own, *islice(cards, count))) for label, own, count in players]
        full_boards = [(*board, *islice(cards, count)) for board, count in boards]
        yield settle(Deal(spot.game, tuple(hands), tuple(full_boards)))


STUD = "Ad2s3h8d8hKh? 2d3d4h5h9hTd?"
STUD_DEAD = "".join(f"{rank}{suit}" for rank in "679JQK" for suit in "cd") + "AcAhTc8c"
ARCHIE_DEAD = "".join(f"{rank}{suit}" for rank in "TJQKA" for suit in "cdhs")


@pytest.mark.parametrize(
    ("game", "hands", "board", "dead"),
    [
        ("badugi", "As3c4d6h 2c3d4h?", "", ""),
        ("razz", STUD, "", STUD_DEAD),
        ("stud-hilo", STUD, "", STUD_DEAD),
        ("high-spade", STUD, "", STUD_DEAD),
        ("stud-high-low-badugi", STUD, "", STUD_DEAD),
        # A pair of nines is needed for high, and an eight for low: often nobody qualifies.
        ("archie", "2c3c4d7d? 2d4c7h8c?", "", ARCHIE_DEAD),
        # Discards are neither held nor dealt again.
        ("ace-to-five", "Kh|2c3d4h5s Ks|6c5d4c3s", "", ""),
        # The cards of one board are dead for the others.
        ("double-board-omaha", "AsKhQsJh 2c3d4c5d", "Ah7c2d9s/6h6s8dTc", ""),
        ("triple-flop-omaha", "AsKhQsJh 2c3d4c5d", "Ah7c2d/6h6s8d/9h9s", ""),
    ],
)
def test_dealing_all_cards_gives_the_mean_of_all_settlements(monkeypatch, game, hands, board, dead):
    monkeypatch.setattr("showdown.bulk.dealing.find_game", GAMES_BY_SLUG.__getitem__)
    spot = read_spot(GAMES_BY_SLUG[game], hands.split(), board, dead)
    (tally,) = dealing.deal_all(build_spot_arrays(spot))
    settlements = list(settle_all_deals(spot))
    for seat, label in enumerate(spot.labels):
        assert tally.share(seat) == sum(
            settlement.player(label).share for settlement in settlements
        ) / len(settlements)
    contests = odds_to_json(Odds(spot, tally))["players"][0]["contests"]
    for index, contest in enumerate(GAMES_BY_SLUG[game].contests):
        nobody = sum(not settlement.contests[index].winners for settlement in settlements)
        assert contests[contest.name].get("none", 0) == nobody
        assert ("none" in contests[contest.name]) == contest.has_qualifier


def test_ranges_that_leave_each_other_no_hand_are_refused():
    for hands in ("AA AA AA", "AsKs AsKs,AsQs"):
        with pytest.raises(NoDealFits):
            compute_odds(spot_of("holdem", hands))


@pytest.mark.parametrize("hands", [["AA@99.99,KK,QQ"] * 5, ["1.13%"] * 5], ids=str)
def test_ranges_with_weights_too_large_to_add_are_sampled(hands):
    """All of these few deals would be dealt if their weights were smaller."""
    spot = read_spot(GAMES["holdem"], hands, "2c3d4h7s9d")
    sampled = compute_odds(spot, seconds=0.1)
    assert not sampled.is_exact
    assert min(sampled.tally.outcomes.values()) > 0
