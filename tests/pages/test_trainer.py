"""Test the trainer without scripts: drills, the daily ten, the audition and the progress."""

import re
from datetime import UTC, datetime, timedelta
from html import unescape
from itertools import product

import pytest
from django.test import Client
from django.utils import timezone

from showdown import tasks
from showdown.evaluator.cards import parse_cards
from showdown.evaluator.rule_sets import RULE_SETS
from showdown.models import Trainee
from showdown.models.people import Person
from showdown.pages.forms.drill import DrillForm
from showdown.pages.views import sittings
from showdown.trainer.chip_matchers import chips_by_player
from showdown.trainer.drills import answer_options
from showdown.trainer.grading import find_mistake
from showdown.trainer.progress import load_training
from showdown.trainer.questions import KINDS
from showdown.trainer.sittings import Sitting
from showdown.trainer.tickets import read_ticket
from showdown.words.drills import MISTAKES
from showdown.words.games import GAMES_BY_POPULARITY
from showdown.words.ranks import card_name
from tests.factories import TraineeFactory, UserFactory
from tests.scope import ONE_OF_A_FAMILY

pytestmark = pytest.mark.django_db
PAGE = "/showdown/trainer/"
TODAY, AUDITION = f"{PAGE}today/", f"{PAGE}audition/"
FOUR_GAMES = ["holdem", "omaha-hilo", "razz", "badugi"]
SESSION_KEYS = {
    page: sittings.SESSION_KEY.format(f"trainer_{name}")
    for page, name in ((TODAY, "today"), (AUDITION, "audition"))
}


def open_drill(client, query=""):
    response = client.get(f"{PAGE}?{query}")
    assert response.status_code == 200
    text = unescape(response.text)
    ticket = re.search(r'name="ticket" value="([^"]+)"', text)[1]
    return text, ticket, read_ticket(ticket).drill


def form_fields(drill, answer):
    match drill.kind.slug:
        case "make" | "odd":
            return {"one": answer}
        case "low" | "ruling":
            return {"one": "yes" if answer else "no"}
        case "rake":
            return {"amount": answer}
        case "cards":
            names = DrillForm(drill).fields
            return {
                name: [card for card in answer if card in dict(names[name].choices)]
                for name in names
            }
        case "pots":
            rows = enumerate(answer)
            amounts = {f"amount-{number}": pot["amount"] for number, pot in enumerate(answer)}
            return amounts | {f"players-{number}": pot["eligible"] for number, pot in rows}
        case "winners":
            return {contest: labels or ["-"] for contest, labels in answer.items()}
    return answer


def wrong_form(drill):
    kind = drill.kind.slug
    if kind in ("low", "ruling"):
        return form_fields(drill, not drill.answer)
    if kind == "rake":
        return {"amount": drill.answer + 1}
    if kind == "chips":
        return {next(iter(drill.answer)): 1}
    if kind == "pots":
        return {"amount-0": 1, "players-0": drill.settlement.deal.labels[0]}
    if kind == "cards":
        return form_fields(drill, drill.answer[:1])
    if kind == "winners":
        labels = drill.settlement.deal.labels
        other = [label for label in labels if [label] != drill.answer[drill.match.contest]][:1]
        return dict.fromkeys(drill.answer, other)
    return {"one": next(option for option in answer_options(drill) if option != drill.answer)}


def post_answer(client, ticket, fields, query=""):
    return client.post(f"{PAGE}?{query}", {"ticket": ticket, **fields})


def answer_page(client, ticket, fields, query=""):
    return unescape(post_answer(client, ticket, fields, query).text)


def answer_new_drill(client, query="", *, right=True):
    _, ticket, drill = open_drill(client, query)
    fields = form_fields(drill, drill.answer) if right else wrong_form(drill)
    return answer_page(client, ticket, fields, query)


def find_drill(client, query, is_wanted):
    for _ in range(200):
        _, ticket, drill = open_drill(client, query)
        if is_wanted(drill):
            return ticket, drill
    pytest.fail("none of 200 drills is wanted")


def grade_section(text):
    return text.partition('id="grade-title"')[2].partition("</section>")[0]


@pytest.mark.parametrize("pots", [1, 2, 3])
def test_the_answer_names_pots_as_the_form_does(client, pots):
    ticket, drill = find_drill(client, "drill=pots", lambda drill: len(drill.answer) == pots)
    amounts = [field.label for field in DrillForm(drill).fields.values()][::2]
    assert amounts == ["Main pot", "Side pot 1", "Side pot 2", "Side pot 3"]
    grade = grade_section(answer_page(client, ticket, wrong_form(drill), "drill=pots"))
    assert f"You said main pot: 1 for {drill.settlement.deal.labels[0]}." in grade
    assert [f"{name.lower()}: " in grade for name in amounts] == [n < pots for n in range(4)]


@pytest.mark.parametrize("kind", ["pots", "chips", "odd"])
def test_the_page_lists_the_bets_after_a_question_about_chips(client, kind):
    _, ticket, drill = open_drill(client, f"drill={kind}")
    grade = grade_section(answer_page(client, ticket, form_fields(drill, drill.answer)))
    bets = drill.submission.wagers.contributions
    texts = re.search("Bets: ([^<]+)<", grade)[1].split(", ")
    assert sorted(texts) == sorted(f"{label} {chips:,}" for label, chips in bets.items())
    assert "Bets" not in answer_new_drill(client, "drill=make")


def test_the_answer_about_the_rake_shows_the_calculation(client):
    text, ticket, drill = open_drill(client, "drill=rake")
    assert "How much is the rake, rounded down to whole chips?" in text
    grade = grade_section(answer_page(client, ticket, wrong_form(drill), "drill=rake"))
    calculation = re.search(r"<p>(.*% of .*)\.</p>", grade)[1]
    *_, result = re.findall(r"[\d,.]+", re.sub("<[^>]+>", "", calculation))
    assert int(result.replace(",", "")) == drill.answer


def test_the_felt_shows_the_cards_of_the_answer(client):
    def loses(drill):
        return drill.match.label not in drill.settlement.contests[0].winners

    ticket, drill = find_drill(client, "drill=cards&game=omaha", loses)
    text = post_answer(client, ticket, wrong_form(drill), "drill=cards&game=omaha").text
    felt = text.partition('class="felt')[2].partition('class="grade"')[0]
    lifted = re.findall(r'<li class="lifted"><span[^>]* aria-label="([^"]+)"', felt)
    assert sorted(lifted) == sorted(card_name(card) for card in parse_cards("".join(drill.answer)))
    assert felt.count(", plays<") == len(drill.answer)


@pytest.mark.parametrize("mode", ["", "today/"])
def test_a_script_gets_the_drill_without_the_page_around_it(client, mode):
    part = client.get(f"{PAGE}{mode}", headers={"X-Part": "turn"}).text.strip()
    assert part.startswith('<div id="turn">')
    assert part.endswith("</div>")
    assert 'name="ticket"' in part
    assert "<html" not in part


@pytest.mark.parametrize("kind", KINDS)
def test_the_right_answer_of_every_kind_is_accepted(client, kind):
    _, ticket, drill = open_drill(client, f"drill={kind}")
    response = post_answer(client, ticket, form_fields(drill, drill.answer))
    assert "Right." in response.text
    assert drill.answer_text in re.sub("<[^>]+>", "", unescape(response.text))
    assert "You said" not in response.text


def test_an_answer_that_a_visitor_sends_twice_is_refused(client):
    _, ticket, drill = open_drill(client, "drill=low")
    fields = form_fields(drill, drill.answer)
    assert "Right." in post_answer(client, ticket, fields).text
    refusal = post_answer(client, ticket, fields)
    assert refusal.status_code == 422
    assert "This drill has already been answered; request another" in refusal.text


@pytest.mark.parametrize("kind", ["chips", "winners"])
def test_the_answer_is_not_in_the_page_before_it_is_given(client, kind):
    for _ in range(5):
        text, _, drill = open_drill(client, f"pattern=quartered&drill={kind}&game=omaha-hilo")
        assert drill.answer_text not in text
        assert "lifted" not in text
        assert "plays for" not in text
        for name in ("highlights", "state"):
            assert set(re.findall(f'data-{name}="([^"]*)"', text)) == {""}
        assert not re.search(r"value=\"\d+\"[^>]*inputmode", text)
        assert drill.recipe.seed not in text
        assert "wins high with" not in text


@pytest.mark.parametrize("mistake", ["half-for-quarter", None])
def test_the_mistake_of_a_wrong_answer_is_named_if_it_is_known(client, mistake):
    query = "pattern=quartered&drill=chips&game=omaha-hilo"
    ticket, drill = find_drill(
        client, query, lambda drill: "half-for-quarter" in drill.tested_mistakes
    )
    least, *_, most = sorted(drill.answer, key=drill.answer.get)
    answer = drill.answer | {least: drill.answer[least] + 1, most: drill.answer[most] - 1}
    if mistake:
        answer = drill.wrong_answers(mistake)[0]
    text = grade_section(answer_page(client, ticket, answer))
    assert "Wrong." in text
    assert drill.answer_text in re.sub("<[^>]+>", "", text)
    assert (MISTAKES["half-for-quarter"] in text) == bool(mistake)
    assert MISTAKES["something-else"] not in text


def test_the_answer_names_the_returned_bet_as_the_table_does(client):
    query = "pattern=uncalled-bet&drill=chips"
    _, ticket, drill = open_drill(client, query)
    payout = drill.settlement.payout
    text = answer_page(client, ticket, form_fields(drill, drill.answer), query)
    words = re.sub("<[^>]+>", "", text)
    for player in payout.players:
        back = f"{player.returned:,} back" if player.returned else ""
        won = f"{player.total:,}" if player.total else ""
        said = " + ".join(filter(None, [won, back]))
        assert not said or f"{said} to {player.label}" in words
        paid_line = rf'{player.label}</strong> <span class="amount">{player.total:,}</'
        assert bool(re.search(paid_line, text)) == bool(said)
        assert not back or f'<span class="back">+ {back}</span>' in text


@pytest.mark.parametrize(
    ("planted", "said"), [(True, "You said yes. No: "), (False, "You said no. Yes: ")]
)
def test_a_wrong_judgment_of_a_ruling_is_answered_with_the_amounts_due(client, planted, said):
    query = "drill=ruling&game=omaha-hilo"
    ticket, drill = find_drill(client, query, lambda drill: bool(drill.planted_mistake) == planted)
    text = answer_page(client, ticket, form_fields(drill, not drill.answer), query)
    grade = re.sub("<[^>]+>", "", grade_section(text))
    (first, amount), *_ = chips_by_player(drill.settlement).items()
    assert re.search(rf"{said}{first} gets ({amount:,}|[\d,]+ \+ [\d,]+ back)", grade)
    assert said + drill.answer_text.partition(": ")[2] in grade
    assert ("The dealer's mistake: " in grade) == planted


def test_the_mistake_of_another_rule_set_names_it(client):
    def wrong_answers(drill):
        answers = drill.wrong_answers("another-book")
        return [answer for answer in answers if find_mistake(drill, answer) == "another-book"]

    query = "drill=chips&pattern=books-disagree&game=omaha-hilo"
    ticket, drill = find_drill(client, query, wrong_answers)
    wrong = wrong_answers(drill)[0]
    others = [
        rules.name
        for rules in RULE_SETS.values()
        if not rules.is_exact
        and chips_by_player(drill.submission._replace(rules=rules).settle()) == wrong
    ]
    text = answer_page(client, ticket, wrong, query)
    assert all(name in text.partition("it that way")[0] for name in others)
    assert f"the rule set here is {drill.submission.rules.name}." in text


def test_the_page_links_to_three_presets(client):
    text = unescape(client.get(PAGE).text)
    presets = re.findall(
        r'<a class="button" href="\?([^"]+)"[^>]*>([^<]+) <small>[^<]+</small></a>', text
    )
    queries = {words: query for query, words in presets}
    assert set(queries) == {"Hold'em basics", "PLO8 splits", "Dealer's exam"}
    for query in queries.values():
        open_drill(client, query)


def test_the_exam_begins_with_common_games(client):
    exam = "drill=pots&drill=chips&drill=odd&drill=rake&drill=ruling&number="
    common_games = {"holdem", "omaha"}
    assert {open_drill(client, f"{exam}1")[2].game.slug for _ in range(6)} <= common_games
    assert any(open_drill(client, f"{exam}33")[2].game.slug not in common_games for _ in range(20))
    text, ticket, drill = open_drill(client, f"{exam}1")
    assert f'href="{PAGE}?{exam}2">Another question' in text
    assert unescape(text).count('aria-current="true">Dealer\'s exam') == 1
    response = post_answer(client, ticket, form_fields(drill, drill.answer), f"{exam}1")
    assert f'href="{PAGE}?{exam}2" data-next' in unescape(response.text)
    games = [game.slug for game in GAMES_BY_POPULARITY[:6]]
    drill = open_drill(client, f"{exam}1&game={games[5]}")[2]
    assert drill.game.slug == games[5]


def test_a_mix_continues_with_the_next_drill(client):
    query = "pattern=no-low&pattern=scoop&game=omaha-hilo&game=stud-hilo&drill=chips"
    all_pairs = set(product(("no-low", "scoop"), ("omaha-hilo", "stud-hilo")))
    pairs = set()
    for _ in range(100):
        pattern, game = open_drill(client, query)[2].recipe[1:3]
        pairs.add((pattern.slug, game.slug))
        if pairs >= all_pairs:
            break
    assert pairs == all_pairs
    assert f'href="{PAGE}?{query}" data-next' in answer_new_drill(client, query)


def test_nobody_wins_a_low_without_a_qualifying_hand(client):
    query = "pattern=no-low&game=omaha-hilo&drill=winners"
    text, ticket, drill = open_drill(client, query)
    assert "Who wins high? Who wins low?" in unescape(text)
    high = drill.answer["high"]
    refusal = post_answer(client, ticket, {"high": high, "low": ["-", high[0]]}, query)
    assert "Choose players or “Nobody”, not both." in unescape(refusal.text)
    only_high = answer_page(client, ticket, {"high": high}, query)
    assert re.search(r"<legend>Low</legend><p[^>]*>Choose players or “Nobody”.</p>", only_high)
    assert not grade_section(only_high)
    only_low = answer_page(client, ticket, {"low": ["-"]}, query)
    assert re.search(r"<legend>High</legend><p[^>]*>Choose at least one player.</p>", only_low)
    assert "Right." in post_answer(client, ticket, {"high": high, "low": ["-"]}, query).text


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"amount-0": 100}, "Choose at least one player."),
        ({"players-0": ["Anna"]}, "Enter the amount."),
        ({"amount-0": 0, "players-0": ["Anna"]}, "Enter the amount."),
        ({"amount-0": 100, "players-0": ["Zoe"]}, "Zoe is not one of the available choices."),
    ],
)
def test_a_pot_needs_an_amount_and_its_players(client, fields, message):
    _, ticket, _ = open_drill(client, "drill=pots")
    text = answer_page(client, ticket, fields)
    assert not grade_section(text)
    assert text.count(message) == text.count('role="alert"') - 1 == 1
    assert text.count("autofocus") == 1


@pytest.mark.parametrize("slug", ["holdem", "razz"])
def test_the_question_about_a_single_contest_is_its_winner(client, slug):
    text, _, _ = open_drill(client, f"game={slug}&drill=winners")
    assert re.findall(r"<legend>(.*?)</legend>", text) == ["Winner"]


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("pattern=nonsense", "is not one of the available choices"),
        ("pattern=quartered&game=holdem", "it isn't a split-pot game"),
        ("pattern=quartered&drill=rake", "isn't asked about"),
    ],
)
def test_an_impossible_deal_is_an_error(client, query, message):
    response = client.get(f"{PAGE}?{query}")
    assert response.status_code == 422
    assert message in unescape(response.text)


@pytest.mark.parametrize("ticket", ["", "nonsense", "x" * 5000])
def test_a_forged_ticket_is_refused(client, ticket):
    response = post_answer(client, ticket, {"one": "yes"})
    assert response.status_code == 422
    assert "request another" in response.text


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        *((kind, {}) for kind in ("chips", "winners", "pots", "cards", "rake", "make")),
        *(("rake", {"amount": amount}) for amount in ("-1", "9" * 20, "1e3", "one", "1.5")),
    ],
)
def test_an_empty_or_invalid_answer_is_not_graded(client, kind, fields):
    _, ticket, _ = open_drill(client, f"drill={kind}")
    text = answer_page(client, ticket, fields)
    assert not grade_section(text)
    assert ticket in text
    assert 'role="alert"' in text


@pytest.mark.parametrize("slug", ONE_OF_A_FAMILY)
def test_each_game_has_a_page(client, slug):
    assert open_drill(client, f"game={slug}&drill=chips")[2].game.slug == slug


def due_drill(client, page):
    return Sitting.from_json(client.session[SESSION_KEYS[page]]).drill()


def answer_due_drill(client, page, *, right=True):
    client.get(page)
    drill = due_drill(client, page)
    number = len(client.session[SESSION_KEYS[page]]["results"])
    fields = form_fields(drill, drill.answer) if right else wrong_form(drill)
    return client.post(page, {"ticket": number, **fields})


def test_the_daily_ten_are_the_same_for_everybody(client, monkeypatch):
    monkeypatch.setattr(sittings, "localdate", lambda: datetime(2031, 1, 2, tzinfo=UTC).date())
    other_client = type(client)()
    for number in range(10):
        text = unescape(client.get(TODAY).text)
        assert f"Drill {number + 1} of 10." in text
        other_client.get(TODAY)
        assert due_drill(client, TODAY).to_json() == due_drill(other_client, TODAY).to_json()
        answer_due_drill(client, TODAY, right=number != 3)
        answer_due_drill(other_client, TODAY)
    shared = re.search(r'id="share">([^<]+)<', unescape(client.get(TODAY).text))[1]
    assert "9/10" in shared
    assert "🟩🟩🟩🟥🟩🟩🟩🟩🟩🟩" in shared
    assert "What to practice" in client.get(TODAY).text
    assert "What to practice" not in other_client.get(TODAY).text
    assert "10/10" in other_client.get(TODAY).text


def test_the_daily_ten_change_every_day(client, monkeypatch):
    answer_due_drill(client, TODAY)
    first_day = client.session[SESSION_KEYS[TODAY]]
    monkeypatch.setattr(sittings, "localdate", lambda: datetime(2031, 1, 2, tzinfo=UTC).date())
    assert "Drill 1 of 10" in client.get(TODAY).text
    assert client.session[SESSION_KEYS[TODAY]]["seed"] != first_day["seed"]


def test_the_daily_ten_depend_on_the_secret_key(settings):
    day = datetime(2026, 11, 22, tzinfo=UTC).date()
    seed = sittings.seed_for_day(day)
    settings.SECRET_KEY = "another"
    assert sittings.seed_for_day(day) != seed


@pytest.mark.parametrize("ticket", ["", "7", "-1", "nonsense"])
def test_only_the_first_answer_to_the_drill_that_is_due_counts(client, ticket):
    client.get(TODAY)
    assert client.post(TODAY, {"ticket": ticket, "one": "yes"}).status_code == 302
    assert client.session[SESSION_KEYS[TODAY]]["results"] == []
    drill = due_drill(client, TODAY)
    body = {"ticket": 0, **form_fields(drill, drill.answer)}
    assert "Right." in client.post(TODAY, body).text
    assert client.post(TODAY, body).url == TODAY
    assert len(client.session[SESSION_KEYS[TODAY]]["results"]) == 1


def begin_audition(client, games=tuple(FOUR_GAMES), seconds="60"):
    return client.post(AUDITION, {"begin": "new", "games": games, "seconds": seconds})


def test_an_audition_ends_in_a_certificate(client, monkeypatch):
    start = sittings.time()
    monkeypatch.setattr(sittings, "time", lambda: start)
    text = client.get(AUDITION).text
    assert "Begin" in text
    assert "With 10 right answers you pass" in text
    assert begin_audition(client)["Location"] == AUDITION
    for number in range(12):
        text = unescape(client.get(AUDITION).text)
        assert f"Drill {number + 1} of 12." in text
        assert len(re.findall(r">\d+ s<", text)) == 1
        assert "Ways to train" not in text
        assert '<a href="?choose=">Start over</a>' in text
        assert due_drill(client, AUDITION).game.slug == FOUR_GAMES[number % 4]
        answer_due_drill(client, AUDITION, right=number < 10)
    text = unescape(client.get(AUDITION).text)
    assert "10 of 12 right" in text
    assert "<strong>Passed</strong> an audition of 12 drills on " in text
    assert "Name on the certificate" in text
    assert "What to practice" in text
    assert re.findall(r"(\d) of 3<", text) == ["3", "3", "2", "2"]
    assert "Showdown certificate" in text
    assert "certificate-frame" in text
    assert "1 second per drill" not in text
    html = text.partition("Wrong answers")[2].partition("</ol>")[0]
    wrong_drills = re.findall(r'<li value="(\d+)"><a href="\?drill=(\d+)">([^:<]+): ', html)
    assert wrong_drills == [("11", "11", "Razz"), ("12", "12", "Badugi")]
    assert "Another mistake" not in text
    review = unescape(client.get(f"{AUDITION}?drill=12").text)
    drill = Sitting.from_json(client.session[SESSION_KEYS[AUDITION]]).drill(11)
    assert drill.question in review
    assert "Ways to train" in review
    assert "Wrong." in review
    assert "You said" in review or "You pushed" in review
    assert "12 right" in client.get(f"{AUDITION}?drill=13").text
    assert "Begin" in client.get(f"{AUDITION}?choose=").text


@pytest.mark.parametrize(
    ("seconds", "after", "is_timed", "verdict"),
    [("60", 100, True, "The answer came too late."), ("0", 10**6, False, "Right.")],
)
def test_an_answer_after_the_time_limit_is_wrong(
    client, monkeypatch, seconds, after, is_timed, verdict
):
    begin_audition(client, seconds=seconds)
    assert ('role="timer"' in client.get(AUDITION).text) == is_timed
    start = sittings.time()
    monkeypatch.setattr(sittings, "time", lambda: start + after)
    assert ("Time's up" in unescape(client.get(AUDITION).text)) == is_timed
    assert verdict in answer_due_drill(client, AUDITION).text


@pytest.mark.parametrize(
    ("games", "seconds", "message"),
    [
        (FOUR_GAMES[:3], "60", "Choose four games, not 3."),
        ([*FOUR_GAMES, "omaha"], "60", "Choose four games, not 5."),
        (["nonsense"], "60", "is not one of the available choices"),
        (FOUR_GAMES, "7", "is not one of the available choices"),
        ([], "60", "This field is required"),
    ],
)
def test_an_audition_with_invalid_choices_is_refused(client, games, seconds, message):
    response = begin_audition(client, games, seconds)
    assert response.status_code == 422
    assert message in unescape(response.text)


def test_a_failed_audition_has_no_certificate(client, monkeypatch):
    start = sittings.time()
    monkeypatch.setattr(sittings, "time", lambda: start)
    begin_audition(client)
    for second in range(12):
        client.get(AUDITION)
        monkeypatch.setattr(sittings, "time", lambda second=second: start + second + 1)
        answer_due_drill(client, AUDITION, right=False)
    text = unescape(client.get(AUDITION).text)
    assert "Not passed" in text
    assert "Showdown certificate" not in text
    assert "certificate-frame" not in text
    assert "<br>Pattern: " in text
    assert "1 second per drill on average" in text


def stored_training():
    trainee = Trainee.objects.select_related("owner").get()
    return load_training(Person(account=trainee.owner, visitor=trainee.visitor))


def test_weak_patterns_are_listed(client):
    mix = "pattern=scoop&pattern=no-low&game=omaha-hilo"
    for _ in range(12):
        _, ticket, drill = open_drill(client, mix)
        is_weak = drill.recipe.pattern.slug == "scoop"
        post_answer(
            client, ticket, wrong_form(drill) if is_weak else form_fields(drill, drill.answer)
        )
    text = unescape(client.get(PAGE).text)
    assert "12 answers" in text
    assert text.index(">a scoop</a>") < text.index(">no low</a>")


def test_the_answers_of_an_audition_count_for_the_training(client):
    client.post(AUDITION, {"begin": "new", "games": FOUR_GAMES, "seconds": 0})
    answer_due_drill(client, AUDITION)
    answer_due_drill(client, AUDITION, right=False)
    assert stored_training().answers == 2
    assert sum(stored_training().mistakes.values()) == 1


def test_signing_in_keeps_the_training(client):
    answer_new_drill(client)
    client.force_login(UserFactory(username="ann"))
    answer_new_drill(client)
    assert Trainee.objects.select_related("owner").get().owner.username == "ann"
    assert stored_training().answers == 2


def test_a_visitors_training_is_added_to_that_of_the_account(client):
    user = UserFactory(username="ann")
    client.force_login(user)
    answer_new_drill(client)
    visitor = Client()
    answer_new_drill(visitor, right=False)
    answer_new_drill(visitor)
    visitor.force_login(user)
    assert Trainee.objects.count() == 1
    training = load_training(Person(account=user))
    assert training.answers == 3
    assert sum(training.mistakes.values()) == 1
    visitor.force_login(user)
    assert load_training(Person(account=user)) == training


def test_visitors_see_only_their_own_training(client):
    answer_new_drill(client)
    assert "Your progress" in client.get(PAGE).text
    assert "Your progress" not in Client().get(PAGE).text
    assert Trainee.objects.count() == 1


def test_only_the_training_of_visitors_is_deleted():
    TraineeFactory(visited=True)
    TraineeFactory()
    Trainee.objects.update(changed=timezone.now() - timedelta(days=29))
    tasks.sweep(0)
    assert Trainee.objects.count() == 2
    Trainee.objects.update(changed=timezone.now() - timedelta(days=31))
    tasks.sweep(0)
    assert Trainee.objects.get().owner_id is not None
