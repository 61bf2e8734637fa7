"""Test that cards typed on the table are settled, stored once, and never lost."""

import re
from html import unescape
from urllib.parse import parse_qsl

import pytest
from django.template import engines
from django.test import Client

from showdown.evaluator.games import GAMES
from showdown.models import Showdown, Source
from tests.odds.known import SPOTS
from tests.pages.conftest import SCRIPT_HEADERS
from tests.pages.reading import values_of


def test_a_settled_deal_has_a_page_of_its_own(visitor, deal_form):
    response = visitor.settle(deal_form)
    showdown = Showdown.objects.get()
    assert response.status_code == 302
    assert response.url == f"/showdown/{showdown.pk}/"
    fragment = visitor.settle(deal_form, by_script=True)
    assert (fragment.status_code, "<html" in fragment.text) == (200, False)
    assert response.url in fragment.text
    assert showdown.source == Source.PAGE
    page = visitor.get(response.url)
    for words in (
        "Player 2 scoops: three fives, and 7-6-5-2-A for low",
        "three fives beat two pair, aces and kings",
        "The ace in hand is counterfeited: no low.",
        "HandA:Ac-Kd-Jd-3d HandB:5c-5d-6c-7d Board:Ah-Kh-5s-2s-Qd\n"
        "=> HandB wins Hi (3-of-a-Kind); HandB wins Lo (7652A)",
    ):
        assert words in unescape(page.text)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_each_game_is_settled_with_its_fewest_and_most_players(visitor, game):
    for players in (game.players[0], game.players[-1]):
        fields = {"game": game.slug, "players": str(players), "action": "deal"}
        page = visitor.settle(values_of(visitor.press(fields).text), by_script=True).text
        assert 'class="headline"' in page
        assert page.count('id="tag-hand-') == players
    assert Showdown.objects.count() == 2


@pytest.mark.parametrize(
    ("changed_fields", "field", "message"),
    [
        ({"hand-1": "5c 5d 6c"}, "hand-1", "Player 2 has 3 cards; Omaha Hi/Lo needs 4"),
        ({"hand-1": "5c 5d 6c 1x"}, "hand-1", "isn't a card"),
        ({"board": "Ah Kh 5s 2s Ac"}, "board", "A♣ appears twice, in Player 1 and Board"),
        ({"board": ""}, "board", "Board is missing; Omaha Hi/Lo needs 5 board cards"),
        ({"players": "12"}, "players", "Omaha Hi/Lo is for 2 to 11 players"),
        ({"game": "bridge"}, "game", "Unknown game “bridge”"),
        ({"pots": "-5"}, "pots", ""),
        ({"pots": "100", "unit": "25", "put-in-0": "30"}, "put-in-0", ""),
        ({"put-in-0": "30", "put-in-1": "x"}, "put-in-1", "isn't an amount"),
        ({"put-in-0": "30", "label-1": "Boris"}, "put-in-1", "Boris's bet? (0 for none)"),
        ({"pots": "105", "rake": "500"}, "rake", "rake is larger than all the pots together (105)"),
        ({"rake": "5%"}, "rake", "There is no pot to take this from"),
        ({"jackpot": "3"}, "jackpot", "There is no pot to take this from"),
    ],
)
@pytest.mark.parametrize("by_script", [False, True])
def test_an_error_is_beside_its_field(
    visitor, deal_form, changed_fields, field, message, by_script
):
    page = visitor.settle(deal_form | changed_fields, by_script=by_script)
    text = unescape(page.text)
    start = text.index(f'id="id_{field}_error"')
    error = text[start : text.index("</", start)].split(">", 1)[1]
    assert error
    assert message in error
    assert not Showdown.objects.exists()
    if not by_script:
        for value in (deal_form | changed_fields).values():
            assert value in text or value in ("12", "bridge")


@pytest.mark.parametrize("by_script", [False, True])
def test_a_range_is_refused_as_such(visitor, by_script):
    ranges = {"game": "holdem", "players": "2", "hand-0": "QQ", "hand-1": "JhJs"}
    page = visitor.settle(ranges | {"board": "QdJd2c3c4c"}, by_script=by_script)
    text = unescape(page.text)
    sentence = "range can't be saved. Pick the cards of Player 1, or share the link"
    assert f"Not saved: a {sentence}." in text
    assert f"A {sentence}" in text
    assert "isn't a card" not in text
    assert "the cards of Player 2, or" not in page.text
    assert not Showdown.objects.exists()


LINE = "HandA:Ac-Kd-Jd-3d HandB:5c-5d-6c-7d HandC:9c-9d-9h-9s Board:Ah-Kh-5s-2s-Qd Pot:90"
OTHER = {"game": "omaha", "line": "As Kd vs Qh Qd on 2c 3d 5h 9s Th", "hand-0": "AcKdJd3d"}
WILD = {"game": "holdem", "line": "AsKd vs QhQd, deuces wild", "hand-0": "9c9d"}
ALL_IN = "Lena AdJd all in 150, Otto 8s8h{}, board 2c 3d 5h 9s Td"
POT = {"game": "holdem", "label-0": "Anna", "pots": "90", "board": "2c3d5h9sTh"}


@pytest.mark.parametrize(
    ("deal_form", "fields", "words"),
    [
        ({"line": LINE}, {"hand-1": "5c 5d 6c 7d", "hand-2": "9c 9d 9h 9s", "pots": "90"}, ()),
        ({"hand-0": "9c 9d 9h 9s", "line": "AcKdJd3d vs 5c5d6c7z"},
         {"hand-0": "9c 9d 9h 9s", "hand-1": ""},
         ('data-select="18,20"', "Found one hand.", "5c5d6c7z</textarea>",
          "“7z” isn't a card: there is no suit z; is this an unknown card?")),
        (OTHER, {"hand-0": "AcKdJd3d"},
         ("This looks like Texas Hold'em: two hands of two cards and a board of five.",
          'value="read:holdem"')),
        (OTHER | {"action": "read:holdem"}, {"board": "2c 3d 5h 9s Th"}, ()),
        (OTHER | {"hand-0": ""}, {"hand-1": "Qh Qd"}, ("Switched to Texas Hold'em.",)),
        (WILD, {"hand-0": "9c9d"},
         ("Found two hands. Not sure what “deuces wild” is; it may change the deal.",
          'data-select="14,25"',
          ">Ignore these words</button>", 'value="read-without:0"')),
        (WILD | {"action": "read-without:0"}, {"hand-1": "Qh Qd"}, ("Left out: “deuces wild”.",)),
        ({"game": "holdem", "line": ALL_IN.format(" for 400")},
         {"put-in-0": "150", "put-in-1": "400"}, ()),
        ({"game": "holdem", "line": ALL_IN.format("")}, {"put-in-0": ""}, ("Left out: “150”.",)),
        (POT | {"line": "AsKd vs QhQd"}, {"label-0": "Anna", "pots": "90", "board": ""}, ()),
    ],
)  # fmt: skip
def test_a_text_fills_the_table_or_leaves_it_unchanged_with_a_reason(
    visitor, deal_form, fields, words
):
    page = unescape(visitor.press({"action": "read"} | deal_form).text)
    assert fields.items() <= values_of(page).items()
    for text in words:
        assert text in page
    assert "</mark>" not in page
    assert not Showdown.objects.exists()


@pytest.mark.parametrize(
    ("changed_fields", "players", "hand"),
    [
        ({"game": "holdem", "players": "3", "action": "table"}, 3, "AcKdJd3d"),
        ({"players": "5", "hand-4": "2h", "action": "clear"}, 5, ""),
        ({"action": "remove-9"}, 2, "AcKdJd3d"),
        ({"action": "remove-x"}, 2, "AcKdJd3d"),
        ({"action": "remove-"}, 2, "AcKdJd3d"),
        ({"action": "remove-٣"}, 2, "AcKdJd3d"),
        ({"action": "nonsense"}, 2, "AcKdJd3d"),
    ],
)
def test_only_clear_removes_cards(visitor, deal_form, changed_fields, players, hand):
    fields = values_of(visitor.press(deal_form | changed_fields).text)
    assert fields["game"] == changed_fields.get("game", deal_form["game"])
    assert sum(name.startswith("hand-") for name in fields) == players
    assert fields["hand-0"] == hand


@pytest.mark.parametrize(
    ("chips", "words", "totals"),
    [
        ({"pots": "4,765"}, "4,765", [0, 4765]),
        ({"pots": "100", "rake": "5%"}, "95", [0, 95]),
        (
            {"put-in-0": "60", "put-in-1": "25.5"},
            '<b>34.50</b> <small>back<span class="in-full"> to Player 1</span></small>',
            [0, 5100],  # cents
        ),
        (
            {"put-in-0": "500", "put-in-1": "500", "dead": "50", "rake": "5%,30", "jackpot": "10"},
            "The house takes a rake of 30 and a jackpot drop of 10 from the pot.",
            [0, 1010],
        ),
    ],
)
def test_chips_are_paid(visitor, deal_form, chips, words, totals):
    assert words in visitor.settle(deal_form | chips, by_script=True).text
    assert [*Showdown.objects.get().paid["totals"].values()] == totals


def test_side_pots_follow_from_contributions(visitor):
    fields = {"hand-0": "Ac3h9dTs", "hand-1": "KhQcJs8s", "hand-2": "QhQsJcTd"}
    fields |= {"game": "omaha-hilo", "players": "3", "board": "2d5h7cKsKd", "button": "HandA"}
    bets = {"put-in-0": "30", "put-in-1": "50", "put-in-2": "50", "away": "1"}
    assert "Side pot" in visitor.settle(fields | bets, by_script=True).text
    totals = Showdown.objects.get().paid["totals"]
    assert (totals["HandA"], totals["HandB"], totals["HandC"]) == (45, 86, 0)


def test_a_form_from_elsewhere_is_refused(db, deal_form):
    browser = Client(enforce_csrf_checks=True)
    table = browser.post("/showdown/", deal_form, follow=True)
    assert "Your cards are still here" in table.text
    assert deal_form.items() <= values_of(table.text).items()
    assert not Showdown.objects.exists()
    refusal = browser.post("/showdown/", deal_form, headers=SCRIPT_HEADERS)
    assert (refusal.status_code, refusal["X-Form-Expired"]) == (403, "true")
    refusal = browser.post("/showdown/account/sign-in/", {"username": "ann", "password": "1"})
    assert refusal.status_code == 403
    assert "reload the page" in refusal.text


def test_a_deal_with_its_chips_is_one_record_of_each_person(visitor, owner, deal_form):
    first = visitor.settle(deal_form).url
    others = [visitor.settle(deal_form | {"pots": pots}).url for pots in ("90", "91")]
    others.append(visitor.settle(deal_form | {"hand-1": "5c 5d 6c 8d"}).url)
    others.append(owner.settle(deal_form).url)
    assert len({first, *others}) == Showdown.objects.count() == 5
    assert visitor.settle(deal_form).url == first
    assert visitor.settle(deal_form | {"pots": "90"}).url == others[0]
    assert Showdown.objects.count() == 5


def test_a_note_is_visible_only_to_its_author(visitor, stranger, deal_form):
    for note, kept in (("Friday", "Friday"), (None, "Friday"), (" Saturday ", "Saturday")):
        address = visitor.settle(deal_form if note is None else deal_form | {"note": note}).url
        assert Showdown.objects.get().note == kept
    assert "Saturday" in visitor.get(address).text
    assert "Saturday" not in stranger.get(address).text


def test_picked_cards_are_not_stored(visitor, deal_form):
    response = visitor.live(deal_form)
    assert "<html" not in response.text
    for page in (response.text, visitor.get("/showdown/", deal_form).text):
        assert "Player 2 scoops" in page
    assert not Showdown.objects.exists()


@pytest.mark.parametrize("spot", SPOTS, ids=str)
def test_odds_are_beside_each_hand_before_the_last_card(visitor, spot):
    game, hands, board, boards, shares, *_ = spot
    deal_form = {f"hand-{seat}": hand for seat, hand in enumerate(hands.split())}
    deal_form |= {"game": game, "players": str(len(deal_form)), "board": board}
    page = visitor.live(deal_form).text
    assert f"Exact: all {boards:,} boards counted" in page
    for share in shares:
        assert f"<strong>{100 * share / boards:.1f}%</strong>" in page
    assert ('id="next-cards"' in page) == bool(board)


FLOP = {"game": "omaha-hilo", "hand-0": "AsKhQsJh", "hand-1": "2c3d4c5d", "board": "Ah7c2d"}
NEXT_CARDS_HEADERS = {"X-Part": "next-cards"}


def test_the_next_cards_are_those_of_the_chosen_player_best_first(visitor):
    pages = (visitor.get("/showdown/", FLOP | {"next-for": seat}).text for seat in "01")
    first, second = ([*map(int, re.findall(r'"percent">(\d+)%', page))] for page in pages)
    assert (first, second) == (sorted(first, reverse=True), sorted(second, reverse=True))
    # Rounded shares of the same card add up to about 100.
    sums = [share + other for share, other in zip(first, reversed(second), strict=True)]
    assert set(sums) <= {99, 100, 101}
    assert first != second


def test_the_effects_of_next_cards_are_readable_without_hovering(visitor):
    """With 8-7 in hand and 8-5-3 on the board, an ace, deuce, four or six makes a low."""
    spot = {"hand-0": "As2sKhQd", "hand-1": "9c9d8h7h", "board": "3c8d5h"}
    page = visitor.get("/showdown/", {"game": "omaha-hilo"} | spot)
    cards = re.search(r"<dt>Makes Player 2.{1,6}s low</dt><dd>(.*?)</dd>", page.text)[1]
    assert re.findall(r'aria-label="(\w+) of', cards) == (
        ["ace"] * 3 + ["six"] * 4 + ["four"] * 4 + ["deuce"] * 3
    )
    river = visitor.get("/showdown/", {"game": "omaha-hilo"} | spot | {"board": ""})
    assert "Effect of these cards" not in river.text


@pytest.mark.parametrize("seat", ["2", "-1", "Player 2", ""])
def test_the_next_cards_are_those_of_the_first_player_by_default(visitor, seat):
    page = visitor.get("/showdown/", FLOP | {"next-for": seat})
    assert '<option value="0" selected>Player 1</option>' in page.text


def test_the_player_of_the_next_cards_is_chosen_by_a_button(visitor):
    page = visitor.press(FLOP | {"next-for": "1", "action": "table"})
    assert "next-for=1" in page.redirect_chain[0][0]
    assert '<option value="1" selected>Player 2</option>' in page.text


def test_a_script_gets_the_next_cards_alone_or_the_whole_answer(visitor):
    headers = NEXT_CARDS_HEADERS
    part = visitor.get("/showdown/live/", FLOP | {"next-for": "1"}, headers=headers)
    assert 'id="next-cards"' in part.text
    assert 'id="verdict"' not in part.text
    answer = visitor.get("/showdown/live/", FLOP | {"board": "Ah7c2d9h9s"}, headers=headers)
    assert answer["X-Part"] == "answer"
    assert 'id="verdict"' in answer.text


@pytest.mark.parametrize(
    ("deal_form", "sentence"),
    [
        ({"hand-0": "AsKhQsJh", "hand-1": "2c3d4c"}, "The odds appear when all hands are entered"),
        ({"hand-0": "AsKhQsJh", "hand-1": "As3d4c5d"}, "A♠ appears twice"),
        ({"hand-0": "AsKhQsJh", "hand-1": "*"}, "Calculating the odds"),
        ({"hand-0": "AsKhQsJh", "hand-1": "2c 3d 4c ?"}, "deals"),
        ({"hand-0": "AsKhQsJh", "hand-1": "2c3d4c5d", "dead_cards": "Ah"}, "962,598 boards"),
        ({"hand-0": "AsKhQsJh", "hand-1": "2c3d4c5d", "dead_cards": "As"}, "A♠ appears twice"),
        ({"hand-0": "AsKhQsJh", "hand-1": "2c3d4c5d", "pots": "1000"}, "420 chips"),
        ({"hand-0": "AsKhQsJh", "hand-1": "2c3d4c5d", "pots": "x"}, "isn't an amount"),
        ({"hand-0": "AsKhQsJh", "hand-1": "mucked"}, "The odds appear when all hands are entered"),
        ({"game": "stud-hilo", "hand-0": "AsKhQs", "hand-1": "2c3d"}, "The odds appear"),
        ({"game": "stud-hilo", "hand-0": "AsKhQs", "hand-1": "2c3d4c"}, "Calculating the odds"),
        ({"game": "holdem", "hand-0": "KK+", "hand-1": "*", "board": "2h7h9s"},
         "Exact: all 12,842,280 deals counted"),
        ({"game": "holdem", "hand-0": "AA", "hand-1": "KK"}, "Exact: all 61,642,944 deals counted"),
    ],
)  # fmt: skip
def test_a_headline_describes_a_hand_before_the_last_card(visitor, deal_form, sentence):
    assert sentence in unescape(visitor.live({"game": "omaha-hilo"} | deal_form).text)


@pytest.mark.parametrize(
    ("fields", "verdict"),
    [
        (
            {"hand-1": "AsQh", "board": "Kd7h2s"},
            '<p class="message error only-error">A♠ appears twice, in Player 1 and Player 2.</p>',
        ),
        (
            {"put-in-0": "x", "put-in-1": "y"},
            '<p class="message error">Check the highlighted fields.</p>',
        ),
        (
            {"put-in-0": "x", "put-in-1": "-5"},
            "Player 2's contribution is -5: an amount can't be negative",
        ),
        ({"runs": "2", "board2": "AsKc3h4h5h"}, "A♠ appears twice, in Player 1 and Run 2."),
        ({"runs": "2", "board2": "Zz"}, "“Zz” isn't a card: there is no rank Z."),
        ({"hand-2": "x", "board": "Kd7h2s3cAs"}, "A♠ appears twice, in Player 1 and Board."),
        ({"button": "Boris"}, "Select the player with the dealer button again."),
    ],
)
def test_the_verdict_states_the_error_if_there_is_only_one(visitor, fields, verdict):
    deal_form = {"game": "holdem", "hand-0": "AsKs", "hand-1": "AdQh", "board": "Kd7h2s3c4c"}
    assert verdict in unescape(visitor.live(deal_form | fields).text)


def test_odds_that_cannot_be_counted_are_computed_in_rounds(visitor):
    deal_form = {"game": "stud-hilo", "hand-0": "AsAhAdAcKsKh", "hand-1": "2c3d4c5d7h8h"}
    next_round = '<div id="next-round" data-replaces>'
    assert f"{next_round}1</div>" in visitor.live(deal_form).text
    page = visitor.live(deal_form, 1).text
    assert "Exact: all 1,560 deals counted" in page
    assert next_round not in page


def test_removing_a_player_removes_cards_and_chips(visitor, deal_form):
    more = {"players": "3", "hand-2": "9c9d9h9s", "label-2": "Cem", "put-in-2": "7"}
    page = visitor.press(deal_form | more | {"button": "seat-2", "action": "remove-0"})
    assert {"players": "2", "button": "seat-1"}.items() <= values_of(page.text).items()
    first_seat = {"hand-0": "5c 5d 6c 7d", "put-in-0": ""}
    second_seat = {"hand-1": "9c9d9h9s", "label-1": "Cem", "put-in-1": "7"}
    assert (first_seat | second_seat).items() <= values_of(page.text).items()
    assert "hand-2" not in values_of(page.text)


def test_the_last_seat_with_cards_determines_the_number_of_players(visitor):
    fields = {"game": "holdem", "board": "9s5s7c3d5h", "hand-0": "AsKd", "hand-2": "7h7d"}
    page = visitor.get("/showdown/", fields | {"hand-1": "QcQd"}).text
    assert "Player 3 wins with sevens full of fives" in page.replace("\xa0", " ")
    assert 'name="hand-3"' not in page
    assert 'name="hand-2"' in visitor.get("/showdown/", fields).text


@pytest.mark.parametrize(
    ("bets", "fields", "payout"),
    [
        (("5", "5", "5"), ("5", "5", "5", ""), "8"),
        (("5.00", "5.00", "5.00"), ("5", "5", "5", "0.01"), "7.50"),
        (("5.00", "5.00", "5.50"), ("5.00", "5.00", "5.50", ""), "7.50"),
    ],
)
def test_pasted_bets_have_decimals_only_if_one_has_cents(visitor, bets, fields, payout):
    hands = ", ".join(
        f"{hand} all in {bet}"
        for hand, bet in zip(("Lena AdJd", "Otto AhJh", "Cem 8s7s"), bets, strict=True)
    )
    line = f"{hands}, board 2c 3d 5h 9s Tc"
    page = visitor.press({"game": "holdem", "action": "read", "line": line}).text
    values = values_of(page)
    assert tuple(values[name] for name in ("put-in-0", "put-in-1", "put-in-2", "unit")) == fields
    assert payout in re.findall(r">\+?([\d.]+)<", page)


@pytest.mark.parametrize(
    ("changed_fields", "error"),
    [
        ({"hand-1": "AK@200"}, "Boris: a weight, such as AKs@50, can be at most 100 percent."),
        ({"hand-0": "AA-"}, "Player 1: the range is incomplete."),
        ({"board": "2c3d5z"}, "Board: “5z” isn't a card: there is no suit z."),
        ({"dead_cards": "7z"}, "Dead cards: “7z” isn't a card: there is no suit z."),
        ({"board": "AsKd2c"}, "A♠ appears twice, in Player 1 and Board."),
    ],
)
def test_an_error_of_the_table_names_the_player(visitor, changed_fields, error):
    spot = {"game": "holdem", "hand-0": "AsAd", "hand-1": "KsKd", "label-1": "Boris"}
    verdict = re.search('class="message error.*?</p>', visitor.live(spot | changed_fields).text)
    assert verdict
    assert error in unescape(re.sub("<.*?>", "", verdict[0])).replace("\xa0", " ")


def test_a_new_visitor_sees_an_example_until_a_game_is_chosen(visitor):
    page = visitor.get("/showdown/")
    assert "This deal is an example" in page.text
    example = {"game": "razz", "example": "omaha-hilo", "hand-0": "AcKdJd3d", "action": "table"}
    assert values_of(visitor.press(example).text)["hand-0"] == ""


def test_unknown_words_of_another_game_are_left_out_over_the_example(visitor):
    """The example is a deal of Omaha Hi/Lo."""
    example = values_of(visitor.get("/showdown/").text)
    line = "Hero: As Ks\nVillain: 7h7d\nFlop: Kh 7c 2d\nTurn: 9s\nRiver: Ad\nDid I have outs?"
    question = visitor.press(example | {"action": "read", "line": line}).text
    action = re.search(r'value="(read-without:0)"', question)
    page = visitor.press(example | {"action": action[1], "line": line}).text
    assert "Villain wins" in unescape(re.sub("<.*?>", "", page)).replace("\xa0", " ")


@pytest.mark.parametrize(
    ("typed", "headline"),
    [
        ({}, "Boris scoops"),
        ({"hand-0": "Qc Qs 2d 3d", "label-0": "Cem"}, "Cem wins"),
        ({"game": "holdem", "hand-0": "AsAd", "hand-1": "KsKd", "board": "2c3c4h9h9d"},
         "Player 1 wins with two pair, aces and nines"),
        ({"line": "Dora AsAd vs Emil KsKd on 2c3c4h9h9d", "game": "holdem", "action": "read"},
         "Dora wins with two pair, aces and nines"),
    ],
)  # fmt: skip
def test_cards_typed_over_the_example_are_settled(visitor, typed, headline):
    example = values_of(visitor.get("/showdown/").text)
    page = unescape(visitor.press(example | {"action": "table"} | typed).text)
    assert headline in re.sub("<.*?>", "", page).replace("\xa0", " ")
    assert ("This deal is an example" in page) is not typed


def test_a_game_chosen_over_the_example_has_an_empty_table(visitor):
    example = values_of(visitor.get("/showdown/").text)
    page = unescape(visitor.press(example | {"game": "holdem", "action": "table"}).text)
    assert values_of(page)["hand-0"] == values_of(page)["board"] == ""
    assert "is missing" not in page


def test_addresses_of_examples_and_bets_fill_the_table(visitor):
    text = unescape(visitor.get("/showdown/").text)
    examples = re.findall(r'<a class="button" href="\?([^"]+)"', text)
    assert len(examples) == 3
    for query in (*examples, "put-in-0=501&put-in-1=700"):
        page = visitor.get(f"/showdown/?{query}")
        assert page.status_code == 200, query
        assert dict(parse_qsl(query)).items() <= values_of(page.text).items()


def test_a_returning_visitor_sees_the_last_game(visitor, deal_form):
    visitor.live(deal_form | {"game": "badugi"})
    page = visitor.get("/showdown/")
    assert values_of(page.text)["game"] == "badugi"
    assert "This deal is an example" not in page.text


@pytest.mark.parametrize("game", ["bridge", "", "<b>"])
def test_an_invalid_remembered_game_is_ignored(visitor, game):
    visitor.cookies["played"] = game
    assert values_of(visitor.get("/showdown/").text)["game"] == "omaha-hilo"


@pytest.mark.parametrize(
    ("game", "slug"), [("nonsense", "omaha-hilo"), ("Big O", "five-card-omaha-hilo")]
)
def test_an_alias_opens_its_game(visitor, game, slug):
    page = visitor.get("/showdown/", {"game": game, "players": "2"}).text
    assert values_of(page)["game"] == slug
    warning = "There is no game “nonsense”. This is Omaha Hi/Lo."
    assert (warning in page) == (game == "nonsense")


@pytest.mark.parametrize(("board", "words"), [("AhKh5s2sQd", "scoops"), ("AhKh5s2s", "favorite")])
def test_the_ruling_and_the_odds_stay_while_bets_are_typed(visitor, deal_form, board, words):
    fields = deal_form | {"board": board, "label-1": "Boris", "put-in-0": "30"}
    page = visitor.live(fields).text
    assert words in page
    assert "Finish the bets: Boris" in page
    assert "Boris's bet?" not in page
    page = visitor.live(fields | {"put-in-1": "30"}).text
    assert "Finish the bets" not in page
    assert "60" in page


def test_every_template_can_be_compiled():
    for name in engines["jinja2"].env.list_templates():
        assert engines["jinja2"].get_template(name)


@pytest.mark.parametrize(
    ("game", "text", "words"),
    [
        ("omaha-hilo", "AhAhKdQd vs 2s3s4s5s", "A♥ appears twice, both times in Player 1"),
        ("omaha-hilo", "HandA:Ah-Ah-Kd-Qd HandB:2s-3s-4s-5s", "both times in HandA"),
        ("omaha-hilo", "Anna: AhAhKdQd, Boris: 2s3s4s5s", "both times in Anna"),
        ("holdem", "AsAc vs KsKc vs fold, board 2c 3d 4h 5s 9c, pot 300 rake 5%",
         "the chips, and Player 3 out of the hand."),
    ],
)  # fmt: skip
def test_answers_to_pasted_text_name_players_as_the_text_or_the_page(visitor, game, text, words):
    page = unescape(visitor.press({"game": game, "line": text, "action": "read"}).text)
    assert words in page


def test_boards_of_several_runs_are_named_as_in_the_ruling(visitor):
    hands = {"game": "holdem", "runs": "2", "hand-0": "AsAc", "hand-1": "KsKc"}
    page = visitor.live(hands | {"board": "2c3d4h5s9c", "board2": "TdJdQdKh2s"}).text
    assert re.search(r"run 1</span> with a <span class=.unbroken.>five-high", page)
    page = visitor.press(hands | {"action": "table"}).text
    assert ">Run 1</label>" in page
    assert ">Run 2</label>" in page


def test_a_ruling_on_the_first_run_states_that_the_second_has_no_cards(visitor):
    first_run = {"game": "holdem", "hand-0": "AsAc", "hand-1": "KsKc", "board": "2c3d4h5s9c"}
    assert "Run 2 has no cards yet." in visitor.live(first_run | {"runs": "2"}).text
    assert "no cards yet" not in visitor.live(first_run).text
    both_runs = first_run | {"runs": "2", "board2": "TdJdQdKh2s"}
    assert "no cards yet" not in visitor.live(both_runs).text


def test_later_runs_begin_with_an_incomplete_first_board(visitor):
    hands = {"game": "holdem", "runs": "3", "hand-0": "AsAc", "hand-1": "KsKc"}

    def boards_after(**boards):
        page = visitor.press(hands | boards | {"action": "table"}).text
        return re.findall(r'name="board\d?"[^>]*?value="([^"]*)"', page)

    assert boards_after(board="2c3d4h") == ["2c3d4h"] * 3
    assert boards_after(board="2c3d4h", board2="2c3d5h") == ["2c3d4h", "2c3d5h", "2c3d4h"]
    assert boards_after(board="2c3d4h5s9c") == ["2c3d4h5s9c"]
    assert visitor.press({"game": "razz", "runs": "2", "action": "table"}).status_code == 200


def test_unknown_cards_are_listed_unless_all_stud_hands_await_equally_many(visitor):
    def lines_of(hands, game):
        fields = {f"hand-{seat}": hand for seat, hand in enumerate(hands)}
        return visitor.live({"game": game, "players": "2"} | fields, sampling_round=1).text

    assert "more cards unknown" not in lines_of(("AsAd2c3c4d", "KsKdKc2h2d"), "seven-card-stud")
    assert "more cards unknown" in lines_of(("AsAd2c3c4d", "KsKdKc2h"), "seven-card-stud")
    assert "more card unknown" in lines_of(("As?", "Kd?"), "holdem")


@pytest.mark.parametrize("by_script", [False, True])
@pytest.mark.parametrize(
    ("hands", "message"),
    [
        ({}, "Player 1 has no cards; Omaha Hi/Lo needs 4."),
        ({"hand-0": "AcKdJd3d"}, "Player 2 has no cards; Omaha Hi/Lo needs 4."),
        (
            {"hand-0": "AcKdJd3d", "hand-1": "5c5d6c7d"},
            "Board is missing; Omaha Hi/Lo needs 5 board cards.",
        ),
    ],
)
def test_a_refused_save_states_what_is_missing_first(visitor, hands, message, by_script):
    page = visitor.settle({"game": "omaha-hilo", "players": "2"} | hands, by_script=by_script)
    assert f"Not saved: {message}" in page.text
