"""The download of an account contains each deal with the values of the API's response."""

import io
import json
from zipfile import ZipFile

import pytest
from django.urls import reverse

from showdown.evaluator.games import GAMES, find_game
from showdown.models import Showdown
from showdown.notation.deal_line import read_line
from tests.factories import ShowdownFactory
from tests.scope import ONE_OF_A_FAMILY

pytestmark = pytest.mark.django_db

TEXAS = find_game("holdem")


def downloaded(owner):
    """Return the lines of the deals, oldest first."""
    content = owner.get(reverse("my-data")).getvalue()
    with ZipFile(io.BytesIO(content)) as archive:
        lines = archive.read("deals.jsonl").decode().splitlines()
    return [json.loads(line) for line in lines][::-1]


def api_line(owner, showdown):
    """Return the expected line of a deal, made from the API's response."""
    told = owner.get(f"/api/showdowns/{showdown.pk}/").json()
    kept = {name: told[name] for name in ("id", "url", "created", "source", "game", "deal")}
    won = [
        {
            "contest": contest["name"],
            "run": contest["run"],
            "winners": contest["winners"],
            "category": contest["category"],
        }
        for contest in told["contests"]
    ]
    return kept | {"won": won, "paid": None, "note": showdown.note}


@pytest.mark.parametrize("slug", ONE_OF_A_FAMILY)
def test_downloaded_deals_equal_the_responses_of_the_api(owner, person, slug):
    game = GAMES[slug]
    showdowns = [
        ShowdownFactory(deal__game=game, deal__players=players, person=person) for players in (2, 3)
    ]
    if game.boards:
        showdowns.append(ShowdownFactory(deal__game=game, deal__runs=2, person=person))
    showdowns.append(
        ShowdownFactory(deal__game=game, deal__players=3, deal__mucked=("HandB",), person=person)
    )
    if game.may_share_last_card:
        showdowns.append(
            ShowdownFactory(
                deal__game=game, deal__players=8, deal__shares_last_card=True, person=person
            )
        )
    showdowns.append(ShowdownFactory(deal__game=game, deal__labels=["Anna", "Pot"], person=person))
    assert downloaded(owner) == [api_line(owner, showdown) for showdown in showdowns]


def test_a_downloaded_deal_has_its_chips_and_its_note_and_can_be_pasted(owner, person):
    submitted = read_line("HandA:Ac-Kd HandB:5c-5d Board:Ah-Kh-5s-2s-Qd Pot:90", TEXAS)
    showdown = ShowdownFactory(
        deal=submitted.deal, wagers=submitted.wagers, rules=submitted.rules, person=person
    )
    Showdown.objects.filter(pk=showdown.pk).update(note="Anna’s “set”")
    [line] = downloaded(owner)
    assert line["paid"]["totals"] == {"HandA": 0, "HandB": 90}
    assert line["note"] == "Anna’s “set”"
    assert read_line(line["deal"], TEXAS) == submitted
