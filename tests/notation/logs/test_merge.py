"""The XML of the Merge network in its many forms: one hand, written in each of them."""

import pytest

from showdown.notation.logs.logged_hand import LoggedHand, Skip
from showdown.notation.logs.registry import read_log
from tests.notation.logs.judged import faults, read

HAND = """<description type="Holdem" stakes="No Limit ($0.50/$1)"/>
<game id="9911-416" starttime="20261220050117" realmoney="true" data="20261220|Bohai|99|9911-416">
<players dealer="6">
<player seat="0" nickname="Anna" balance="$20.00" dealtin="true" />
<player seat="1" nickname="Boris" balance="$30.50" dealtin="true" />
<player seat="6" nickname="Cem" balance="$1,010.00" dealtin="true" />
<player seat="7" nickname="Dora" balance="$12.00" dealtin="true" />
</players>
<round id="BLINDS" sequence="1">
<event sequence="1" type="SMALL_BLIND" timestamp="1" player="7" amount="0.50"/>
<event sequence="2" type="BIG_BLIND" timestamp="1" player="0" amount="1.00"/>
</round>
<round id="PREFLOP" sequence="2">
<event sequence="3" type="CALL" timestamp="1" player="1" amount="1.00"/>
<event sequence="4" type="FOLD" timestamp="1" player="6"/>
<event sequence="5" type="RAISE" timestamp="1" player="7" amount="3.00"/>
<event sequence="6" type="CALL" timestamp="1" player="0" amount="2.00"/>
<event sequence="7" type="FOLD" timestamp="1" player="1"/>
<cards type="HOLE" cards="Ah,Kd" player="0" hand="Ace High"/>
</round>
<round id="POSTFLOP" sequence="3">
<event sequence="8" type="BET" timestamp="1" player="7" amount="4.00"/>
<event sequence="9" type="CALL" timestamp="1" player="0" amount="4.00"/>
<cards type="COMMUNITY" cards="As,7d,2c" hand="Pair of Aces"/>
</round>
<round id="POSTRIVER" sequence="5">
<event sequence="10" type="CHECK" timestamp="1" player="7"/>
<event sequence="11" type="CHECK" timestamp="1" player="0"/>
<cards type="COMMUNITY" cards="As,7d,2c,9h,3d" hand="Pair of Aces"/>
</round>
<round id="SHOWDOWN" sequence="6">
<event sequence="12" type="SHOW" timestamp="1" player="0"/>
<cards type="SHOWN" cards="Ah,Kd" player="0"/>
<cards type="MUCKED" cards="Qc,Qd" player="7"/>
</round>
<round id="END_OF_GAME" sequence="7">
<winner amount="14.30" uncalled="false" potnumber="1" player="0" pottype="n"/>
</round>
</game>
"""
END = HAND[HAND.index('<round id="SHOWDOWN"') :]
TOURNAMENT = """<description type="Holdem Tournament" stakes="No Limit"/>
<game id="9912-25" starttime="20261231181531" realmoney="true">
<players dealer="5">
<player seat="0" nickname="Anna" balance="$2500.00" dealtin="true" />
<player seat="2" nickname="Boris" balance="$0.00" dealtin="true" />
<player seat="5" nickname="Cem" balance="$2100.00" dealtin="true" />
</players>
<round id="BLINDS" sequence="1">
<event sequence="1" type="SMALL_BLIND" player="0" amount="500.00"/>
<event sequence="2" type="ALL_IN" player="2" amount="900.00"/>
</round>
<round id="PREFLOP" sequence="2">
<event sequence="3" type="ALL_IN" player="5" amount="2100.00"/>
<event sequence="4" type="FOLD" player="0"/>
<cards type="SHOWN" cards="4h,7s" player="2"/>
<cards type="SHOWN" cards="Th,Qs" player="5"/>
</round>
<round id="POSTRIVER" sequence="5">
<cards type="COMMUNITY" cards="Ts,Kh,9h,3c,4d"/>
</round>
<round id="END_OF_GAME" sequence="6">
<winner amount="1200.00" uncalled="true" potnumber="2" player="5"/>
<winner amount="2300.00" uncalled="false" potnumber="1" player="5"/>
</round>
</game>
"""


def replaced(old: str, new: str, text: str = HAND) -> str:
    assert old in text
    return text.replace(old, new)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"', "'"),
        ("20261220050117", "2026/12/20 05:01:17 -0700"),
        ('type="Holdem" stakes="No Limit ($0.50/$1)"', 'stakes="No Limit" type="Holdem"'),
        ('($0.50/$1)"', '($0.50/$1)" version="2" '),
        ('balance="$', 'balance="'),
        (' timestamp="1"', ""),
        (' data="20261220|Bohai|99|9911-416"', ""),
        ('player="7"', 'player="Dora"'),
        ('"Dora"', '"<3 D"o"ra"'),
        ("<winner", '<event type="CHAT" player="Dora" text="i <3 u & "you" :)"/>\n<winner'),
        ("<winner", '<event type="LEAVE" player="7"/>\n<winner'),
        ("<winner", '<event type="SIT_OUT" player="0"/>\n<winner'),
        ("</game>", ""),
        ("\n", " "),
        ("<description", '<?xml version="1.0"?>\n<games>\n<description'),
        ("</game>", "</game>\n</games>"),
    ],
)
def test_the_xml_may_be_written_otherwise(old: str, new: str) -> None:
    assert faults(replaced(old, new)) == [None]


def test_what_time_it_is_may_have_a_zone() -> None:
    in_zone = read(replaced("20261220050117", "2026/12/19 22:01:17 -0700"))
    assert in_zone.origin.played == read(HAND).origin.played


@pytest.mark.parametrize(
    ("number", "hole", "slug"),
    [("2", "Ah,Kd", "holdem"), ("4", "Ah,Kd,5s,5d", "omaha"), ("34", "Ah,Kd,5s,5d", "omaha-hilo")],
)
def test_of_a_mixed_game_the_number_says_what_is_played(number: str, hole: str, slug: str) -> None:
    text = replaced('type="Holdem"', 'type="HORSE"').replace("Ah,Kd", hole)
    assert (
        read(replaced(" realmoney", f' multigametype="{number}" realmoney', text)).game.slug == slug
    )
    assert faults(replaced(" realmoney", ' multigametype="7" realmoney', text)) == [
        Skip.UNSUPPORTED_GAME
    ]


def test_a_raise_adds_its_amount_in_old_logs() -> None:
    old = replaced("20261220", "20100901").replace('7" amount="3.00"', '7" amount="2.50"')
    assert read(old).contributions == read(HAND).contributions


def test_who_sits_out_while_playing_folds() -> None:
    text = replaced('type="FOLD" timestamp="1" player="1"', 'type="SIT_OUT" player="1"')
    assert read(text).folded == read(HAND).folded
    assert read(text).deeds == read(HAND).deeds


def test_a_hand_without_an_end_is_cut_off_or_was_cancelled() -> None:
    left = replaced(END, '<round id="X"><event type="LEAVE" player="0"/></round>\n</game>\n')
    assert faults(left) == [Skip.CUT_OFF]
    assert faults(replaced("LEAVE", "GAME_CANCELLED", left)) == [Skip.CANCELLED]
    assert faults(HAND[: HAND.index("<winner")] + "\n" + HAND) == [Skip.CUT_OFF, None]


@pytest.mark.parametrize("amount", ['amount="900.00"', 'amount="0.00"', ""])
def test_with_how_much_somebody_is_all_in_with_a_blind_follows_from_what_was_paid(
    amount: str,
) -> None:
    hand = read(replaced('amount="900.00"', amount, TOURNAMENT))
    assert hand.contributions == {"Anna": 500, "Boris": 900, "Cem": 2100}
    assert hand.deeds == read(TOURNAMENT).deeds
    assert faults(replaced('amount="900.00"', amount, TOURNAMENT)) == [None]


def test_in_a_cash_game_it_is_the_stack() -> None:
    text = replaced('balance="$20.00"', 'balance="$0.60"').replace(END, "</game>")
    text = replaced(
        'type="BIG_BLIND" timestamp="1" player="0" amount="1.00"', 'type="ALL_IN" player="0"', text
    )
    blinds = text[: text.index('<round id="POSTFLOP"')]
    (hand,) = read_log([f"{blinds}{END}".encode()])
    assert isinstance(hand, LoggedHand)
    assert hand.contributions["Anna"] == 260


def test_more_than_the_stated_big_blind_is_dead_after_one_who_was_all_in_with_it() -> None:
    text = replaced('balance="$20.00"', 'balance="$0.60"').replace(
        '0" amount="1.00"', '0" amount="0.60"'
    )
    blind = '<event sequence="2" type="RETURN_BLIND" player="6" amount="1.50"/>\n</round>'
    hand = read(text.replace("</round>", blind, 1))
    assert hand.contributions["Cem"] == 100
    assert hand.posted_dead == {"Cem": 50}


def test_a_straddle_is_posted() -> None:
    straddle = '<event sequence="2" type="STRADDLE" player="6" amount="2.00"/>\n</round>'
    assert read(HAND.replace("</round>", straddle, 1)).contributions["Cem"] == 200
