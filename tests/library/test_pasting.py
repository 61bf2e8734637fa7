"""`showdown.read_text`: any text about a deal or a spot."""

import pytest

import showdown


def test_a_deal_is_read_and_settled():
    read = showdown.read_text("Hero: As Kd, Villain: Qh Qd, board 2c 3d 5h 9s Th, pot 1k")
    assert read.is_whole
    assert read.game.slug == "holdem"
    assert read.hands == {"Hero": "As Kd", "Villain": "Qh Qd"}
    assert read.boards == ("2c 3d 5h 9s Th",)
    assert read.settle().payouts == {"Hero": 0, "Villain": 1000}
    assert "Hero: As Kd" in repr(read)


def test_ranges_have_odds_and_cannot_be_settled():
    read = showdown.read_text("AhKh vs QQ on Td9d2c")
    asked = showdown.odds("holdem", ["AhKh", "QQ"], "Td9d2c")
    assert read.odds().shares == asked.shares
    with pytest.raises(showdown.InvalidDeal, match="question about odds"):
        read.settle()


def test_invalid_text_is_described_and_not_raised():
    read = showdown.read_text("AsKd vs QhQz")
    assert not read.is_whole
    assert read.not_understood == "“Qz” isn't a card: there is no suit z."
    with pytest.raises(showdown.InvalidDeal, match="Qz"):
        read.settle()


def test_the_game_may_be_given():
    assert showdown.read_text("AcKdJd3d vs 5c5d6c7d").game.slug == "omaha-hilo"
    assert showdown.read_text("AcKdJd3d vs 5c5d6c7d", "PLO").game.slug == "omaha"
    with pytest.raises(showdown.InvalidDeal, match="bridge"):
        showdown.read_text("AsKd", "bridge")


def test_the_address_of_a_stored_deal_is_not_read():
    read = showdown.read_text("https://x.org/showdown/0198c5d2-0000-7000-8000-000000000001/")
    assert not read.is_whole
    assert read.not_understood == "A stored deal can only be found by its site."
