"""A night as JSON. Amounts are whole numbers, or text with two decimals."""

from typing import NotRequired, TypedDict

from showdown.words.nights import PriceInWords

type NightAmount = int | str


class NightPlayerJson(TypedDict):
    """What a player put in and got; in all-ins, what was owed by equity and what was got.

    Where some of what was owed is sampled, it is within the margin of the exact sum, 95 times of
    100; otherwise there is no margin.
    """

    player: str
    hands: int
    put_in: NightAmount
    returned: NightAmount
    won: NightAmount
    net: NightAmount
    all_ins: int
    owed: str
    got: NightAmount
    luck: str
    margin: str | None


class NightHouseJson(TypedDict):
    """What the house took of the pots, added to them, and had of hands that it bought."""

    taken: NightAmount
    added: NightAmount
    bought: NightAmount
    net: NightAmount


PaymentJson = TypedDict("PaymentJson", {"from": str, "to": str, "amount": NightAmount})


class NightSessionJson(TypedDict):
    """A session, by its first hour and the end of its last; `missing` hands were not read."""

    began: str | None
    ended: str | None
    hands: int
    missing: int
    players: list[NightPlayerJson]
    house: NightHouseJson
    payments: list[PaymentJson]


class PlaceJson(TypedDict):
    """Where a hand is: its number in the night, from 0, and what the log calls it."""

    number: int
    hand: str
    line: int
    file: NotRequired[str]


class PriceJson(PlaceJson, PriceInWords):
    """A hand that was sold to the house, or insured; `right_by` are roundings of `exact`."""

    round: str
    equity: str


class BigPotJson(PlaceJson):
    """One of the biggest pots."""

    game: str
    pot: NightAmount
    winners: list[str]


class OwedJson(TypedDict):
    """What a player was owed in an all-in, got, and the difference; `margin` if it is sampled."""

    player: str
    owed: str
    got: NightAmount
    luck: str
    margin: str | None


class AllInJson(PlaceJson):
    """A hand in which nobody could bet any more before the last card; `round` is when."""

    round: str
    players: list[OwedJson]


class LuckLineJson(TypedDict):
    """For the chart: after so many hands, the net, and the net if all-ins paid what was owed."""

    player: str
    points: list[tuple[int, NightAmount, str]]


class BookJson(TypedDict):
    """Everything in one currency; `chip` is what a chip is worth in payments."""

    currency: str
    hands: int
    chip: str | None
    players: list[NightPlayerJson]
    house: NightHouseJson
    payments: list[PaymentJson]
    sessions: list[NightSessionJson]
    sessions_in_all: int
    all_ins: list[AllInJson]
    all_ins_counted: int
    all_ins_sampled: int
    no_equity: dict[str, int]
    prices: list[PriceJson]
    prices_wrong: int
    prices_unknown: dict[str, int]
    biggest: list[BigPotJson]
    lines: list[LuckLineJson]


class NightJson(TypedDict):
    """The night of a log, by currency; `missing` are the hands in no sum, by reason.

    `unmet` are names that were to be merged, but that nobody has.
    """

    hands: int
    missing: dict[str, int]
    unmet: list[str]
    currencies: list[BookJson]
