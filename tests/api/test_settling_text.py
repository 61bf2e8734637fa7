"""A deal sent as text is read as on the page, but unknown words are errors."""

import pytest

pytestmark = pytest.mark.django_db

KNOWN = "AcKdJd3d vs 5c5d6c7d on AhKh5s2sQd"

LINE = "HandA:Ac-Kd-Jd-3d HandB:5c-5d-6c-7d Board:Ah-Kh-5s-2s-Qd"


def sent(client, text, query=""):
    return client.post(f"/api/showdowns/{query}", text, content_type="text/plain; charset=utf-8")


def test_a_text_is_settled_and_stored_like_json(client):
    answer = sent(client, "Anna: A♣K♦J♦3♦\nBoris: 5c5d6c7d\nBoard: AhKh5s2sQd\nPot: 1,250")
    assert answer.status_code == 201
    assert answer.json()["headline"].startswith("Boris scoops")
    assert answer.json()["chips"]["pots"][0]["amount"] == 1250
    stored = client.get(answer["Location"]).json()
    assert stored["headline"] == answer.json()["headline"]


@pytest.mark.parametrize(
    ("text", "game"), [("As Kd, Qh Qd, 2c3d5h9sTh", "holdem"), (f"Omaha: {KNOWN}", "omaha")]
)
def test_the_game_is_that_of_the_text_or_of_the_address(client, text, game):
    answer = sent(client, text, "?game=holdem&store=false")
    assert (answer.status_code, answer.json()["game"]) == (200, game)


@pytest.mark.parametrize(
    ("text", "detail", "position"),
    [
        ("As Kd vs Qh Qd on 2c 3d 5h 9s Th", "this looks like Texas Hold'em", None),
        (KNOWN.replace("7d", "7z"), "“7z” isn't a card: there is no suit z", 18),
        (KNOWN + ", wild", "“wild” isn't understood and may change the deal", 36),
        ("AcKdJd3d vs 5c5d6c7d", "Board is missing", None),
        ("as good as it gets", "there are no cards in this", 0),
        ("Hold'em: AKs vs QQ", "this is a question about odds, not a deal", None),
        (f"{LINE}\n{LINE}", "there are 2 deals here, not one", None),
        ("https://x.org/showdown/0198c5d2-0000-7000-8000-000000000001/", "there is no deal at", 0),
    ],
)
def test_remaining_text_is_refused_with_its_position(client, text, detail, position):
    answer = sent(client, text, "?store=false")
    assert answer.status_code == 422
    (error,) = answer.json()["errors"]
    assert error["detail"].startswith(detail)
    assert error.get("position") == position


def test_words_that_may_change_the_deal_are_left_out_on_demand(client):
    text = f"Deuces wild: {KNOWN}, no low"
    (error,) = sent(client, text, "?store=false").json()["errors"]
    assert error["detail"].startswith("“Deuces wild” and “no low” aren't understood")
    answer = sent(client, text, "?store=false&without_unknown_words=true")
    assert answer.status_code == 200
    assert answer.json()["deal"] == sent(client, KNOWN, "?store=false").json()["deal"]


def test_the_address_of_a_stored_deal_is_that_deal(client):
    stored = sent(client, f"{LINE} Pot:90").json()
    address = f"https://showdown.example/showdown/{stored['id']}/"
    answer = sent(client, address, "?store=false").json()
    assert answer["deal"] == stored["deal"]


def test_bytes_that_are_not_text_are_refused(client):
    answer = sent(client, b"\xff\xfe\x00", "?store=false")
    assert answer.status_code == 422
