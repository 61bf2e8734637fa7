"""Test that single deals are settled, stored, listed and retrieved."""

from datetime import datetime, timedelta

import pytest

from showdown.evaluator.games import GAMES
from showdown.evaluator.rule_sets import RULE_SETS
from showdown.models import Showdown, Source, browsing
from tests.api.clients import check_problem
from tests.factories import ShowdownFactory, VisitorFactory


def test_a_settled_deal_is_stored(owner, deal):
    response = owner.settle(deal | {"pots": [{"amount": 91}], "button": "HandB"})
    settled = response.json()
    assert response.status_code == 201
    assert response["Location"] == settled["url"]
    assert settled["headline"] == "HandB scoops: three fives, and 7-6-5-2-A for low"
    contests = [
        (contest["name"], contest["winners"], contest["category"])
        for contest in settled["contests"]
    ]
    assert contests == [("high", ["HandB"], "three of a kind"), ("low", ["HandB"], "7652A")]
    loser, winner = settled["players"]
    assert (loser["share"], winner["share"]) == ("0", "1")
    assert loser["made"]["low"] is None
    assert winner["made"]["low"]["hole"] == "6c-7d"
    assert settled["chips"]["rules"] == "wsop-2026"
    assert [player["total"] for player in settled["chips"]["players"]] == [0, 91]
    assert owner.get(response["Location"]).json() == settled
    showdown = Showdown.objects.get(pk=settled["id"])
    assert (showdown.owner_id, showdown.source) == (owner.person.account.pk, Source.API)


def test_an_unknown_game_in_the_query_string_is_also_refused_for_json(anyone, deal):
    assert anyone.settle(deal, "?game=whist").status_code == 400
    assert not Showdown.objects.exists()


def test_a_deal_may_be_settled_without_storing_it(anyone, deal):
    response = anyone.settle(deal, "?store=false")
    assert response.status_code == 200
    assert "Location" not in response
    assert "id" not in response.json()
    assert not Showdown.objects.exists()


@pytest.mark.parametrize("body", ["{", b"\xff", "[" * 100_000])
def test_invalid_json_returns_a_problem(anyone, body):
    check_problem(anyone.settle(body), 400)


def test_the_problem_points_to_a_duplicate_key(anyone):
    response = anyone.settle('{"game": "omaha", "hands": {"HandA": "Ac", "HandA": "Kd"}}')
    (error,) = check_problem(response, 400, "duplicate-key")["errors"]
    assert error["pointer"] == "#/hands/HandA"


def test_headline_and_shares_of_side_pots_follow_the_chips(anyone):
    pots = [{"amount": 300}, {"amount": 343, "eligible": ["HandA", "HandC"]}]
    deal = {"game": "holdem", "hands": ["AdAh", "KhKs", "Qs7h"], "board": "2c2sTsKd9s"}
    settled = anyone.settle(deal | {"pots": pots}).json()
    assert settled["headline"] == "HandA takes 343, HandB 300"
    assert [player["share"] for player in settled["players"]] == ["343/643", "300/643", "0"]
    assert [player["share_words"] for player in settled["players"]] == ["53%", "47%", "nothing"]
    main, side = settled["chips"]["pots"]
    (high,) = side["contests"]
    assert (high["name"], high["winners"]) == ("high", ["HandA"])
    assert high["why"] == "two pair, aces and deuces beats a pair of deuces"
    assert main["contests"][0]["winners"] == ["HandB"]


def test_each_run_has_its_contests(anyone):
    deal = {
        "game": "holdem",
        "hands": {"Ann": ["As", "Ac"], "Bob": "KsKc", "Cem": "mucked"},
        "boards": ["2h3h4d9cTd", "2h3h4d9cKd"],
        "contributions": {"Ann": "10.50", "Bob": "10.50", "Cem": 1},
    }
    settled = anyone.settle(deal).json()
    assert settled["boards"] == ["2h-3h-4d-9c-Td", "2h-3h-4d-9c-Kd"]
    winners = [(contest["run"], contest["winners"]) for contest in settled["contests"]]
    assert winners == [(1, ["Ann"]), (2, ["Bob"])]
    _, bob, cem = settled["players"]
    assert (bob["standing"], cem["standing"]) == ("competes", "mucked")
    assert bob["made"]["high"]["title"] == "pair of kings"
    assert bob["made_in_later_runs"][0]["high"]["title"] == "three kings"
    assert [player["total"] for player in settled["chips"]["players"]] == ["11.00", "11.00", "0.00"]
    assert settled["chips"]["decimals"] == 2


def test_a_body_that_is_too_large_is_refused(anyone, settings):
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 100
    check_problem(anyone.settle(" " * 101), 413, "body-too-large")


def listed_ids(page):
    return [row["id"] for row in page["results"]]


def test_a_visitor_lists_the_deals_of_the_browsers_session(anyone):
    visitor = VisitorFactory()
    session = anyone.session
    session["visitor"] = str(visitor.visitor)
    session.save()
    showdown = ShowdownFactory(person=visitor)
    assert listed_ids(anyone.get("/api/showdowns/").json()) == [str(showdown.id)]


def test_pages_follow_one_another_without_gap_or_repetition(owner):
    stored = [str(ShowdownFactory(person=owner.person).id) for _ in range(5)][::-1]
    first = owner.get("/api/showdowns/?page_size=2").json()
    newer = ShowdownFactory(person=owner.person)  # deals stored meanwhile don't affect pages
    second = owner.get(first["next"]).json()
    last = owner.get(second["next"]).json()
    pages = [listed_ids(page) for page in (first, second, last)]
    assert pages == [stored[:2], stored[2:4], stored[4:]]
    assert first["previous"] is last["next"] is None
    before_second = owner.get(second["previous"]).json()
    assert listed_ids(before_second) == stored[:2]
    assert listed_ids(owner.get(before_second["previous"]).json()) == [str(newer.id)]


def test_a_search_that_reaches_the_scan_limit_continues_on_the_next_page(owner, monkeypatch):
    monkeypatch.setattr(browsing, "MAX_SCANNED", 2)
    rare = str(ShowdownFactory(deal__game=GAMES["badugi"], person=owner.person).id)
    for _ in range(5):
        ShowdownFactory(person=owner.person)
    url, pages = "/api/showdowns/?game=badugi", []
    while url:
        page = owner.get(url).json()
        pages.append(listed_ids(page))
        url = page["next"]
    assert pages == [[], [], [rare]]


def test_a_page_of_deals_takes_two_queries(owner, django_assert_max_num_queries):
    ShowdownFactory(person=owner.person)
    owner.get("/api/showdowns/")  # records the use of the token
    with django_assert_max_num_queries(2):
        owner.get("/api/showdowns/")


def test_lists_are_filtered(owner, deal):
    settled = owner.settle(deal).json()
    ShowdownFactory(deal__game=GAMES["badugi"], person=owner.person)
    hour = timedelta(hours=1)
    created = datetime.fromisoformat(settled["created"])

    def ids(**query):
        return listed_ids(owner.get("/api/showdowns/", query).json())

    assert ids(game="omaha-hilo") == [settled["id"]]
    assert ids(winner="HandB", game="omaha-hilo") == [settled["id"]]
    assert ids(winner="HandA", game="omaha-hilo") == []
    assert ids(category="7652A") == [settled["id"]]
    assert len(ids(after=(created - hour).isoformat())) == 2
    assert ids(before=(created - hour).isoformat()) == []


def test_games_are_listed(anyone):
    listed = {game["slug"]: game for game in anyone.get("/api/games/").json()}
    assert list(listed) == list(GAMES)
    assert listed["badugi"]["players"] == {"least": 2, "most": 13}
    assert listed["badugi"]["boards"] == []
    omaha = listed["omaha-hilo"]
    assert [len(contest["categories"]) for contest in omaha["contests"]] == [9, 56]
    assert [contest["choice"] for contest in omaha["contests"]] == ["two and three"] * 2
    assert omaha["aliases"][0] == "PLO8"
    assert omaha["rules"].startswith("Exactly two hole cards play with exactly three board cards.")
    double_board = listed["double-board-omaha"]
    assert double_board["boards"] == [5, 5]
    assert double_board["parts"] == [["high of board 1"], ["high of board 2"]]
    assert [contest["boards"] for contest in double_board["contests"]] == [[1], [2]]
    assert listed["short-deck"]["deck"] == {"cards": 36, "ranks": "6789TJQKA"}
    assert listed["razz"]["family"] == "stud"


def test_rule_sets_are_listed_with_different_rules(anyone):
    listed = anyone.get("/api/rule-sets/").json()
    assert [rule_set["slug"] for rule_set in listed] == list(RULE_SETS)
    assert [rule_set["slug"] for rule_set in listed if rule_set["is_default"]] == ["wsop-2026"]
    assert len({tuple(rule_set["rules"]) for rule_set in listed}) == len(listed)


DEAL_TEXT = "AcKdJd3d vs 5c5d6c7d on AhKh5s2sQd"

LINE = "HandA:Ac-Kd-Jd-3d HandB:5c-5d-6c-7d Board:Ah-Kh-5s-2s-Qd"


def post_text(client, text, query=""):
    return client.post(f"/api/showdowns/{query}", text, content_type="text/plain; charset=utf-8")


def test_a_text_is_stored_like_json(anyone):
    response = post_text(anyone, "Anna: A♣K♦J♦3♦\nBoris: 5c5d6c7d\nBoard: AhKh5s2sQd\nPot: 1,250")
    assert response.status_code == 201
    assert response.json()["headline"].startswith("Boris scoops")
    assert response.json()["chips"]["pots"][0]["amount"] == 1250
    stored = anyone.get(response["Location"]).json()
    assert stored["headline"] == response.json()["headline"]


@pytest.mark.parametrize(
    ("text", "game"), [("As Kd, Qh Qd, 2c3d5h9sTh", "holdem"), (f"Omaha: {DEAL_TEXT}", "omaha")]
)
def test_the_game_parameter_is_the_default_of_texts_without_a_game(anyone, text, game):
    response = post_text(anyone, text, "?game=holdem&store=false")
    assert (response.status_code, response.json()["game"]) == (200, game)


@pytest.mark.parametrize(
    ("text", "detail", "position"),
    [
        ("As Kd vs Qh Qd on 2c 3d 5h 9s Th", "this looks like Texas Hold'em", None),
        (DEAL_TEXT.replace("7d", "7z"), "“7z” isn't a card: there is no suit z", 18),
        (DEAL_TEXT + ", wild", "not sure what “wild” is; it may change the deal", 36),
        ("AcKdJd3d vs 5c5d6c7d", "Board is missing", None),
        ("as good as it gets", "there are no cards in this", 0),
        (b"\xff\xfe\x00", "there are no cards in this", 0),
        ("Hold'em: AKs vs QQ", "this is a question about odds, not a deal", None),
        (f"{LINE}\n{LINE}", "there are 2 deals here, not one", None),
        ("https://x.org/showdown/0198c5d2-0000-7000-8000-000000000001/", "there is no deal at", 0),
    ],
)
def test_text_that_is_not_a_deal_is_refused_with_the_position_of_the_error(
    anyone, text, detail, position
):
    response = post_text(anyone, text, "?store=false")
    assert response.status_code == 422
    (error,) = response.json()["errors"]
    assert error["detail"].startswith(detail)
    assert error.get("position") == position


def test_words_that_may_change_the_deal_are_ignored_on_request(anyone):
    text = f"Deuces wild: {DEAL_TEXT}, no low"
    (error,) = post_text(anyone, text, "?store=false").json()["errors"]
    assert error["detail"].startswith("not sure what “Deuces wild” and “no low” are;")
    response = post_text(anyone, text, "?store=false&without_unknown_words=true")
    assert response.status_code == 200
    assert response.json()["deal"] == post_text(anyone, DEAL_TEXT, "?store=false").json()["deal"]


def test_the_url_of_a_stored_deal_is_read_as_that_deal(anyone):
    stored = post_text(anyone, f"{LINE} Pot:90").json()
    url = f"https://showdown.example/showdown/{stored['id']}/"
    response = post_text(anyone, url, "?store=false").json()
    assert response["deal"] == stored["deal"]
