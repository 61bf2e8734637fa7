"""Test that the API and the pages agree with the evaluator for every game, real and made-up."""

import json
from dataclasses import replace
from html import unescape

import pytest

from showdown.evaluator.cards import format_cards
from showdown.evaluator.choices import ANY_FIVE, TWO_AND_THREE
from showdown.evaluator.deals import board_field
from showdown.evaluator.games import GAMES
from showdown.evaluator.settlement import settle
from showdown.evaluator.wagers import Pot, Wagers
from showdown.words.headlines import headline, reason_text
from showdown.words.ranks import card_text
from tests import made_up_games
from tests.factories import DealFactory
from tests.made_up_games import EVERY_GAME, MADE_UP
from tests.scope import examples

DEALS = examples(10)


@pytest.fixture
def registered_games(db, monkeypatch):
    made_up_games.register(monkeypatch)
    for module in ("deal_json", "spot_json"):
        monkeypatch.setattr(f"showdown.notation.{module}.find_game", GAMES.__getitem__)


def find_best_by_rule(deal, contest, labels):
    ranks = {
        hand.label: max(map(contest.rank, contest.combinations(hand.cards, deal.boards)))
        for hand in deal.hands
        if hand.label in labels
    }
    best = max(ranks.values())
    return [label for label, rank in ranks.items() if best and rank == best], best


def create_deals(game):
    players = max(2, min(3, game.players[-1]))
    return [DealFactory(game=game, players=players) for _ in range(DEALS)]


def settle_by_api(client, deal, **wagers):
    document = {
        "game": deal.game.slug,
        "hands": {hand.label: [*map(str, hand.cards)] for hand in deal.hands},
        "boards": [" ".join(map(str, board)) for board in deal.boards],
    }
    body = json.dumps(document | wagers)
    response = client.post("/api/showdowns/?store=false", body, content_type="application/json")
    assert response.status_code == 200, response.content
    return response.json()


def settle_on_page(client, deal, **fields):
    hands = {f"hand-{seat}": format_cards(hand.cards) for seat, hand in enumerate(deal.hands)}
    boards = {
        board_field(index).lower(): format_cards(cards) for index, cards in enumerate(deal.boards)
    }
    game = {"game": deal.game.slug, "players": str(len(deal.hands))}
    data = game | hands | boards | fields
    return unescape(client.post("/showdown/", data, headers={"X-Part": "answer"}).text)


def cards_text(cards):
    return " ".join(map(card_text, cards))


def rename_players(deal):
    hands = (replace(hand, label=f"Player {seat}") for seat, hand in enumerate(deal.hands, 1))
    return replace(deal, hands=tuple(hands))


@pytest.mark.parametrize("game", EVERY_GAME, ids=lambda game: game.slug)
def test_the_api_and_the_rules_agree(client, registered_games, game):
    for deal in create_deals(game):
        answer = settle_by_api(client, deal)
        assert answer["headline"] == headline(settle(deal))
        for contest, result in zip(game.contests, answer["contests"], strict=True):
            winners, best = find_best_by_rule(deal, contest, deal.labels)
            assert (result["name"], result["winners"]) == (contest.name, winners)
            assert result["strength"] == contest.ranking.strength(best)
            assert result["category"] == (contest.ranking.category(best) if best else None)


@pytest.mark.parametrize("game", EVERY_GAME, ids=lambda game: game.slug)
def test_the_page_and_the_rules_agree(client, registered_games, game):
    for deal in create_deals(game):
        page = settle_on_page(client, deal)
        settlement = settle(rename_players(deal))
        assert headline(settlement) in page
        hands = [f"{hand.label}: {cards_text(hand.cards)}" for hand in settlement.deal.hands]
        boards = [f": {cards_text(board)}" for board in deal.boards]
        assert all(text in page for text in (*hands, *boards))
        for result in settlement.contests:
            # Among several contests, a heading names the one for which nobody qualifies.
            is_short = len(settlement.contests) > 1 and not result.winners
            reason = "nobody qualifies" if is_short else reason_text(result)
            assert f"{reason[1:]}." in page  # its first letter may be a capital


@pytest.mark.parametrize("game", EVERY_GAME, ids=lambda game: game.slug)
def test_the_api_and_the_page_omit_folded_players(client, registered_games, game):
    for deal in create_deals(game):
        folded, *others = deal.labels
        answer = settle_by_api(client, deal, folded=[folded])
        assert answer["players"][0]["standing"] == "folded"
        for contest, result in zip(game.contests, answer["contests"], strict=True):
            assert result["winners"] == find_best_by_rule(deal, contest, others)[0]
        page = settle_on_page(client, deal, **{"fold-0": "on"})
        renamed = rename_players(deal)
        assert headline(settle(renamed, Wagers(folded=renamed.labels[:1]))) in page
        assert page.count("<strong>folded</strong>") == 1


@pytest.mark.parametrize("game", EVERY_GAME, ids=lambda game: game.slug)
def test_the_api_and_the_page_pay_each_pot_to_its_winner(client, registered_games, game):
    for deal in create_deals(game):
        pots = (Pot(90), Pot(41, deal.labels[:2]))
        payout = settle(deal, Wagers(pots=pots)).payout
        pots_json = [{"amount": 90}, {"amount": 41, "eligible": deal.labels[:2]}]
        answer = settle_by_api(client, deal, pots=pots_json)
        totals = {player.label: player.total for player in payout.players}
        by_api = {player["label"]: player["total"] for player in answer["chips"]["players"]}
        assert by_api == totals
        assert sum(by_api.values()) == 131
        for pot in answer["chips"]["pots"]:
            for contest, result in zip(game.contests, pot["contests"], strict=True):
                assert result["winners"] == find_best_by_rule(deal, contest, pot["eligible"])[0]
        page = settle_on_page(client, deal, pots=f"90 41={','.join(deal.labels[:2])}")
        for label, total in zip(rename_players(deal).labels, totals.values(), strict=True):
            paid_line = f'<strong>{label}</strong> <span class="amount">{total}</span>'
            assert (paid_line in page) == bool(total)


def is_counted(game):
    """Return whether kernels count exact odds: at most two hole cards play with boards of five."""
    return set(game.boards) == {5} and all(
        contest.ranking.only_flushes_use_suits
        and (contest.choice is TWO_AND_THREE or (contest.choice is ANY_FIVE and game.hole <= 2))
        for contest in game.contests
        if contest.boards
    )


def post_odds(client, deal, **changes):
    document = {
        "game": deal.game.slug,
        "hands": [format_cards(hand.cards) for hand in deal.hands],
        "boards": [format_cards(board) for board in deal.boards],
    }
    return client.post("/api/odds/", document | changes, content_type="application/json")


@pytest.mark.parametrize("game", EVERY_GAME, ids=lambda game: game.slug)
def test_the_odds_of_a_complete_deal_are_its_winners(client, registered_games, game):
    """Boards are a list. The API refuses exact odds of games for which `is_counted` is false."""
    for deal in create_deals(game):
        response = post_odds(client, deal)
        if not is_counted(game):
            assert response.status_code == 422
            assert f"the exact odds of {game.name} can't be calculated" in response.json()["detail"]
            continue
        for contest in game.contests:
            winners, _ = find_best_by_rule(deal, contest, deal.labels)
            for player in response.json()["players"]:
                odds = player["contests"][contest.name]
                is_winner = player["label"] in winners
                assert odds["win"] == (is_winner and len(winners) == 1)
                assert odds["tie"] == (is_winner and len(winners) > 1)


def test_an_invalid_card_on_the_third_board_of_a_spot_is_located(client, registered_games):
    (game,) = (game for game in MADE_UP if len(game.boards) == 3)
    deal = DealFactory(game=game)
    boards = [format_cards(board) for board in deal.boards[:2]]
    (error,) = post_odds(client, deal, boards=[*boards, "2c 3z"]).json()["errors"]
    assert (error["pointer"], error["position"]) == ("#/boards/2", 3)
