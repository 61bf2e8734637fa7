"""Copies of logs without hole cards that were not shown, or without names, in every format."""

import json
import re
from pathlib import Path

import pytest

from showdown.audits.array_judging import judge_all
from showdown.audits.converting import Conversion
from showdown.audits.privacy import Privacy
from showdown.audits.terms import Terms
from showdown.notation.logs.logged_hand import LoggedHand
from showdown.notation.logs.registry import read_hand, read_log
from showdown.notation.logs.writing import WRITTEN_FORMATS
from tests.audits.hands import LOGS
from tests.audits.night.test_equities import FOLDED_STUD, PHH, STARS
from tests.audits.test_converting import told
from tests.notation.logs.special_hands import special_hand

HOLDEM = special_hand("pokerstars", "a folded pair and a mucked hand")
"""Nora's log: she folded nines, and the summary reveals Pia's mucked hand."""

EVERY_FORMAT = ("open-hand-history", "pokerstars", "phhs", "phh")


def copied(log: str | bytes, form: str, **choices) -> str:
    text = log.encode() if isinstance(log, str) else log
    return "".join(Conversion(WRITTEN_FORMATS[form], Privacy(**choices)).texts(read_log([text])))


def has_card(text: str, card: str) -> bool:
    """Return whether the card occurs alone, or in a row of cards such as `9h9s`."""
    return any(
        card in re.findall("..", row) for row in re.findall(r"\b(?:[2-9TJQKA][cdhs])+\b", text)
    )


@pytest.mark.parametrize(
    ("log", "form", "hidden", "shown"),
    [
        *((HOLDEM, form, "9h 9s Ac Th", "Kc Kd 2c 5d") for form in EVERY_FORMAT),
        # Anna's first two cards are hidden; her next three cards were open.
        (FOLDED_STUD, "pokerstars", "Ac 4d", "7d Td 3d Kh 3s 8c"),
        (FOLDED_STUD, "open-hand-history", "Ac 4d", "7d Td 3d Kh 3s 8c"),
        # Anna's discards are hidden; the hands at the end were shown.
        (STARS, "pokerstars", "Kd Jh", "6c 5s 4h 3c 2s 9d 8d"),
        (PHH, "pokerstars", "Kd Jh", "6c 5s 4h 3c 2s 9d 8d"),
    ],
)
def test_cards_that_were_not_shown_occur_nowhere(log, form, hidden, shown) -> None:
    whole, copy = copied(log, form), copied(log, form, hides_cards=True)
    assert any(has_card(whole, card) for card in hidden.split())
    assert not any(has_card(copy, card) for card in hidden.split())
    assert all(has_card(copy, card) for card in shown.split())


@pytest.mark.parametrize("form", EVERY_FORMAT)
@pytest.mark.parametrize(
    ("keeps", "kept", "hidden"), [("Nora", "9h 9s", "Ac Th"), ("Otto", "Kc Kd", "9h 9s Ac Th")]
)
def test_the_cards_of_one_player_are_kept(form, keeps, kept, hidden) -> None:
    copy = copied(HOLDEM, form, keeps=keeps, hides_names=True)
    assert all(has_card(copy, card) for card in kept.split())
    assert not any(has_card(copy, card) for card in hidden.split())


@pytest.mark.parametrize(
    ("choices", "note"),
    [
        ({}, ""),
        ({"hides_cards": True}, "Hole cards that were not shown are left out."),
        ({"keeps": "Nora"}, "Hole cards that were not shown are left out, except one player's."),
        ({"hides_names": True}, "Names are replaced."),
        (
            {"hides_cards": True, "key": "ours"},
            "Hole cards that were not shown are left out. Names are replaced.",
        ),
    ],
)
def test_a_note_in_every_format_states_the_changes(choices, note) -> None:
    texts = {form: copied(HOLDEM, form, **choices) for form in EVERY_FORMAT}
    for text in texts.values():
        assert ("left out" in text or "replaced" in text) == bool(note)
    if note:
        assert json.loads(texts["open-hand-history"])["ohh"]["note"] == note
        assert f'Showdown said, "{note}"\n*** SUMMARY ***' in texts["pokerstars"]
        assert texts["phhs"].startswith(f"[1]\n# {note}\n")
        assert texts["phh"].startswith(f"# {note}\n")


@pytest.mark.parametrize("form", EVERY_FORMAT)
def test_names_and_tables_named_after_players_are_removed(form) -> None:
    log = HOLDEM if form == "phh" else HOLDEM + "\n\n" + HOLDEM.replace("#61", "#62")
    copy = copied(log, form, hides_names=True)
    assert not re.search("nora|otto|pia|kitchen", copy, re.IGNORECASE)
    for hand in read_log([copy.encode()]):
        assert isinstance(hand, LoggedHand)
        assert hand.seats == ("Player 1", "Player 2", "Player 3")


@pytest.mark.parametrize("form", ["open-hand-history", "pokerstars", "phhs"])
@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_a_private_copy_is_paid_and_judged_as_the_log_is(form, path: Path) -> None:
    hands = [hand for hand in read_log([path.read_bytes()]) if isinstance(hand, LoggedHand)]
    for hand in hands:
        conversion = Conversion(WRITTEN_FORMATS[form], Privacy(hides_cards=True, hides_names=True))
        text = "".join(conversion.texts([hand]))
        if not text:
            continue
        copy = read_hand(text)
        assert isinstance(copy, LoggedHand)
        assert not re.search(
            "|".join(map(re.escape, filter(_is_telling, hand.seats))) or "^$", text
        )
        assert list(told(copy)["nets"].values()) == list(told(hand)["nets"].values())
        shown = [[one.hands.get(name) for name in one.seats] for one in (copy, hand)]
        assert shown[0] == shown[1]
        assert not copy.known or copy.game.family == "stud"
        assert kinds_of(copy) == kinds_of(hand)


def _is_telling(name: str) -> bool:
    """Return whether a name is too long and too unusual to occur in a text by chance."""
    return len(name) > 4 and not re.match("Player|Seat|Dealer|Small|Big", name)


def kinds_of(hand: LoggedHand) -> list[object]:
    return [
        getattr(getattr(judged, "difference", None), "kind", None)
        for judged in judge_all([hand], Terms())
    ]
