"""The trainer's page: a drill without its answer, then its grade; with forms only."""

import re
from html import unescape
from itertools import product

import pytest

from showdown.evaluator.rule_sets import RULE_SETS
from showdown.pages.forms.drill import DrillForm
from showdown.trainer.chip_matchers import chips_of
from showdown.trainer.grading import grade
from showdown.trainer.questions import KINDS
from showdown.trainer.tickets import read_ticket
from showdown.words.drills import MISTAKES
from showdown.words.games import GAMES_BY_USE
from tests.scope import ONE_OF_A_FAMILY

pytestmark = pytest.mark.django_db
PAGE = "/showdown/trainer/"


def asked(client, query=""):
    """Return the page of a new drill, its ticket, and the drill."""
    answered = client.get(f"{PAGE}?{query}")
    assert answered.status_code == 200
    text = unescape(answered.text)
    ticket = re.search(r'name="ticket" value="([^"]+)"', text)[1]
    return text, ticket, read_ticket(ticket).drill


def typed(drill, answer):
    """Return the answer as the fields of its form."""
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
    return answer


def give(client, ticket, fields, query=""):
    return client.post(f"{PAGE}?{query}", {"ticket": ticket, **fields})


@pytest.mark.parametrize("mode", ["", "today/"])
def test_a_script_gets_the_drill_without_the_page_around_it(client, mode):
    part = client.get(f"{PAGE}{mode}", headers={"X-Part": "turn"}).text.strip()
    assert part.startswith('<div id="turn">')
    assert part.endswith("</div>")
    assert 'name="ticket"' in part
    assert "<html" not in part


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_dealt_and_its_right_answer_is_accepted(client, kind):
    _, ticket, drill = asked(client, f"drill={kind}")
    answered = give(client, ticket, typed(drill, drill.answer))
    assert "Right." in answered.text
    assert drill.answer_text in unescape(answered.text)
    assert "You said" not in answered.text


def test_the_answer_is_not_in_the_page_before_it_is_given(client):
    for _ in range(5):
        text, _, drill = asked(client, "pattern=quartered&drill=chips&game=omaha-hilo")
        assert drill.answer_text not in text
        assert not re.search(r"value=\"\d+\"[^>]*inputmode", text)
        assert drill.recipe.seed not in text
        assert "wins high" not in text


def test_a_wrong_answer_is_named_by_its_mistake(client):
    _, ticket, drill = asked(client, "pattern=quartered&drill=chips&game=omaha-hilo")
    while "half-for-quarter" not in drill.tested:
        _, ticket, drill = asked(client, "pattern=quartered&drill=chips&game=omaha-hilo")
    wrong = drill.wrong_answers(_mistake("half-for-quarter"))[0]
    text = unescape(give(client, ticket, wrong).text)
    assert "Wrong." in text
    assert MISTAKES["half-for-quarter"] in text


def test_an_unknown_mistake_is_not_named_and_the_right_answer_is(client):
    _, ticket, drill = asked(client, "pattern=scoop&drill=chips&game=omaha-hilo")
    winner = next(iter(drill.answer))
    other = next(name for name in drill.settlement.deal.labels if name != winner)
    wrong = drill.answer | {winner: drill.answer[winner] - 1, other: drill.answer.get(other, 0) + 1}
    text = unescape(give(client, ticket, wrong).text).partition("What to practice")[0]
    grade = text.partition('id="grade-title"')[2].partition("</section>")[0]
    assert "Wrong." in grade
    assert MISTAKES["something-else"] not in grade
    assert drill.answer_text in grade


def test_the_answer_names_the_returned_bet_as_the_table_does(client):
    query = "pattern=uncalled-bet&drill=chips"
    _, ticket, drill = asked(client, query)
    payout = drill.settlement.payout
    text = unescape(give(client, ticket, typed(drill, drill.answer), query).text)
    for player in payout.players:
        back = f"{player.returned:,} back" if player.returned else ""
        won = f"{player.total:,}" if player.total else ""
        said = " + ".join(filter(None, [won, back]))
        assert not said or f"{said} to {player.label}" in text
        assert re.search(rf'{player.label}</strong> <span class="amount">{player.total:,}</', text)
        assert not back or f'<span class="back">+ {back}</span>' in text


@pytest.mark.parametrize(
    ("planted", "said"), [(True, "You said yes. No: "), (False, "You said no. Yes: ")]
)
def test_a_wrong_judgment_of_a_ruling_is_answered_with_the_amounts_due(client, planted, said):
    query = "drill=ruling&game=omaha-hilo"
    _, ticket, drill = asked(client, query)
    while bool(drill.planted) != planted:
        _, ticket, drill = asked(client, query)
    text = unescape(give(client, ticket, typed(drill, not drill.answer), query).text)
    grade = re.sub("<[^>]+>", "", text.partition('id="grade-title"')[2].partition("</section>")[0])
    (first, amount), *_ = chips_of(drill.settlement).items()
    assert re.search(rf"{said}{first} gets ({amount:,}|[\d,]+ \+ [\d,]+ back)", grade)
    assert said + drill.answer_text.partition(": ")[2] in grade
    assert ("The dealer’s mistake: " in grade) == planted


def test_the_mistake_of_another_rule_set_names_it(client):
    query = "drill=chips&pattern=books-disagree&game=omaha-hilo"
    _, ticket, drill = asked(client, query)
    mistake = _mistake("another-book")
    while not drill.wrong_answers(mistake):
        _, ticket, drill = asked(client, query)
    wrong = drill.wrong_answers(mistake)[0]
    while grade(drill, wrong).mistake != "another-book":
        _, ticket, drill = asked(client, query)
        wrong = next(iter(drill.wrong_answers(mistake)), drill.answer)
    others = [
        rules.name
        for rules in RULE_SETS.values()
        if not rules.is_exact and chips_of(drill.submission._replace(rules=rules).settle()) == wrong
    ]
    text = unescape(give(client, ticket, wrong, query).text)
    assert all(name in text.partition("it that way")[0] for name in others)
    assert f"the rule set here is {drill.submission.rules.name}." in text


def test_the_page_links_to_three_presets(client):
    text = unescape(client.get(PAGE).text)
    presets = re.findall(
        r'<a class="button" href="\?([^"]+)"[^>]*>([^<]+) <small>[^<]+</small></a>', text
    )
    queries = {words: query for query, words in presets}
    assert set(queries) == {"Hold’em basics", "PLO8 splits", "Dealer’s exam"}
    for query in queries.values():
        asked(client, query)


def test_the_exam_begins_with_common_games_and_goes_to_rare_ones(client):
    exam = "drill=pots&drill=chips&drill=odd&drill=rake&drill=ruling&number="
    common = {"holdem", "omaha"}
    assert {asked(client, f"{exam}1")[2].game.slug for _ in range(6)} <= common
    assert any(asked(client, f"{exam}33")[2].game.slug not in common for _ in range(20))
    text, ticket, drill = asked(client, f"{exam}1")
    assert f'href="{PAGE}?{exam}2">Another' in text
    assert text.count('aria-current="true">Dealer’s exam') == 1
    answered = give(client, ticket, typed(drill, drill.answer), f"{exam}1")
    assert f'href="{PAGE}?{exam}2" data-next' in unescape(answered.text)
    games = [game.slug for game in GAMES_BY_USE[:6]]
    chosen = asked(client, f"{exam}1&game={games[5]}")[2]
    assert chosen.game.slug == games[5]


def _mistake(slug):
    from showdown.trainer.mistakes import MISTAKES

    return MISTAKES[slug]


def test_a_mix_is_a_link_and_continues_with_the_next_drill(client):
    query = "pattern=no-low&pattern=scoop&game=omaha-hilo&game=stud-hilo&drill=chips"
    every = set(product(("no-low", "scoop"), ("omaha-hilo", "stud-hilo")))
    seen = set()
    for _ in range(100):
        pattern, game = asked(client, query)[2].recipe[1:3]
        seen.add((pattern.slug, game.slug))
        if seen >= every:
            break
    assert seen == every
    _, ticket, drill = asked(client, query)
    text = unescape(give(client, ticket, typed(drill, drill.answer), query).text)
    assert f'href="{PAGE}?{query}" data-next' in text


def test_nobody_wins_a_low_without_a_qualifying_hand(client):
    query = "pattern=no-low&game=omaha-hilo&drill=winners"
    text, ticket, drill = asked(client, query)
    assert "Who wins high? Who wins low?" in unescape(text)
    high = drill.answer["high"]
    both = give(client, ticket, {"high": high, "low": ["-", high[0]]}, query)
    assert "Choose players or “Nobody”, not both." in unescape(both.text)
    assert "Right." in give(client, ticket, {"high": high, "low": ["-"]}, query).text


def test_an_empty_answer_is_not_graded(client):
    for kind in ("chips", "winners", "pots", "cards", "rake", "make"):
        _, ticket, _ = asked(client, f"drill={kind}")
        text = unescape(give(client, ticket, {}).text)
        assert "Right." not in text
        assert "Wrong." not in text
        assert ticket in text


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("pattern=nonsense", "is not one of the available choices"),
        ("pattern=quartered&game=holdem", "it isn't a split-pot game"),
        ("pattern=quartered&drill=rake", "isn't asked about"),
    ],
)
def test_an_impossible_deal_is_an_error(client, query, message):
    answered = client.get(f"{PAGE}?{query}")
    assert answered.status_code == 422
    assert message in unescape(answered.text)


@pytest.mark.parametrize("ticket", ["", "nonsense", "x" * 5000])
def test_a_forged_ticket_is_refused(client, ticket):
    answered = give(client, ticket, {"one": "yes"})
    assert answered.status_code == 422
    assert "request another" in answered.text


@pytest.mark.parametrize("amount", ["-1", "9" * 20, "1e3", "one", "1.5"])
def test_an_invalid_amount_is_refused(client, amount):
    _, ticket, _ = asked(client, "drill=rake")
    text = give(client, ticket, {"amount": amount}).text
    assert 'role="alert"' in text
    assert "Wrong." not in text


def test_pages_are_not_kept_by_caches(client):
    assert "no-store" in client.get(PAGE)["Cache-Control"]


@pytest.mark.parametrize("slug", ONE_OF_A_FAMILY)
def test_each_game_has_a_page(client, slug):
    assert asked(client, f"game={slug}&drill=chips")[2].game.slug == slug
