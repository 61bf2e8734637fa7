"""The lines of a player's luck."""

from showdown.pictures.luck_lines import luck_lines


def test_lines_of_late_players_start_at_zero() -> None:
    picture = luck_lines("Anna", {"Anna": [(286, 5.4, 5.7), (287, -38.9, 30.9)]})
    lines = picture.findall(".//{*}polyline")
    assert len(lines) == 2
    for line in lines:
        points = [tuple(map(float, point.split(","))) for point in line.attrib["points"].split()]
        (start, nothing), (before, still_nothing), (first, something), _ = points
        assert nothing == still_nothing != something
        assert start < before < first


def test_hands_are_counted_in_round_numbers() -> None:
    picture = luck_lines("Anna", {"Anna": [(290, 1.0, "2.00")]})
    assert {"0", "100", "200", "hands"} <= {text.text for text in picture.findall(".//{*}text")}


def test_the_last_number_of_hands_is_not_cut_off_by_the_edge() -> None:
    picture = luck_lines("Anna", {"Anna": [(3, 1.0, "2.00")]})
    anchors = {text.text: text.get("text-anchor") for text in picture.findall(".//{*}text")}
    assert (anchors["2"], anchors["3"]) == (None, "end")


def test_all_players_are_drawn_with_one_of_them_before_the_others() -> None:
    lines = {"Boris": [(1, -5, "-2.00"), (9, 70, "8.00")], "Anna": [(3, 5, "2.00")]}
    picture = luck_lines("Anna", lines)
    drawn = picture.findall(".//{*}polyline")
    assert [line.get("stroke") for line in drawn].count("currentColor") == 1
    assert drawn[0].get("stroke") == "currentColor"
    texts = {text.text for text in picture.findall(".//{*}text")}
    assert "others" in texts
    assert "others" not in {
        text.text for text in luck_lines("Anna", {"Anna": lines["Anna"]}).iter()
    }
