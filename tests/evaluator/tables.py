"""Deals of Omaha Hi/Lo that are divided in different ways, each on one line."""

ONE_HIGH_TWO_LOWS = "KhQcJs8s Ac3h9dTs As3d9cTh | 2d5h7cKsKd"
THREE_ALIKE = "AcKc2c9h AdKd2d9s AhKh2h9c | 3s4s8dTcTh"
TWO_ALIKE = "AcKc2c9h AdKd2d9s | 3s4s8dTcTh"
QUARTERED = "Ah2sQd9s Ac2d6sJh | Kd4hKh5s3c"
SCOOPED = "AcKdJd3d 5c5d6c7d | AhKh5s2sQd"
NO_LOW = "AcKcJc3d 5cAsQs7d | JsKsTcTsQc"
ALL_IN = "Ac3h9dTs KhQcJs8s QhQsJcTd | 2d5h7cKsKd"
