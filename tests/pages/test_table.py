"""The table: what people type is settled, stored once, and never lost."""

import pytest
from django.test import Client

from showdown.evaluator.deals import board_field
from showdown.evaluator.games import GAMES
from showdown.models import Showdown, Source
from tests.factories import random_deal


def texts_of(deal):
    hands = {f"hand-{seat}": "".join(map(str, hand.cards)) for seat, hand in enumerate(deal.hands)}
    boards = {
        board_field(place).lower(): "".join(map(str, board))
        for place, board in enumerate(deal.boards)
    }
    setting = {"game": deal.game.slug, "players": str(len(deal.hands))}
    return setting | hands | boards


def test_a_settled_deal_is_stored_and_has_a_page_of_its_own(visitor, typed):
    answer = visitor.settle(typed)
    stored = Showdown.objects.get()
    assert answer.status_code == 302
    assert answer.url == f"/showdown/{stored.pk}/"
    assert stored.source == Source.PAGE
    page = visitor.get(answer.url)
    assert "HandB scoops: three fives, and 7-6-5-2-A for low" in page.text
    assert "three fives beat two pair, aces and kings" in page.text


def test_asked_for_a_part_it_answers_with_the_result(visitor, typed):
    answer = visitor.settle(typed, htmx=True)
    assert answer.status_code == 200
    assert "<html" not in answer.text
    assert "HandB scoops" in answer.text
    assert f"/showdown/{Showdown.objects.get().pk}/" in answer.text


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_each_game_is_settled_with_its_fewest_and_most_players(visitor, game):
    for players in (game.players[0], game.players[-1]):
        deal = random_deal(game, players)
        page = visitor.settle(texts_of(deal), htmx=True).text
        assert 'class="headline"' in page
        assert page.count('<section class="player') == players
    assert Showdown.objects.count() == 2


def test_the_same_deal_sent_again_is_stored_once(visitor, typed):
    first, again = visitor.settle(typed), visitor.settle(typed)
    assert first.url == again.url
    assert Showdown.objects.count() == 1


@pytest.mark.parametrize(
    ("changed", "field", "message"),
    [
        ({"hand-1": "5c 5d 6c"}, "hand-1", "HandB has 3 cards; Omaha Hi/Lo needs 4"),
        ({"hand-1": "5c 5d 6c 1x"}, "hand-1", "isn't a card"),
        ({"board": "Ah Kh 5s 2s Ac"}, "board", "A♣ is there twice, in HandA and Board"),
        ({"board": ""}, "board", "Board is missing; Omaha Hi/Lo needs 5 cards"),
        ({"players": "12"}, "players", "Omaha Hi/Lo is for 2 to 11 players"),
        ({"game": "bridge"}, "game", "Unknown game “bridge”"),
        ({"pots": "-5"}, "pots", ""),
        ({"pots": "100", "unit": "25", "put-in-0": "30"}, "put-in-0", ""),
        ({"put-in-0": "30", "put-in-1": "x"}, "put-in-1", "isn't an amount"),
    ],
)
@pytest.mark.parametrize("htmx", [False, True])
def test_an_error_stands_beside_its_field_and_nothing_typed_is_lost(
    visitor, typed, changed, field, message, htmx
):
    page = visitor.settle(typed | changed, htmx=htmx)
    text = page.text.replace("&#x27;", "'")
    place = text.index(f'id="id_{field}_error"')
    said = text[place : text.index("</", place)].split(">", 1)[1]
    assert said
    assert message in said
    assert not Showdown.objects.exists()
    if not htmx:
        for value in (typed | changed).values():
            assert value in text or value in ("12", "bridge")


def test_a_pasted_line_is_put_on_the_table(visitor):
    line = "HandA:Ac-Kd-Jd-3d HandB:5c-5d-6c-7d HandC:9c-9d-9h-9s Board:Ah-Kh-5s-2s-Qd Pot:90"
    page = visitor.settle({"line": line, "action": "read"}).text
    assert 'value="5c 5d 6c 7d"' in page
    assert 'value="9c 9d 9h 9s"' in page
    assert 'value="90"' in page
    assert not Showdown.objects.exists()


def test_a_pasted_line_that_cannot_be_read_says_where(visitor):
    page = visitor.settle({"line": "HandA:Ac-Kd-Jd-3d HandB:5c-5d-6c-7z", "action": "read"}).text
    assert "Character 34: “7z”" in page


def test_another_game_keeps_what_was_typed(visitor, typed):
    page = visitor.settle(typed | {"game": "holdem", "players": "3", "action": "table"}).text
    assert 'value="AcKdJd3d"' in page
    assert 'name="hand-2"' in page


def test_a_deal_at_random_fills_every_place(visitor):
    page = visitor.settle({"game": "six-card-omaha", "players": "7", "action": "deal"}).text
    assert page.count('data-cards="6"') == 7
    assert 'value=""' not in page.split('class="picker"')[0].split('class="places"')[1]


def test_clear_keeps_the_game_and_the_players(visitor, typed):
    page = visitor.settle(typed | {"players": "5", "hand-4": "2h", "action": "clear"}).text
    assert page.count('data-cards="4"') == 5
    assert "AcKdJd3d" not in page


def test_chips_are_paid(visitor, typed):
    page = visitor.settle(typed | {"hand-1": "5c 5d 6c 8d", "pots": "4,765"}, htmx=True).text
    assert "4,765" in page
    stored = Showdown.objects.get()
    assert sum(player.total for player in stored.settlement.payout.players) == 4765


def test_dead_chips_rake_and_a_jackpot_drop_are_typed_too(visitor, typed):
    chips = {"put-in-0": "500", "put-in-1": "500", "dead": "50", "rake": "5%,30", "jackpot": "10"}
    page = visitor.settle(typed | chips, htmx=True).text
    assert "Rake 30, jackpot drop 10: 40 from the pot." in page
    assert "Pot, 1,010: HandA and HandB." in page


def test_side_pots_follow_from_what_was_put_in(visitor):
    page = visitor.settle(
        {
            "game": "omaha-hilo",
            "players": "3",
            "hand-0": "Ac3h9dTs",
            "hand-1": "KhQcJs8s",
            "hand-2": "QhQsJcTd",
            "board": "2d5h7cKsKd",
            "put-in-0": "30",
            "put-in-1": "50",
            "put-in-2": "50",
            "away": "1",
            "button": "HandA",
        },
        htmx=True,
    ).text
    assert "Side pot" in page
    totals = {
        player.label: player.total for player in Showdown.objects.get().settlement.payout.players
    }
    assert (totals["HandA"], totals["HandB"], totals["HandC"]) == (45, 86, 0)


def test_a_form_from_elsewhere_is_refused(db, typed):
    answer = Client(enforce_csrf_checks=True).post("/showdown/", typed)
    assert answer.status_code == 403
    assert "reload the page" in answer.text


def test_the_site_leads_to_the_table(visitor):
    assert visitor.get("/").url == "/showdown/"


def test_the_same_deal_settled_later_is_the_same_record(visitor, typed):
    first = visitor.settle(typed)
    visitor.settle(typed | {"hand-1": "5c 5d 6c 8d"})
    assert visitor.settle(typed).url == first.url
    assert Showdown.objects.count() == 2


def test_other_chips_make_another_record(visitor, typed):
    urls = {visitor.settle(typed | chips).url for chips in ({}, {"pots": "90"}, {"pots": "91"})}
    assert len(urls) == 3
    assert visitor.settle(typed | {"pots": "90"}).url in urls
    assert Showdown.objects.count() == 3


def test_two_people_each_have_their_own_record_of_a_deal(visitor, owner, typed):
    assert visitor.settle(typed).url != owner.settle(typed).url


def test_a_note_is_kept_with_the_deal_and_may_be_replaced(visitor, typed):
    visitor.settle(typed | {"note": "Friday, table two"})
    visitor.settle(typed)
    assert Showdown.objects.get().note == "Friday, table two"
    visitor.settle(typed | {"note": " Saturday "})
    assert Showdown.objects.get().note == "Saturday"
