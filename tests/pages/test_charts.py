"""Test that charts contain their values as text and have legible colors."""

from itertools import pairwise
from xml.etree.ElementTree import fromstring

import pytest
from django.template import engines

from showdown.bulk.odds import compute_odds
from showdown.bulk.standing import compare_ranges
from showdown.evaluator.games import GAMES
from showdown.notation.spots import read_spot
from showdown.pages.charts import LINE_COLORS, luck_chart, share_colors
from showdown.pages.odds_presentation import ShownOdds

HOLDEM = GAMES["holdem"]


@pytest.fixture(scope="module")
def two_ranges():
    hands = {"<b>Ann</b> & co": "15%", "Bob": "QQ+,AKs"}
    return compute_odds(read_spot(HOLDEM, hands, "2c3d4h"), next_card=True)


def draw(macro, *values):
    charts = engines["jinja2"].env.get_template("showdown/charts.html").module
    return fromstring(getattr(charts, macro)(*values).strip())  # noqa: S314 - our own template


def luck_lines(player, lines):
    return draw("luck_lines", player, luck_chart(player, lines))


def texts(picture):
    return [element.text for element in picture.iter("text")]


@pytest.mark.parametrize(("player", "ranks"), [(0, 10), (1, 3)])
def test_the_grid_has_each_class_with_its_share(two_ranges, player, ranks):
    standing, classes = ShownOdds(two_ranges, 0).ranges[player]
    grid = draw("range_grid", standing, classes)
    words = texts(grid)
    assert len(words) == ranks * ranks + len(standing.classes)
    shares = {(hands.name, f"{hands.share * 100:.0f}") for hands in standing.classes}
    assert shares <= set(pairwise(words))
    backgrounds = {rect.get("fill") for rect in grid.iter("rect")} - {"none"}
    assert backgrounds == {share_colors(hands.share).background for hands in standing.classes}


def test_curves_run_from_the_best_hand_to_the_worst(two_ranges):
    standings = compare_ranges(two_ranges)
    picture = draw("share_curves", standings)
    for line, standing in zip(picture.iter("polyline"), standings, strict=True):
        heights = [float(point.split(",")[1]) for point in line.get("points").split()]
        assert heights == sorted(heights)
        assert heights[0] < heights[-1]
        assert f"{standing.curve[0] * 100:.0f}%" in picture.get("aria-label")
    assert [line.get("stroke") for line in picture.iter("polyline")] == [*LINE_COLORS]


def test_bars_show_made_hands_and_the_part_that_is_ahead(two_ranges):
    standing = compare_ranges(two_ranges)[0]
    words = texts(draw("ahead_or_behind", standing))
    for group in standing.groups:
        assert {group.name, f"{group.share * 100:.0f}%"} <= {*words}
    assert f"{standing.ahead * 100:.0f}% of the hands are ahead" in words


def test_each_next_card_has_its_share(two_ranges):
    words = texts(draw("card_heat", ShownOdds(two_ranges, 0)))
    numbers = [word for word in words if word.isdigit()]
    ranks = 9  # the headings of columns for the ranks 10 to 2
    assert len(numbers) == ranks + 49
    shares = sorted(f"{float(card.shares[0]) * 100:.0f}" for card in two_ranges.next_cards)
    assert sorted(numbers[ranks:]) == shares


def contrast(color, other_color):
    def luminance(color):
        channels = [int(color[index : index + 2], 16) / 255 for index in (1, 3, 5)]
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
        weights = (0.2126, 0.7152, 0.0722)
        return sum(part * weight for part, weight in zip(linear, weights, strict=True))

    low, high = sorted((luminance(color), luminance(other_color)))
    return (high + 0.05) / (low + 0.05)


def test_colors_have_enough_contrast():
    for percent in range(101):
        colors = share_colors(percent / 100)
        assert contrast(colors.background, colors.text) >= 4.5, percent
    for color in LINE_COLORS:
        for background in ("#ffffff", "#f4f3ee", "#101614"):
            assert contrast(color, background) >= 3


def test_lines_of_late_players_start_at_zero():
    picture = luck_lines("Anna", {"Anna": [(286, 5.4, 5.7), (287, -38.9, 30.9)]})
    lines = picture.findall(".//polyline")
    assert len(lines) == 2
    for line in lines:
        points = [tuple(map(float, point.split(","))) for point in line.attrib["points"].split()]
        (start_x, start_y), (before_x, before_y), (first_x, first_y), _ = points
        assert start_y == before_y != first_y
        assert start_x < before_x < first_x


@pytest.mark.parametrize(
    ("hands", "won", "ticks"),
    [
        (2, 0.5, {"1", "2", "0.10", "0.50"}),
        (290, 1.0, {"0", "100", "200", "hands"}),
        (40_000, -1_499_000.5, {"10k", "40k", "−500k", "−1.5M"}),
        (3, 42e9, {"1", "10B", "50B"}),
    ],
)
def test_ticks_are_short(hands, won, ticks):
    words = texts(luck_lines("Anna", {"Anna": [(hands, won, won)]}))
    assert ticks <= set(words)
    assert all(len(word) <= 6 for word in words if word[-1] in "0123456789kMBT")


def test_the_last_number_of_hands_is_not_cut_off_by_the_edge():
    picture = luck_lines("Anna", {"Anna": [(3, 1.0, "2.00")]})
    anchors = {text.text: text.get("text-anchor") for text in picture.findall(".//text")}
    assert (anchors["2"], anchors["3"]) == (None, "end")


def test_the_lines_of_one_player_are_drawn_over_those_of_the_others():
    lines = {"Boris": [(1, -5, "-2.00"), (9, 70, "8.00")], "Anna": [(3, 5, "2.00")]}
    picture = luck_lines("Anna", lines)
    strokes = [line.get("stroke") for line in picture.findall(".//polyline")]
    assert strokes.count("currentColor") == 1
    assert strokes[0] == "currentColor"
    assert {"others", "−20"} <= set(texts(picture))
    assert "others" not in texts(luck_lines("Anna", {"Anna": lines["Anna"]}))
