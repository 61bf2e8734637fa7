"""Single deals through the API: settled, stored, found again, and private in lists."""

from datetime import datetime, timedelta

import pytest

from showdown.evaluator.games import GAMES
from showdown.evaluator.rule_sets import RULE_SETS
from showdown.models import Showdown, Source, browsing
from tests.factories import ShowdownFactory, VisitorFactory


def test_a_deal_is_settled_and_stored(owner, deal):
    answer = owner.settle(deal | {"pots": [{"amount": 91}], "button": "HandB"})
    settled = answer.json()
    assert answer.status_code == 201
    assert answer["Location"] == settled["url"]
    assert settled["headline"] == "HandB scoops: three fives, and 7-6-5-2-A for low"
    high, low = settled["contests"]
    assert (high["name"], high["winners"], high["category"]) == (
        "high",
        ["HandB"],
        "three of a kind",
    )
    assert (low["name"], low["winners"], low["category"]) == ("low", ["HandB"], "7652A")
    loser, winner = settled["players"]
    assert (loser["share"], winner["share"]) == ("0", "1")
    assert loser["made"]["low"] is None
    assert winner["made"]["low"]["hole"] == "6c-7d"
    assert settled["chips"]["rules"] == "wsop-2026"
    assert [player["total"] for player in settled["chips"]["players"]] == [0, 91]
    assert owner.get(answer["Location"]).json() == settled
    showdown = Showdown.objects.get(pk=settled["id"])
    assert (showdown.owner_id, showdown.source) == (owner.person.account.pk, Source.API)


def test_an_unknown_game_in_the_address_is_also_refused_for_json(anyone, deal):
    assert anyone.settle(deal, "?game=whist").status_code == 400
    assert not Showdown.objects.exists()


def test_without_storing_there_is_neither_an_id_nor_a_row(anyone, deal):
    answer = anyone.settle(deal, "?store=false")
    assert answer.status_code == 200
    assert "Location" not in answer
    assert "id" not in answer.json()
    assert not Showdown.objects.exists()


SEVERAL = {"board": None}

MISTAKES = [
    # the change of the deal → type, pointer, position
    ({"hands": ["AcKdJd3d", "5c5d6c7x"]}, "unknown-suit", "#/hands/1", 6),
    ({"hands": {"Ann": "AcKdJd3d", "Bob": "5c 5d 1c 7d"}}, "unknown-rank", "#/hands/Bob", 6),
    ({"hands": {"A": "AcKdJd3d", "B": "5c5d6c"}}, "wrong-number-of-cards", "#/hands/B", None),
    ({"hands": ["AcKdJd3d"]}, "wrong-number-of-players", "#/hands", None),
    ({"hands": ["AcKdJd3d", ""]}, "missing-hand", "#/hands/1", None),
    ({"hands": {"a:b": "AcKdJd3d", "B": "5c5d6c7d"}}, "invalid-label", "#/hands/a%3Ab", None),
    ({"hands": {"A": 5}}, "wrong-type", "#/hands/A", None),
    ({"hands": None}, "wrong-type", "#/hands", None),
    ({"hands": [["Ac", "Kd", "Jd", "3z"], "5c5d6c7d"]}, "unknown-suit", "#/hands/0/3", 0),
    ({"hands": {f"p{i}": "Ac" for i in range(14)}}, "too-long", "#/hands", None),
    ({"board": "AhKh5s2sAc"}, "duplicate-card", "#/board", None),
    ({"board": ""}, "missing-board", "#/board", None),
    ({"board": 7}, "wrong-type", "#/board", None),
    ({"board": "2d" * 1000}, "too-long", "#/board", None),
    ({"boards": ["AhKh5s2sQd"]}, "board-and-boards", "#/boards", None),
    (SEVERAL | {"boards": ["AhKh5s2sQd", "2d"]}, "wrong-number-of-cards", "#/boards/1", None),
    (SEVERAL | {"boards": ["AhKh5s2sQd", ["Ah", "Zh"]]}, "unknown-rank", "#/boards/1/1", 0),
    (SEVERAL | {"boards": []}, "missing-board", "#/boards", None),
    (SEVERAL | {"boards": ["9s"] * 53}, "too-long", "#/boards", None),
    ({"game": "badugi"}, "unexpected-board", "#/board", None),
    ({"game": "whist"}, "unknown-game", "#/game", None),
    ({"rules": "whist"}, "unknown-rule-set", "#/rules", None),
    ({"bord": "Ah"}, "unknown-key", "#/bord", None),
    ({"pots": [{"amount": -1}]}, "invalid-wagers", "#/pots/0", None),
    ({"pots": [{"amount": 1.5}]}, "wrong-type", "#/pots/0/amount", None),
    ({"pots": [{}]}, "missing-key", "#/pots/0/amount", None),
    ({"pots": [{"amount": 5}] * 14}, "too-long", "#/pots", None),
    ({"pots": [{"amount": 5, "eligible": ["Zoe"]}]}, "invalid-wagers", "#/pots/0", None),
    ({"pots": [{"amount": 5}], "button": "Zoe"}, "invalid-wagers", "#/button", None),
    ({"contributions": {"HandA": "1.505", "HandB": 2}}, "invalid-wagers", "#/contributions/HandA",
     None),
]  # fmt: skip


@pytest.mark.parametrize(("change", "name", "pointer", "position"), MISTAKES)
def test_a_problem_has_its_type_and_position(anyone, deal, change, name, pointer, position):
    answer = anyone.settle(deal | change)
    problem = answer.json()
    assert answer.status_code == problem["status"] == 422
    assert answer["Content-Type"] == "application/problem+json"
    assert problem["type"] == f"http://testserver/api/problems/{name}/"
    assert problem["errors"][0]["pointer"] == pointer
    assert problem["errors"][0].get("position") == position
    assert anyone.get(problem["type"]).json()["title"] == problem["title"]
    assert not Showdown.objects.exists()


@pytest.mark.parametrize(
    "body",
    ["{", b"\xff", '{"game": NaN}', '{"hands": {"\\ud800": "Ac"}}', "[" * 100_000, "9" * 5_000],
)
def test_invalid_json_is_a_problem(anyone, body):
    answer = anyone.settle(body)
    assert (answer.status_code, answer["Content-Type"]) == (400, "application/problem+json")


def test_the_problem_points_to_a_duplicate_key(anyone):
    answer = anyone.settle('{"game": "omaha", "hands": {"HandA": "Ac", "HandA": "Kd"}}')
    problem = answer.json()
    assert (answer.status_code, problem["errors"][0]["pointer"]) == (400, "#/hands/HandA")
    assert problem["type"].endswith("/duplicate-key/")


def test_with_side_pots_headline_and_shares_follow_the_chips(anyone):
    settled = anyone.settle(
        {
            "game": "holdem",
            "hands": ["AdAh", "KhKs", "Qs7h"],
            "board": "2c2sTsKd9s",
            "pots": [{"amount": 300}, {"amount": 343, "eligible": ["HandA", "HandC"]}],
        }
    ).json()
    assert settled["headline"] == "HandA takes 343, HandB 300"
    assert [player["share"] for player in settled["players"]] == ["343/643", "300/643", "0"]
    assert [player["share_words"] for player in settled["players"]] == ["53%", "47%", "nothing"]
    main, side = settled["chips"]["pots"]
    (high,) = side["contests"]
    assert (high["name"], high["winners"]) == ("high", ["HandA"])
    assert high["why"] == "two pair, aces and deuces beats a pair of deuces"
    assert main["contests"][0]["winners"] == ["HandB"]


def test_each_run_has_its_contests(anyone):
    settled = anyone.settle(
        {
            "game": "holdem",
            "hands": {"Ann": ["As", "Ac"], "Bob": "KsKc", "Cem": "mucked"},
            "boards": ["2h3h4d9cTd", "2h3h4d9cKd"],
            "contributions": {"Ann": "10.50", "Bob": "10.50", "Cem": 1},
        }
    ).json()
    assert settled["boards"] == ["2h-3h-4d-9c-Td", "2h-3h-4d-9c-Kd"]
    assert [(contest["run"], contest["winners"]) for contest in settled["contests"]] == [
        (1, ["Ann"]),
        (2, ["Bob"]),
    ]
    ann, bob, cem = settled["players"]
    assert [ann["standing"], bob["standing"], cem["standing"]] == ["competes", "competes", "mucked"]
    assert bob["made"]["high"]["title"] == "pair of kings"
    assert bob["made_in_later_runs"][0]["high"]["title"] == "three kings"
    assert [player["total"] for player in settled["chips"]["players"]] == ["11.00", "11.00", "0.00"]
    assert settled["chips"]["decimals"] == 2


def test_odd_chips_follow_the_submitted_rules(anyone):
    """In a real game, 12,022 chips were paid like this under TDA rules: high and low tie."""
    submitted = {
        "game": "omaha-hilo",
        "hands": ["6sQdQc4h", "4sKd6hJh"],
        "board": "9s5s7c3d5h",
        "pots": [{"amount": 12022}],
        "button": "HandB",
    }
    paid = {
        rules: [
            player["total"]
            for player in anyone.settle(submitted | {"rules": rules}).json()["chips"]["players"]
        ]
        for rules in ("wsop-2026", "tda-2026")
    }
    assert paid == {"wsop-2026": [6011, 6011], "tda-2026": [6012, 6010]}


@pytest.mark.parametrize(
    ("method", "address", "status"),
    [
        ("get", "/api/showdowns/01a1fb7c-91d0-7559-9a5d-c4e933db72cc/", 404),
        ("get", "/api/showdowns/?cursor=cD1ub25zZW5zZQ==", 404),
        ("get", "/api/showdowns/?game=whist", 400),
        ("get", "/api/showdowns/?after=yesterday", 400),
        ("get", "/api/problems/nothing/", 404),
        ("post", "/api/games/", 405),
        ("post", "/api/showdowns/", 415),
    ],
)
def test_every_other_error_is_a_problem_document(anyone, method, address, status):
    answer = getattr(anyone, method)(address)
    assert (answer.status_code, answer["Content-Type"]) == (status, "application/problem+json")
    assert answer.json()["status"] == status


def test_a_body_that_is_too_large_is_refused(anyone, settings):
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 100
    answer = anyone.settle(" " * 101)
    assert answer.status_code == 413
    assert answer.json()["type"].endswith("/body-too-large/")


def test_a_visitor_lists_the_deals_of_the_browsers_session(anyone):
    visitor = VisitorFactory()
    session = anyone.session
    session["visitor"] = str(visitor.visitor)
    session.save()
    showdown = ShowdownFactory(person=visitor)
    listed = anyone.get("/api/showdowns/").json()["results"]
    assert [row["id"] for row in listed] == [str(showdown.id)]


def test_pages_follow_one_another_without_gap_or_repetition(owner):
    made = [str(ShowdownFactory(person=owner.person).id) for _ in range(7)]
    address, seen = "/api/showdowns/?page_size=3", []
    while address:
        page = owner.get(address).json()
        seen += [row["id"] for row in page["results"]]
        ShowdownFactory(person=owner.person)  # deals stored meanwhile don't affect pages
        address = page["next"]
    assert seen == made[::-1]


def test_the_previous_page_has_the_same_deals_again(owner):
    made = [str(ShowdownFactory(person=owner.person).id) for _ in range(5)][::-1]
    first = owner.get("/api/showdowns/?page_size=2").json()
    second = owner.get(first["next"]).json()
    back = owner.get(second["previous"]).json()
    assert [row["id"] for row in second["results"]] == made[2:4]
    assert [row["id"] for row in back["results"]] == made[:2]
    assert (first["previous"], back["previous"]) == (None, None)


def test_a_page_searches_a_limited_number_of_deals_and_the_next_continues(owner, monkeypatch):
    monkeypatch.setattr(browsing, "LOOKED_THROUGH", 2)
    rare = str(ShowdownFactory(deal__game=GAMES["badugi"], person=owner.person).id)
    for _ in range(5):
        ShowdownFactory(person=owner.person)
    address, pages = "/api/showdowns/?game=badugi", []
    while address:
        page = owner.get(address).json()
        pages.append([row["id"] for row in page["results"]])
        address = page["next"]
    assert pages == [[], [], [rare]]


def test_a_page_is_one_query_and_counts_nothing(owner, django_assert_max_num_queries):
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
        return [row["id"] for row in owner.get("/api/showdowns/", query).json()["results"]]

    assert ids(game="omaha-hilo") == [settled["id"]]
    assert ids(winner="HandB", game="omaha-hilo") == [settled["id"]]
    assert ids(winner="HandA", game="omaha-hilo") == []
    assert ids(category="7652A") == [settled["id"]]
    assert len(ids(after=(created - hour).isoformat())) == 2
    assert ids(before=(created - hour).isoformat()) == []


def test_games_are_listed_as_data(anyone):
    told = {game["slug"]: game for game in anyone.get("/api/games/").json()}
    assert list(told) == list(GAMES)
    assert told["badugi"]["players"] == {"least": 2, "most": 13}
    assert told["badugi"]["boards"] == []
    omaha = told["omaha-hilo"]
    assert [len(contest["categories"]) for contest in omaha["contests"]] == [9, 56]
    assert [contest["choice"] for contest in omaha["contests"]] == ["two and three"] * 2
    assert omaha["aliases"][0] == "PLO8"
    assert omaha["rules"].startswith("Exactly two hole cards play with exactly three board cards.")
    two_boards = told["double-board-omaha"]
    assert two_boards["boards"] == [5, 5]
    assert two_boards["parts"] == [["high of board 1"], ["high of board 2"]]
    assert [contest["boards"] for contest in two_boards["contests"]] == [[1], [2]]
    assert told["short-deck"]["deck"] == {"cards": 36, "ranks": "6789TJQKA"}
    assert told["razz"]["family"] == "stud"


def test_rule_sets_are_described_in_sentences(anyone):
    told = anyone.get("/api/rule-sets/").json()
    assert [rule_set["slug"] for rule_set in told] == list(RULE_SETS)
    assert [rule_set["slug"] for rule_set in told if rule_set["is_default"]] == ["wsop-2026"]
    assert len({tuple(rule_set["rules"]) for rule_set in told}) == len(told)
