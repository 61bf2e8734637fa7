"""Commands, library and API accept the same written forms of a deal."""

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

FIRST, SECOND = ["Kd", "7h", "4c", "2s"], ["Qs", "Jh", "6d", "3c"]
BOARD = "5h-4d-3s-Kc-Kh"
ONE_LINE = f"HandA:{'-'.join(FIRST)} HandB:{'-'.join(SECOND)} Board:{BOARD}"
THREE_LINES = ONE_LINE.replace(" ", "\n")
ANSWER = "HandA wins Hi (Full House); HandA wins Lo (75432)"
DEAL_LINES = {
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


def printed_forms(write):
    one, two = "".join(FIRST), "".join(SECOND)
    spaced_one, spaced_two = " ".join(FIRST), " ".join(SECOND)
    yield from map(
        write,
        (
            [one, two],
            [spaced_one, spaced_two],
            [FIRST, SECOND],
            [list(one), list(two)],
            [list(spaced_one), list(spaced_two)],
            [[list(card) for card in hand] for hand in (FIRST, SECOND)],
            FIRST + SECOND,
            list(one + two),
            list(f"{spaced_one} - {spaced_two}"),
            [*one, "|", *two],
            one + two,
            f"{spaced_one} - {spaced_two}",
        ),
    )
    pairs = ((one, two), (spaced_one, spaced_two), (FIRST, SECOND), (list(one), list(two)))
    for between in (" ", ", "):
        yield from (f"{write(left)}{between}{write(right)}" for left, right in pairs)


BADUGI = [
    *printed_forms(repr),
    *printed_forms(json.dumps),
    *(
        separator.join(FIRST) + between + separator.join(SECOND)
        for separator in ("", " ", ",", ", ", "-")
        for between in (" - ", " | ", "|", "; ", " vs ", " : ", "/", "\t", "   ")
    ),
    "".join(FIRST + SECOND),
    " ".join(FIRST + SECOND),
    ",".join(FIRST + SECOND),
    "-".join(FIRST + SECOND),
    f"[{', '.join(FIRST)}], [{', '.join(SECOND)}]",
    f"({' '.join(FIRST)}) ({' '.join(SECOND)})",
]


COMMANDS = {"omaha-hilo": "omahacomp", "badugi": "badugi"}


def read_by_command(text, game, client, tmp_path):
    (tmp_path / "in.txt").write_text(text)
    call_command(COMMANDS[game], str(tmp_path / "in.txt"), str(tmp_path / "out.txt"))
    written = (tmp_path / "out.txt").read_text()
    if game == "badugi":
        cards = re.findall("[2-9TJQKA][cdhs]", re.sub(r"[^\w]", "", written))
        assert cards == SECOND
    else:
        assert written.endswith(f"=> {ANSWER}\n")
        assert written.count("=>") == 1
    return [FIRST, SECOND]


def read_by_library(text, game, client, tmp_path):
    deal = showdown.read_text(text, game).settle().settlement.deal
    return [[*map(str, hand.cards)] for hand in deal.hands]


def read_by_api(text, game, client, tmp_path):
    response = client.post(f"/api/showdowns/?game={game}", text, content_type="text/plain")
    assert response.status_code == 201, response.content
    return [player["cards"].split("-") for player in response.json()["players"]]


def read_by_bulk_api(text, game, client, tmp_path):
    answer = client.post(
        f"/api/showdowns/bulk/?game={game}",
        text,
        content_type="text/plain",
        headers={"Accept": "application/x-ndjson"},
    )
    players = [json.loads(line)["players"] for line in answer.getvalue().splitlines()]
    (hands,) = {tuple(player["cards"] for player in deal) for deal in players}
    return [hand.split("-") for hand in hands]


@pytest.mark.django_db
@pytest.mark.parametrize("read", [read_by_command, read_by_library, read_by_api, read_by_bulk_api])
@pytest.mark.parametrize("text", DEAL_LINES.values(), ids=DEAL_LINES)
def test_every_interface_reads_each_form_of_a_line(text, read, client, tmp_path):
    assert read(text, "omaha-hilo", client, tmp_path) == [FIRST, SECOND]


@pytest.mark.django_db
@pytest.mark.parametrize("interface", [read_by_command, read_by_library, read_by_api])
def test_every_interface_reads_each_form_of_badugi(interface, client, tmp_path):
    for text in BADUGI:
        assert interface(text, "badugi", client, tmp_path) == [FIRST, SECOND], text
    assert read_by_bulk_api("\n".join(BADUGI), "badugi", client, tmp_path) == [FIRST, SECOND]


@pytest.mark.parametrize("size", [1, 7, 30, 90, 200, 10_000])
def test_a_block_ends_with_a_whole_deal(size):
    text = f"{THREE_LINES}\n{THREE_LINES}\n=> {ANSWER}\n\n{ONE_LINE}\n{THREE_LINES}\n".encode() * 3
    whole = settle_in_python(text, GAMES["omaha-hilo"])
    assert (whole.deals, whole.errors) == (12, [])
    blocks = list(split_blocks(BlockReader(io.BytesIO(text), DealLines(), size)))
    assert b"".join(blocks) == text
    outputs = [settle_block(block, GAMES["omaha-hilo"]).output for block in blocks]
    assert b"\n".join(filter(None, map(bytes, outputs))) == whole.output


def test_an_error_in_a_deal_of_three_lines_states_its_line():
    text = THREE_LINES.replace("3c", "3x")
    (error,) = settle_in_python(text.encode(), GAMES["omaha-hilo"], first_line=5).errors
    assert (error.line, error.column) == (6, 16)


def test_a_repeated_label_begins_another_deal():
    text = f"{THREE_LINES}\nHandA:Ac-Kd-Jd-3d\n{THREE_LINES}"
    settled = settle_in_python(text.encode(), GAMES["omaha-hilo"])
    assert settled.deals == 2
    (error,) = settled.errors
    assert (error.line, "1 hand") == (4, error.message[:6])
