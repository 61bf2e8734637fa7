"""Test that every ranking, choice and kind of contest has words, and every hand its name."""

from collections import Counter
from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

import pytest

from showdown.evaluator import rankings
from showdown.evaluator.cards import format_cards, parse_cards
from showdown.evaluator.games import GAMES
from showdown.evaluator.rankings import HIGH, SHORT_DECK_HIGH
from showdown.words import vocabulary
from showdown.words.games import rules_text
from showdown.words.made_hands import as_noun, beats_text, title, title_with_kickers
from showdown.words.vocabulary import CARDS, RANKINGS, RankingWords
from tests.evaluator.dealing import GAMES_BY_SLUG
from tests.made_up_games import EVERY_GAME, HIGHEST_SPADE

EVERY_RANKING = list({contest.ranking: 1 for game in EVERY_GAME for contest in game.contests})


@pytest.mark.parametrize("attribute", ["ranking", "choice", "kind"])
def test_a_game_without_its_words_is_refused(attribute):
    (contest,) = GAMES["holdem"].contests
    unknown = {
        "ranking": replace(contest.ranking, name="unknown"),
        "choice": replace(contest.choice, name="unknown"),
        "kind": "unknown",
    }
    unknown_contest = replace(contest, **{attribute: unknown[attribute]})
    with pytest.raises(KeyError, match=r"Texas Hold'em: the .* “unknown” has no words"):
        vocabulary.require_words([replace(GAMES["holdem"], parts=((unknown_contest,),))])


@pytest.mark.parametrize("ranking", EVERY_RANKING, ids=lambda ranking: ranking.name)
def test_hands_that_do_not_tie_have_different_readings(ranking):
    readings = {rank: RANKINGS[ranking].read(ranking, rank) for rank in ranking.ranks}
    assert len({*readings.values()}) == len(readings), "`read` returns the same for several ranks"
    for rank, reading in readings.items():
        assert reading.category in (CARDS, ranking.category(rank))


RULES = Path("tests/data/rules_of_pots.txt").read_text().splitlines()


@pytest.mark.parametrize(("slug", "rules"), [row.split(" | ") for row in RULES])
def test_the_pot_is_described_from_its_parts_and_contests(slug, rules):
    assert rules_text(GAMES_BY_SLUG[slug]).endswith(rules)


@pytest.mark.parametrize("game", EVERY_GAME, ids=lambda game: game.slug)
def test_rules_state_who_wins_a_contest_without_a_qualifying_hand(game):
    with_qualifier = {contest.kind for contest in game.contests if contest.has_qualifier}
    statements = rules_text(game).count("f nobody qualifies for ")
    assert statements >= (len(with_qualifier) if len(game.contests) > 1 else 0)
    assert statements == 0 or with_qualifier


def test_a_made_up_ranking_has_its_own_nouns():
    ace, king = HIGHEST_SPADE.ranks[-1], HIGHEST_SPADE.ranks[-2]
    assert title(HIGHEST_SPADE, ace) == "ace of spades"
    assert as_noun(HIGHEST_SPADE, ace) == "the ace of spades"
    assert beats_text(HIGHEST_SPADE, ace, king) == "the ace of spades beats the king of spades"


def test_points_and_one_card_badugis_are_compared_by_name():
    points, badugi = (GAMES[slug].contests[0].ranking for slug in ("drawmaha-49", "badugi"))
    assert beats_text(points, (12,), (10,)) == "12 points beat 10 points"
    assert beats_text(points, (12,), (1,)) == "12 points beat 1 point"
    one = [rank for rank in badugi.ranks if rank[0] == 1]
    assert beats_text(badugi, one[-1], one[-2]) == "a one-card A beats a one-card 2"


def test_hands_without_names_of_their_own_are_compared_by_category():
    aces, kings = HIGH.rank(parse_cards("AcAdKsQh9d")), HIGH.rank(parse_cards("KcKdAsQh9d"))
    straight = HIGH.rank(parse_cards("5c6d7s8h9d"))
    plain = replace(HIGH, name="high, by category")
    with patch.dict(vocabulary.RANKINGS, {plain: RankingWords(rules="the best hand wins")}):
        assert title(plain, aces) == "pair"
        assert as_noun(plain, straight) == "a straight"
        assert beats_text(plain, aces, kings) == "the better pair wins"
        assert beats_text(plain, straight, aces) == "a straight beats a pair"


RANKS = [
    *("deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("jack", "queen", "king", "ace"),
]
NAMES = {
    "High card": "{0} high",
    "One pair": "pair of {0}s",
    "Two pair": "two pair, {0}s and {1}s",
    "Three of a kind": "three {0}s",
    "Straight": "{0}-high straight",
    "Flush": "{0}-high flush",
    "Full house": "{0}s full of {1}s",
    "Four of a kind": "four {0}s",
    "Straight flush": "{0}-high straight flush",
}


def expected_name(cards, label):
    ranks = Counter(card.rank for card in cards)
    ordered = sorted(ranks, key=lambda rank: (ranks[rank], rank), reverse=True)
    if "Straight" in label and ordered[1] != ordered[0] - 1:
        ordered = ordered[1:]  # the ace is low
    name = NAMES[label].format(*(RANKS[rank] for rank in ordered)).replace("sixs", "sixes")
    return "royal flush" if name == "ace-high straight flush" else name


@pytest.mark.parametrize(
    ("ranking", "pokerkit_class"),
    [(HIGH, "StandardHighHand"), (SHORT_DECK_HIGH, "ShortDeckHoldemHand")],
    ids=["high", "6+"],
)
def test_every_hand_has_the_name_of_its_category(ranking, pokerkit_class):
    import pokerkit  # slow

    labels = set()
    for cards in ranking.specimens():
        rank = ranking.rank(cards)
        label = getattr(pokerkit, pokerkit_class)(format_cards(cards, "")).entry.label.value
        assert ranking.category(rank) == label.lower().removeprefix("one ")
        assert title(ranking, rank) == expected_name(cards, label)
        labels.add(label)
    assert labels == set(NAMES)


HAND_NAMES = Path("tests/data/hand_names.txt").read_text().splitlines()


@pytest.mark.parametrize(
    ("ranking", "cards", "name", "noun"), [row.split(" | ") for row in HAND_NAMES]
)
def test_hands_have_titles_and_nouns(ranking, cards, name, noun):
    ranking = getattr(rankings, ranking)
    rank = ranking.rank(parse_cards(cards))
    assert title_with_kickers(ranking, rank) == name
    assert as_noun(ranking, rank) == noun


def test_every_category_with_ranks_has_an_example():
    examples = [
        (getattr(rankings, row[0]), row[1]) for row in (row.split(" | ") for row in HAND_NAMES)
    ]
    ranks = {(ranking, ranking.rank(parse_cards(cards))) for ranking, cards in examples}
    covered = {RANKINGS[ranking].read(ranking, rank).category for ranking, rank in ranks}
    for game in GAMES.values():
        for ranking in {contest.ranking for contest in game.contests}:
            readings = [RANKINGS[ranking].read(ranking, rank) for rank in ranking.ranks]
            missing = {reading.category for reading in readings if reading.ranks} - covered
            assert not missing, f"tests/data/hand_names.txt needs these hands of {ranking.name}"


def test_the_reason_names_the_last_card_if_only_it_differs():
    best, beaten = (HIGH.rank(parse_cards(cards)) for cards in ("Kh9h7h4h3h", "Kd9d7d4d2d"))
    reason = "a king-high flush each; the three beats the deuce at the fifth card"
    assert beats_text(HIGH, best, beaten) == reason
