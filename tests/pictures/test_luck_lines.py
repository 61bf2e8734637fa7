"""The lines of a player's luck."""

from showdown.pictures.luck_lines import luck_lines


def test_who_came_late_had_won_nothing_until_then() -> None:
    picture = luck_lines("Anna", [(286, 5.4, 5.7), (287, -38.9, 30.9)])
    lines = picture.findall(".//{*}polyline")
    assert len(lines) == 2
    for line in lines:
        points = [tuple(map(float, point.split(","))) for point in line.attrib["points"].split()]
        (start, nothing), (before, still_nothing), (first, something), _ = points
        assert nothing == still_nothing != something
        assert start < before < first


def test_hands_are_counted_in_round_numbers() -> None:
    picture = luck_lines("Anna", [(290, 1.0, 2.0)])
    assert {"0", "100", "200", "hands"} <= {text.text for text in picture.findall(".//{*}text")}
