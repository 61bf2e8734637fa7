"""The price of a hand that was sold to the house, or insured."""

import pytest

from tests.audits.night.nights import LOGS, told_of

TEXT = (LOGS / "cash_outs.txt").read_text()


def prices(text: str):
    (book,) = told_of(text.encode())["currencies"]
    return {price["hand"]: price for price in book["prices"]}


def test_a_price_is_equity_times_the_pot_after_rake_less_the_fee() -> None:
    """Aces against eights before the flop: 1,389,024.5 of 1,712,304 boards are worth 16.1348."""
    price = prices(TEXT)["3001"]
    assert price["pot"] == "19.89"
    assert (price["paid"], price["fee"], price["due"]) == ("15.83", "0.32", "15.81")
    assert price["exact"] == "15.8148"
    assert price["difference"] == "0.02"
    assert price["right_by"] == []
    assert not price["right"]


@pytest.mark.parametrize(
    ("paid", "right_by", "is_right"),
    [
        ("15.81", ["nearest", "down"], True),
        ("15.82", ["up"], True),
        ("15.80", [], True),
        ("15.83", [], False),
        ("15.79", [], False),
        ("16.14", [], False),
    ],
)
def test_a_price_lists_the_roundings_that_give_it(paid, right_by, is_right) -> None:
    price = prices(TEXT.replace("hand for $15.83", f"hand for ${paid}"))["3001"]
    assert (price["right_by"], price["right"]) == (right_by, is_right)


def test_a_hand_may_be_sold_later_than_the_last_bet() -> None:
    """On the turn three aces can't lose to eights any more: 19.89 less 0.32 is due."""
    price = prices(TEXT.replace("hand for $15.83", "hand for $19.57"))["3001"]
    assert price["round"] == "on the turn"
    assert price["right"]


def test_a_seller_who_wins_pays_the_excess_over_the_price() -> None:
    """Aces have nine spades against the straight: the seller wins on 35 of 44 rivers."""
    price = prices(TEXT)["HD3002"]
    assert price["round"] == "on the turn"
    assert (price["paid"], price["due"], price["fee"]) == ("65.49", "67.21", None)
    assert price["equity"] == f"{35 / 44:.6f}"
    assert price["right"]


def test_a_price_above_the_equity_is_wrong() -> None:
    price = prices(TEXT.replace("Cashout Risk ($19)", "Cashout Risk ($17)"))["HD3002"]
    assert price["paid"] == "67.49"
    assert not price["right"]


def test_a_fair_premium_is_the_average_payout_of_the_insurance() -> None:
    """Six of 40 rivers beat the insured two pair."""
    price = prices(TEXT)["OM3003"]
    assert (price["kind"], price["paid"], price["pot"]) == ("insurance", "4.00", "10.80")
    assert price["due"] == "1.62"


def test_a_sold_hand_wins_its_price() -> None:
    first = TEXT[: TEXT.index("Poker Hand #HD3002")]
    (book,) = told_of(first.encode())["currencies"]
    assert {each["player"]: each["net"] for each in book["players"]} == {
        "Anna": "5.41",
        "Cem": "-0.05",
        "Boris": "-10.42",
    }
    assert book["house"] == {"taken": "1.00", "added": "0.00", "bought": "4.06", "net": "5.06"}
