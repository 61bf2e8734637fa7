"""Test that the commands, the library and the API accept the same written forms of a deal."""

import io
import json
import re

import pytest
from django.core.management import call_command

import showdown
from showdown.evaluator.games import GAMES
from showdown.files.block_reader import BlockReader, split_blocks
from showdown.files.blocks import settle_block, settle_in_python
from showdown.notation.deal_line import DealLines

HAND_A, HAND_B = ["Kd", "7h", "4c", "2s"], ["Qs", "Jh", "6d", "3c"]
BOARD = "5h-4d-3s-Kc-Kh"
ONE_LINE = f"HandA:{'-'.join(HAND_A)} HandB:{'-'.join(HAND_B)} Board:{BOARD}"
THREE_LINES = ONE_LINE.replace(" ", "\n")
ANSWER = "HandA wins Hi (Full House); HandA wins Lo (75432)"
LINE_FORMS = {
    "one line": ONE_LINE,
    "three lines": THREE_LINES,
    "three lines and blank ones": THREE_LINES.replace("\n", "\n\n"),
    "three lines with Windows line endings": THREE_LINES.replace("\n", "\r\n"),
    "a record on two lines": f"{ONE_LINE}\n=> {ANSWER}\n",
    "a record on one line": f"{ONE_LINE} => {ANSWER}",
    "a record of three lines": f"{THREE_LINES}\n=> {ANSWER}",
    "a record with the arrow first": f"=> {ONE_LINE} {ANSWER}",
    "a suit in upper case": ONE_LINE.replace("2s", "2S"),
}


def generate_printed_forms(write):
    joined_a, joined_b = "".join(HAND_A), "".join(HAND_B)
    spaced_a, spaced_b = " ".join(HAND_A), " ".join(HAND_B)
    yield from map(
        write,
        (
            [joined_a, joined_b],
            [spaced_a, spaced_b],
            [HAND_A, HAND_B],
            [list(joined_a), list(joined_b)],
            [list(spaced_a), list(spaced_b)],
            [[list(card) for card in hand] for hand in (HAND_A, HAND_B)],
            HAND_A + HAND_B,
            list(joined_a + joined_b),
            list(f"{spaced_a} - {spaced_b}"),
            [*joined_a, "|", *joined_b],
            joined_a + joined_b,
            f"{spaced_a} - {spaced_b}",
        ),
    )
    pairs = (
        (joined_a, joined_b),
        (spaced_a, spaced_b),
        (HAND_A, HAND_B),
        (list(joined_a), list(joined_b)),
    )
    for separator in (" ", ", "):
        yield from (f"{write(left)}{separator}{write(right)}" for left, right in pairs)


BADUGI_FORMS = [
    *generate_printed_forms(repr),
    *generate_printed_forms(json.dumps),
    *(
        card_separator.join(HAND_A) + hand_separator + card_separator.join(HAND_B)
        for card_separator in ("", " ", ",", ", ", "-")
        for hand_separator in (" - ", " | ", "|", "; ", " vs ", " : ", "/", "\t", "   ")
    ),
    "".join(HAND_A + HAND_B),
    " ".join(HAND_A + HAND_B),
    ",".join(HAND_A + HAND_B),
    "-".join(HAND_A + HAND_B),
    f"[{', '.join(HAND_A)}], [{', '.join(HAND_B)}]",
    f"({' '.join(HAND_A)}) ({' '.join(HAND_B)})",
]


COMMANDS = {"omaha-hilo": "omahacomp", "badugi": "badugi"}


def read_by_command(text, game, client, tmp_path):
    (tmp_path / "in.txt").write_text(text)
    call_command(COMMANDS[game], str(tmp_path / "in.txt"), str(tmp_path / "out.txt"))
    output = (tmp_path / "out.txt").read_text()
    if game == "badugi":
        cards = re.findall("[2-9TJQKA][cdhs]", re.sub(r"[^\w]", "", output))
        assert cards == HAND_B
    else:
        assert output.endswith(f"=> {ANSWER}\n")
        assert output.count("=>") == 1
    return [HAND_A, HAND_B]


def read_by_library(text, game, client, tmp_path):
    deal = showdown.read_text(text, game).settle().settlement.deal
    return [[*map(str, hand.cards)] for hand in deal.hands]


def read_by_api(text, game, client, tmp_path):
    response = client.post(f"/api/showdowns/?game={game}", text, content_type="text/plain")
    assert response.status_code == 201, response.content
    return [player["cards"].split("-") for player in response.json()["players"]]


def read_by_bulk_api(text, game, client, tmp_path):
    response = client.post(
        f"/api/showdowns/bulk/?game={game}",
        text,
        content_type="text/plain",
        headers={"Accept": "application/x-ndjson"},
    )
    players = [json.loads(line)["players"] for line in response.getvalue().splitlines()]
    (hands,) = {tuple(player["cards"] for player in deal) for deal in players}
    return [hand.split("-") for hand in hands]


@pytest.mark.django_db
@pytest.mark.parametrize("read", [read_by_command, read_by_library, read_by_api, read_by_bulk_api])
@pytest.mark.parametrize("text", LINE_FORMS.values(), ids=LINE_FORMS)
def test_every_interface_reads_each_form_of_a_line(text, read, client, tmp_path):
    assert read(text, "omaha-hilo", client, tmp_path) == [HAND_A, HAND_B]


@pytest.mark.django_db
@pytest.mark.parametrize("read", [read_by_command, read_by_library, read_by_api])
def test_every_interface_reads_each_form_of_badugi(read, client, tmp_path):
    for text in BADUGI_FORMS:
        assert read(text, "badugi", client, tmp_path) == [HAND_A, HAND_B], text
    assert read_by_bulk_api("\n".join(BADUGI_FORMS), "badugi", client, tmp_path) == [HAND_A, HAND_B]


@pytest.mark.parametrize("size", [1, 7, 30, 90, 200, 10_000])
def test_a_block_ends_with_a_whole_deal(size):
    text = f"{THREE_LINES}\n{THREE_LINES}\n=> {ANSWER}\n\n{ONE_LINE}\n{THREE_LINES}\n".encode() * 3
    whole_result = settle_in_python(text, GAMES["omaha-hilo"])
    assert (whole_result.deals, whole_result.errors) == (12, [])
    blocks = list(split_blocks(BlockReader(io.BytesIO(text), DealLines(), size)))
    assert b"".join(blocks) == text
    outputs = [settle_block(block, GAMES["omaha-hilo"]).output for block in blocks]
    assert b"\n".join(filter(None, map(bytes, outputs))) == whole_result.output


def test_an_error_in_a_deal_of_three_lines_states_its_line():
    text = THREE_LINES.replace("3c", "3x")
    (error,) = settle_in_python(text.encode(), GAMES["omaha-hilo"], first_line=5).errors
    assert (error.line, error.column) == (6, 16)


def test_a_repeated_label_begins_another_deal():
    text = f"{THREE_LINES}\nHandA:Ac-Kd-Jd-3d\n{THREE_LINES}"
    result = settle_in_python(text.encode(), GAMES["omaha-hilo"])
    assert result.deals == 2
    (error,) = result.errors
    assert (error.line, "1 hand") == (4, error.message[:6])
