"""Spots with known odds, which were computed by dealing every board."""

FIGURES = ("game", "hands", "board", "boards", "shares", "scoops", "high", "low")
"""Columns of SPOTS: a spot, its number of boards, and each player's shares, scoops, wins and ties.

`high` and `low` are pairs of wins and ties; `low` is None in a game without a low. All figures are
numbers of boards.
"""

SPOTS = [
    ("omaha-hilo", "AsKhQsJh 2c3d4c5d", "", 1_086_008, [455_702, 630_306],
     [321_056, 495_660], [(590_348, 0), (495_660, 0)], [(0, 0), (631_693, 0)]),
    ("omaha-hilo", "AsKhQsJh 2c3d4c5d", "Ah7c2d", 820, [197.5, 622.5],
     [0, 425], [(395, 0), (425, 0)], [(0, 0), (820, 0)]),
    ("omaha-hilo", "Ad2c9s9h As2hKdQd", "3c7d8h", 820, [457, 363],
     [0, 0], [(494, 20), (306, 20)], [(0, 820), (0, 820)]),
    ("omaha-hilo", "AsKhQsJh 2c3d4c5d 6h7h8d9d", "", 658_008, [222_385, 298_935, 136_688],
     [162_722, 175_891, 65_582], [(282_048, 0), (188_998, 0), (186_962, 0)],
     [(0, 0), (360_153, 0), (26_919, 0)]),
    ("five-card-omaha-hilo", "AsKhQsJh9s 2c3d4c5d6c", "", 850_668, [345_676.5, 504_991.5],
     [237_168, 396_483], [(454_185, 0), (396_483, 0)], [(0, 0), (522_294, 0)]),
    ("holdem", "AhKh QsQd", "", 1_712_304, [791_332, 920_972],
     [787_966, 917_606], [(787_966, 6_732), (917_606, 6_732)], None),
]  # fmt: skip
