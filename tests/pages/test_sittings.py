"""The daily ten and the audition, from the first drill to the certificate, with forms only."""

import re
from datetime import UTC, datetime
from html import unescape

import pytest

from showdown.pages.views import sittings
from showdown.trainer.sittings import Sitting
from tests.pages.test_trainer import typed

pytestmark = pytest.mark.django_db
TODAY, AUDITION = "/showdown/trainer/today/", "/showdown/trainer/audition/"
FOUR = ["holdem", "omaha-hilo", "razz", "badugi"]
NAMES = {
    page: sittings.KEPT.format(f"trainer-{name}")
    for page, name in ((TODAY, "today"), (AUDITION, "audition"))
}


def due(client, page):
    return Sitting.of_json(client.session[NAMES[page]]).drill()


def answer(client, page, *, right=True):
    client.get(page)
    drill = due(client, page)
    number = len(client.session[NAMES[page]]["results"])
    fields = typed(drill, drill.answer) if right else wrong(drill)
    return client.post(page, {"ticket": number, **fields})


def wrong(drill):
    """Return a wrong answer of the right type."""
    kind = drill.kind.slug
    if kind in ("low", "ruling"):
        return typed(drill, not drill.answer)
    if kind == "rake":
        return {"amount": drill.answer + 1}
    if kind == "chips":
        return {next(iter(drill.answer)): 1}
    if kind == "pots":
        return {"amount-0": 1}
    if kind == "cards":
        return typed(drill, drill.answer[:1])
    if kind == "winners":
        labels = drill.settlement.deal.labels
        other = [label for label in labels if [label] != drill.answer[drill.match.contest]][:1]
        return dict.fromkeys(drill.answer, other)
    from showdown.trainer.drills import options

    return {"one": next(option for option in options(drill) if option != drill.answer)}


def test_the_days_ten_are_the_same_for_everybody_and_end_in_a_text_to_share(client):
    other = type(client)()
    for number in range(10):
        text = unescape(client.get(TODAY).text)
        assert f"Drill {number + 1} of 10." in text
        other.get(TODAY)
        assert due(client, TODAY).to_json() == due(other, TODAY).to_json()
        answer(client, TODAY, right=number != 3)
        answer(other, TODAY)
    shared = re.search(r'id="share">([^<]+)<', unescape(client.get(TODAY).text))[1]
    assert "9/10" in shared
    assert "🟩🟩🟩🟥🟩🟩🟩🟩🟩🟩" in shared
    assert "10/10" in other.get(TODAY).text


def test_tomorrow_has_ten_others(client, monkeypatch):
    answer(client, TODAY)
    first = client.session[NAMES[TODAY]]
    monkeypatch.setattr(sittings, "localdate", lambda: datetime(2031, 1, 2, tzinfo=UTC).date())
    assert "Drill 1 of 10" in client.get(TODAY).text
    assert client.session[NAMES[TODAY]]["seed"] != first["seed"]


def test_the_daily_ten_depend_on_the_secret_key(settings):
    day = datetime(2026, 11, 22, tzinfo=UTC).date()
    here = sittings.seed_of(day)
    settings.SECRET_KEY = "another"
    assert sittings.seed_of(day) != here


def test_an_answer_counts_once(client):
    client.get(TODAY)
    drill = due(client, TODAY)
    body = {"ticket": 0, **typed(drill, drill.answer)}
    assert "Right." in client.post(TODAY, body).text
    again = client.post(TODAY, body)
    assert (again.status_code, again["Location"]) == (302, TODAY)
    assert len(client.session[NAMES[TODAY]]["results"]) == 1


@pytest.mark.parametrize("ticket", ["", "7", "-1", "nonsense"])
def test_an_answer_to_another_drill_is_not_counted(client, ticket):
    client.get(TODAY)
    assert client.post(TODAY, {"ticket": ticket, "one": "yes"}).status_code == 302
    assert client.session[NAMES[TODAY]]["results"] == []


def begin(client, games=tuple(FOUR), seconds="60"):
    return client.post(AUDITION, {"begin": "new", "games": games, "seconds": seconds})


def test_an_audition_ends_in_a_certificate(client):
    assert "Begin" in client.get(AUDITION).text
    assert begin(client)["Location"] == AUDITION
    for number in range(12):
        text = unescape(client.get(AUDITION).text)
        assert f"Drill {number + 1} of 12." in text
        assert len(re.findall(r">\d+ s<", text)) == 1
        assert "Ways to train" not in text
        assert due(client, AUDITION).game.slug == FOUR[number % 4]
        answer(client, AUDITION, right=number < 10)
    text = unescape(client.get(AUDITION).text)
    assert "10 of 12 right" in text
    assert "<strong>Passed</strong> on " in text
    assert "Name on the certificate" in text
    assert "What to practice" in text
    assert re.findall(r"(\d) of 3<", text) == ["3", "3", "2", "2"]
    assert "Showdown certificate" in text
    assert "1 second per drill" not in text
    wrong = text.partition("What went wrong")[2].partition("</ol>")[0]
    assert re.findall(r'<li value="(\d+)"><a href="\?drill=(\d+)">', wrong) == [
        ("11", "11"),
        ("12", "12"),
    ]
    assert "Another mistake" not in text
    again = unescape(client.get(f"{AUDITION}?drill=12").text)
    drill = Sitting.of_json(client.session[NAMES[AUDITION]]).drill(11)
    assert drill.question in again
    assert "Ways to train" in again
    assert "Wrong." in again
    assert "You said" in again or "You pushed" in again
    assert "12 right" in client.get(f"{AUDITION}?drill=13").text
    assert "Begin" in client.get(f"{AUDITION}?choose=").text


def test_an_answer_after_its_time_is_wrong(client, monkeypatch):
    begin(client)
    client.get(AUDITION)
    start = sittings.time()
    monkeypatch.setattr(sittings, "time", lambda: start + 100)
    text = answer(client, AUDITION).text
    assert "Wrong." in text
    assert "The answer came too late." in text


def test_time_can_be_switched_off(client, monkeypatch):
    begin(client, seconds="0")
    text = client.get(AUDITION).text
    assert 'role="timer"' not in text
    assert "Ways to train" not in text
    start = sittings.time()
    monkeypatch.setattr(sittings, "time", lambda: start + 10**6)
    assert "Right." in answer(client, AUDITION).text


@pytest.mark.parametrize(
    ("games", "seconds", "message"),
    [
        (FOUR[:3], "60", "Choose four games, not 3."),
        ([*FOUR, "omaha"], "60", "Choose four games, not 5."),
        (["nonsense"], "60", "is not one of the available choices"),
        (FOUR, "7", "is not one of the available choices"),
        ([], "60", "This field is required"),
    ],
)
def test_an_audition_with_invalid_choices_is_refused(client, games, seconds, message):
    answered = begin(client, games, seconds)
    assert answered.status_code == 422
    assert message in unescape(answered.text)


def test_a_failed_audition_has_no_certificate_and_counts_its_seconds(client, monkeypatch):
    start = sittings.time()
    monkeypatch.setattr(sittings, "time", lambda: start)
    begin(client)
    for _ in range(12):
        monkeypatch.setattr(sittings, "time", lambda: start)
        client.get(AUDITION)
        monkeypatch.setattr(sittings, "time", lambda: start + 1)
        due_now = due(client, AUDITION)
        number = len(client.session[NAMES[AUDITION]]["results"])
        client.post(AUDITION, {"ticket": number, **wrong(due_now)})
    text = unescape(client.get(AUDITION).text)
    assert "Not passed" in text
    assert "Showdown certificate" not in text
    assert "1 second per drill on average" in text
