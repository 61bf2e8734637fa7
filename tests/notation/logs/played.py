"""Hands of large rooms as they were played and paid, with which readings are compared."""

from typing import NamedTuple


class Played(NamedTuple):
    """A hand of a room: amounts in hundredths, or in chips where there are none."""

    room: str
    hand: str
    game: str
    put_in: dict[str, int]
    paid: dict[str, int]
    rake: int = 0
    fees: dict[str, int] = {}
    dead: int = 0
    shown: dict[str, str] = {}
    folded: tuple[str, ...] = ()


PLAYED = [
    Played(
        *("winamax", "11-1-1790000001", "holdem"),
        put_in={"Cem": 820, "Dora": 25, "Anna": 1220, "Boris B": 1220},
        paid={"Anna": 800, "Cem": 2375},
        rake=120,
        dead=10,
        shown={"Cem": "7c-7d", "Anna": "Ah-Kd", "Boris B": "Qc-Qd"},
        folded=("Dora",),
    ),
    Played(
        *("winamax", "11-2-1790000002", "omaha-hilo"),
        put_in={"Anna": 500, "Cem": 500},
        paid={"Cem": 950},
        rake=50,
        shown={"Cem": "4d-9h-7h-2s", "Anna": "8d-6d-Jc-Td"},
    ),
    Played(
        *("winamax", "11-3-1790000003", "holdem"),
        put_in={"Anna": 241000, "Cem": 123750, "Dora": 1000},
        paid={"Cem": 248500},
        shown={"Anna": "Ah-Td", "Cem": "9c-8c"},
        folded=("Dora",),
    ),
    Played(
        *("winamax", "11-4-1790000004", "deuce-to-seven"),
        put_in={"Anna": 300, "Cem": 200},
        paid={"Anna": 385},
        rake=15,
        folded=("Cem",),
    ),
    Played(
        *("888poker", "7001", "holdem"),
        put_in={"Cem": 25, "Dora": 200, "Anna": 101100, "Boris B": 6922},
        paid={"Anna": 13894},
        dead=25,
        shown={"Anna": "5s-5d"},
        folded=("Cem", "Dora"),
    ),
    Played(
        *("888poker", "7002", "omaha"),
        put_in={"Anna": 126000, "Cem": 126000},
        paid={"Cem": 251700},
        shown={"Anna": "Kc-8h-Td-6h", "Cem": "4h-9d-Jh-3s"},
    ),
    Played(
        *("888poker", "7003", "omaha"),
        put_in={"Anna": 125000, "Cem": 5000},
        paid={"Anna": 10000},
        folded=("Cem",),
    ),
    Played(
        *("888poker", "7004", "holdem"),
        put_in={"Anna": 81072, "Cem": 9000, "Dora": 81072},
        paid={"Cem": 27000, "Anna": 72072, "Dora": 72072},
        shown={"Anna": "Qh-Kd", "Cem": "8d-2d", "Dora": "Qc-Kc"},
    ),
    Played(*("888poker", "7005", "holdem"), put_in={"Anna": 500}, paid={}, folded=("Cem",)),
    Played(
        *("partypoker", "8001", "holdem"),
        put_in={"Boris B": 4500, "Fay": 50, "Cem": 50, "Anna": 2150},
        paid={"Anna": 4225},
        dead=25,
        shown={"Anna": "8h-Kc"},
        folded=("Fay", "Cem"),
    ),
    Played(
        *("partypoker", "8002", "holdem"),
        put_in={"Anna": 4520, "Cem": 4520, "Dora": 310},
        paid={"Cem": 8420, "Dora": 930},
        shown={"Anna": "Jh-Kh", "Cem": "Ac-2d", "Dora": "7s-5s"},
    ),
    Played(
        *("partypoker", "8003abywbird3xlj", "omaha"),
        put_in={"Cem": 702, "Dora": 25, "Anna": 2280},
        paid={"Cem": 1359},
        rake=70,
        shown={"Anna": "2c-Qs-Jh-Ac", "Cem": "8s-Ks-3d-Ad"},
        folded=("Dora",),
    ),
    Played(
        *("partypoker", "8005", "holdem"),
        put_in={"Cem": 5, "Dora": 30, "Anna": 10},
        paid={"Dora": 28},
        dead=5,
        folded=("Anna", "Boris B", "Cem"),
    ),
    Played(
        *("ggpoker", "OM9001", "five-card-omaha"),
        put_in={"Cem": 300, "Hero": 10000, "Anna": 10000, "Boris": 1100},
        paid={"Hero": 10950, "Anna": 10950},
        rake=500,
        fees={"jackpot": 150, "fortune": 50},
        dead=1200,
        shown={"Hero": "4d-9d-5s-4s-9c", "Anna": "Ad-Jh-As-Qh-8c"},
        folded=("Boris", "Cem"),
    ),
    Played(
        *("ggpoker", "SD9002", "short-deck"),
        put_in={"Anna": 2, "Hero": 4},
        paid={"Hero": 8},
        dead=4,
        folded=("Anna",),
        shown={"Anna": "7s"},
    ),
    Played(
        *("ggpoker", "TM9003", "holdem"),
        put_in={"Hero": 24058, "Cem": 24058},
        paid={"Hero": 48116},
        shown={"Cem": "As-Qs", "Hero": "Kc-Ks"},
    ),
    Played(
        *("pokerstars-relatives", "9301", "holdem"),
        put_in={"Boris": 200, "Cem": 400, "Anna": 2800},
        paid={"Anna": 950},
        rake=50,
        folded=("Boris", "Cem"),
    ),
    Played(
        *("pokerstars-relatives", "9302", "five-card-omaha"),
        put_in={"打死也不说": 3000, "pp18": 3000},
        paid={"pp18": 5800},
        rake=200,
        shown={"打死也不说": "Ah-Ks-Td-Tc-3c", "pp18": "9c-Qc-9h-Jc-Qs"},
    ),
    Played(
        *("pokerstars-relatives", "9303", "holdem"),
        put_in={"Anna": 25, "Cem": 50},
        paid={"Cem": 50},
        folded=("Anna",),
    ),
    Played(
        *("pokerstars-relatives", "9304", "five-card-omaha"),
        put_in={"Anna": 300, "Boris": 300},
        paid={"Anna": 570},
        rake=30,
        shown={"Anna": "Kc-Kd-9h-8c-2s", "Boris": "Qc-Jd-Th-9s-3d"},
    ),
]
