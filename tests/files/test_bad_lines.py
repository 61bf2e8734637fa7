"""An invalid line yields an error, and the lines around it are settled."""

import pytest

from showdown.evaluator.errors import InvalidWagers
from showdown.evaluator.games import GAMES, OMAHA_HILO
from showdown.files.blocks import settle_block, settle_in_python
from showdown.notation.deal_line import made_text, read_line

GOOD = "HandA:Ac-Kd-Jd-3d HandB:5c-5d-6c-7d Board:Ah-Kh-5s-2s-Qd"
ABD = "HandA:As-Ks-Qs-Js HandB:Ad-Kd-Qd-Jd HandD:Ac-Kc-Qc-Jc Board:2h-3h-9d-9c-Td"


@pytest.mark.parametrize(
    ("words", "error"),
    [
        ("Pot:105 Rake:500", "the rake is larger than all the pots together (105)"),
        ("Pot:105 Rake:100 Jackpot:6", "the rake is larger than all the pots together (105)"),
        ("In:HandA=10,HandB=10 Rake:21", "the rake is larger than all the pots together (20)"),
        ("In:HandA=10,HandB=0 Rake:1", "the rake is larger than all the pots together (0)"),
        ("Pot:105 Fold:HandA,HandB", "everyone has folded, so nobody can win"),
        ("Pot:5 Rules:1999", "unknown rule set “1999”; the rule sets are "),
    ],
)
@pytest.mark.parametrize("settle", [settle_in_python, settle_block])
def test_the_answer_to_impossible_chips_is_an_error(settle, words, error):
    settled = settle("\n".join([GOOD, f"{GOOD} {words}", GOOD]).encode(), OMAHA_HILO)
    first, bad, last = bytes(settled.output).decode().split("\n\n")
    assert first.splitlines()[1] == last.splitlines()[1]
    assert bad.splitlines()[1].startswith(f"=> Error: {error}")
    assert [error.line for error in settled.errors] == [2]
    assert settled.deals == 2


@pytest.mark.parametrize("settle", [settle_in_python, settle_block])
@pytest.mark.parametrize(
    ("words", "paid"),
    [
        # The odd chips of 17 go to the first players left of the button: HandD and HandA.
        ("In:HandA=5,HandB=5,HandC=2,HandD=5 Fold:HandC Button:HandC", "6; HandB 5; HandC 0"),
        ("In:HandA=5,HandB=5,HandC=2,HandD=5 Fold:HandC Button:HandD", "6; HandB 6; HandC 0"),
    ],
)
def test_a_player_who_folded_needs_no_cards_between_others(settle, words, paid):
    answer = bytes(settle(f"{ABD} {words}".encode(), OMAHA_HILO).output).decode()
    assert f"=> HandA {paid}; HandD " in answer


def test_a_skipped_label_that_has_not_folded_is_missing():
    for words in ("", " Pot:10", " Pot:10 Fold:HandB", " In:HandA=1,HandB=1,HandC=1,HandD=1"):
        settled = settle_in_python(f"{ABD}{words}".encode(), OMAHA_HILO)
        assert settled.errors[0].message == "HandC is missing"


def test_an_impossible_rake_is_refused_where_the_line_is_read():
    with pytest.raises(InvalidWagers) as caught:
        read_line(f"{GOOD} Pot:105 Rake:500", OMAHA_HILO)
    assert caught.value.position == len(f"{GOOD} Pot:105 ")


def test_the_error_of_invalid_utf_8_names_it():
    settled = settle_in_python(GOOD.replace("Ac", "A\xe9").encode("latin-1"), OMAHA_HILO)
    assert settled.errors[0].message == "“A\ufffd” isn't readable: the text isn't in UTF-8"


@pytest.mark.parametrize(
    ("game", "rank", "text"),
    [
        ("drawmaha-49", (10,), "Draw (10 points)"),
        ("deuce-to-seven", (-4, -10), "Lo (queen-high straight)"),
        ("deuce-to-seven", (0, -8, -5, -3, -2, -0), "Lo (T7542)"),
        ("badugi", (3, -9, -2, 0), "Badugi (three cards, T3A)"),
    ],
)
def test_answers_omit_hyphens_between_cards(game, rank, text):
    contest = GAMES[game].contests[0]
    assert made_text(contest, rank) == text
