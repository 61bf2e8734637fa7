"""Build one hand from the lines of a log: a reader calls the methods of a `HandBuilder`."""

from bisect import bisect
from collections.abc import Collection, Mapping, Sequence

from showdown.evaluator.cards import DECK, Cards
from showdown.evaluator.games import Family, Game
from showdown.evaluator.wagers import MAX_SEATS, find_uncalled_bet
from showdown.notation.logs.logged_hand import (
    RAKE_AND_FEES,
    Action,
    ActionKind,
    CashOut,
    Draw,
    Insurance,
    Limit,
    LoggedHand,
    Origin,
    ReadHand,
    Skip,
    Statement,
    Unreadable,
)
from showdown.notation.logs.value_parsing import ParsedAmount, parse_amount
from showdown.words.ranks import amount_text

_MAX_RAKE_DIVISOR = 4
"""The maximum plausible rake, including fees, is the pot divided by this number."""

MAX_BOARDS = 12
"""Maximum number of boards, counting all runs."""
MAX_PLAYER_NAME_LENGTH = 100


class Seats(dict[str, int]):
    """The seat number of each player, by name. `separator` separates a name and an action."""

    def __init__(self, separator: str = ": ") -> None:
        super().__init__()
        self._separator = separator
        self._names: dict[int, str] = {}
        self._names_with_separator: list[str] = []

    def add(self, name: str, number: int) -> None:
        """Seat a player. Raise Unreadable if the table is full or the name is taken or too long."""
        if name in self:
            raise Unreadable("two players have the same name")
        if len(self) == MAX_SEATS:
            raise Unreadable(f"a table has at most {MAX_SEATS} seats")
        if len(name) > MAX_PLAYER_NAME_LENGTH:
            raise Unreadable(f"a name has at most {MAX_PLAYER_NAME_LENGTH} characters")
        self[name] = number
        self._names[number] = name
        if self._separator in name:
            self._names_with_separator.append(name)
            self._names_with_separator.sort(key=len, reverse=True)

    def player(self, number: int) -> str:
        """Return the name of the player in this seat; empty if nobody sits there."""
        return self._names.get(number, "")

    def split_line(self, line: str) -> tuple[str, str]:
        """Return the player with the longest name that begins this line, and the action.

        Both are empty if no player's name and the separator begin the line.
        """
        if self._names_with_separator:
            for name in self._names_with_separator:
                if line.startswith(name) and line.startswith(self._separator, len(name)):
                    return name, line[len(name) + len(self._separator) :]
        name, separator, rest = line.partition(self._separator)
        return (name, rest) if separator and name in self else ("", "")

    def names_clockwise(self, names: Collection[str], button: int) -> tuple[str, ...]:
        """Return the names that have a seat, in order from the first seat after the button."""
        seated = [name for name in self if name in names]
        seated.sort(key=self.__getitem__)
        start = bisect(seated, button, key=self.__getitem__)
        return (*seated[start:], *seated[:start])


class HandBuilder:
    """A builder of one hand. Amounts are whole numbers: see `parse_amount`.

    A player who acts counts as dealt in; call `deal_in` for players who might not act. No method
    requires a seat, but an audit reports players who act or are paid without one: seat all players
    if the format has no seats.

    Set the other attributes if the log states them, such as `boards`, `pots` or `rake`. Attributes
    that LoggedHand has too mean the same there. `total` is the sum of all pots before the rake.
    Remove the `statements` that the hand lacks. `currency` comes from the signs of amounts; set it
    if they have none.

    `live` maps each player to the chips that others have to match, and `dead_by_player` to the
    other chips except `antes`. `house_chips` are chips that the house adds to the pot. If
    `payments_include_uncalled` is true, `paid` contains an uncalled bet that no line of the log
    returns.
    """

    house_chips = 0
    currency = ""
    is_tournament = False
    has_names = True
    round = 0
    limit: Limit | None = None
    cards_before_flop = 0
    boards: Sequence[Cards] = ()
    total: int | None = None
    pots: Sequence[int] = ()
    taken_from_pots: Sequence[int] = ()
    rake = 0
    odd_chips_after = ""
    payments_include_uncalled = False
    too_fine_amount = ""
    _last_round = 0

    def __init__(
        self, statements: frozenset[Statement], separator: str = ": ", *, has_cents: bool
    ) -> None:
        self.statements = statements
        self.decimals = 2 if has_cents else 0
        self.scale = 100 if has_cents else 1
        self.seats = Seats(separator)
        self.ids: dict[str, str] = {}
        self.stacks: dict[str, int] = {}
        self.live: dict[str, int] = {}
        self.antes: dict[str, int] = {}
        self.dead_by_player: dict[str, int] = {}
        self.returned: dict[str, int] = {}
        self.folded: set[str] = set()
        self.shown: dict[str, Cards] = {}
        self.known: dict[str, Cards] = {}
        self.paid: dict[str, int] = {}
        self.cash_outs: dict[str, CashOut] = {}
        self.insurances: dict[str, Insurance] = {}
        self.dealt: dict[str, tuple[Cards, ...]] = {}
        self.fees: Mapping[str, int] = {}
        self.draws: dict[str, tuple[Draw, ...]] = {}
        self.actions: list[Action] = []
        self._dealt_in: set[str] = set()
        self._live_before_street: dict[str, int] = {}

    def parse_amount(self, text: str) -> int:
        """Parse an amount such as `$1,204.50` or `1 204,50 €`. Raise Unreadable for other text."""
        parsed = parse_amount(text, self.scale)
        if parsed.currency and not self.currency:
            self.currency = parsed.currency
        return self.record_amount(parsed, text)

    def record_amount(self, parsed: ParsedAmount, text: object) -> int:
        """Return the amount, and keep its text for the audit if it is finer than the unit."""
        if parsed.is_rounded and not self.too_fine_amount:
            self.too_fine_amount = str(text)
        return parsed.amount

    # Seats

    def sit(self, name: str, number: int, stack: int | None = None) -> None:
        """Seat a player, with or without a known stack. Raise Unreadable as `Seats.add` does."""
        self.seats.add(name, number)
        if stack:
            self.stacks[name] = stack

    def deal_in(self, name: str) -> None:
        """Count a player as dealt in, even without an action."""
        self._dealt_in.add(name)

    # Bets

    def ante(self, name: str, amount: int, *, is_live: bool | None = None) -> None:
        """Post an ante, which isn't part of the bets on the street.

        `is_live` is true if the ante must be matched. If it is None, `build_hand` determines it.
        """
        self._dealt_in.add(name)
        chips = self.antes if is_live is None else self.live if is_live else self.dead_by_player
        if amount or is_live is None:
            chips[name] = chips.get(name, 0) + amount
            if is_live:
                self._live_before_street[name] = self._live_before_street.get(name, 0) + amount
        if amount:
            self.actions.append((ActionKind.ANTE, name, amount))

    def post_dead(self, name: str, amount: int) -> None:
        """Post chips that nobody must match: a missed small blind, or one ante for all players."""
        self._dealt_in.add(name)
        if amount:
            self.dead_by_player[name] = self.dead_by_player.get(name, 0) + amount
            self.actions.append((ActionKind.DEAD, name, amount))

    def add_to_pot(self, amount: int) -> None:
        """Add chips of the house to the pot."""
        self.house_chips += amount
        self.actions.append((ActionKind.ADD, "", amount))

    def post(self, name: str, amount: int) -> None:
        """Post a blind or a straddle, which others have to match."""
        self._add_live_chips(name, amount, ActionKind.POST)

    def put_in(self, name: str, amount: int) -> None:
        """Call or bet, and add the amount to the player's contribution."""
        self._add_live_chips(name, amount, ActionKind.BET)

    def _add_live_chips(self, name: str, amount: int, kind: ActionKind) -> None:
        self._dealt_in.add(name)
        self.live[name] = self.live.get(name, 0) + amount
        if amount:
            self._last_round = self.round
        if amount or kind is ActionKind.BET:
            self.actions.append((kind, name, amount))

    def raise_to(self, name: str, total: int) -> None:
        """Raise or bet to `total`, which is the sum of the player's bets on this street."""
        self._add_live_chips(name, total - self.put_in_on_street(name), ActionKind.BET)

    def total_put_in_by(self, name: str) -> int:
        """Return all chips that the player has put in, including an uncalled bet."""
        return self.live.get(name, 0) + self.antes.get(name, 0) + self.dead_by_player.get(name, 0)

    def put_in_on_street(self, name: str) -> int:
        return self.live.get(name, 0) - self._live_before_street.get(name, 0)

    def highest_bet(self) -> int:
        """Return the highest total of a player's bets on this street."""
        before = self._live_before_street
        return max([0, *[chips - before.get(name, 0) for name, chips in self.live.items()]])

    def begin_street(self) -> None:
        """Begin another betting round. The blinds belong to the first round."""
        self._live_before_street = self.live.copy()
        self.round += 1
        self.actions.append((ActionKind.STREET, "", 0))

    def give_back(self, name: str, amount: int) -> None:
        """Give an uncalled bet back to the player, as the log states it."""
        self.returned[name] = self.returned.get(name, 0) + amount

    # Other actions

    def check(self, name: str) -> None:
        """Check, or act in another way that costs nothing."""
        self._dealt_in.add(name)
        self.actions.append((ActionKind.CHECK, name, 0))

    def fold(self, name: str) -> None:
        self._dealt_in.add(name)
        if name not in self.folded:
            self._last_round = self.round
            self.folded.add(name)
            self.actions.append((ActionKind.FOLD, name, 0))

    def draw(self, name: str, count: int = -1, discarded: Cards = ()) -> None:
        """Discard `count` cards (-1 if unknown), or stand pat if it is 0.

        `discarded` contains the discarded cards if the log states them. After a discard, the hand
        is unknown until the log states it again.
        """
        self._dealt_in.add(name)
        self.actions.append((ActionKind.DRAW, name, count))
        before = self.known.pop(name, ()) if count else self.known.get(name, ())
        is_known = bool(before) and len(discarded) == count and set(discarded) <= set(before)
        draw = Draw(count, before, discarded) if is_known else Draw(count)
        self.draws[name] = (*self.draws.get(name, ()), draw)

    def show(self, name: str, cards: Cards | None) -> None:
        """Show a hand at the showdown; `cards` is None if one of them is hidden."""
        self._dealt_in.add(name)
        if cards:
            self.shown[name] = cards

    def muck(self, name: str) -> None:
        """Muck the hand at the showdown, even if it was shown before."""
        self._dealt_in.add(name)
        self.shown.pop(name, None)

    def store_cards(self, name: str, cards: Cards | None) -> None:
        """Store the stated cards of a seated player, even if the player doesn't show them."""
        if cards and name in self.seats:
            self.known[name] = cards

    def deal(self, name: str, cards: Cards) -> None:
        """Record the cards by street; `cards` are all the player's known cards so far."""
        streets = self.dealt.get(name, ())
        if new := cards[sum(map(len, streets)) :]:
            self.dealt[name] = (*streets, new)

    def deal_board(self, count: int, cards: Cards) -> None:
        """Add `cards` after the first `count` cards of the board.

        If the board already has more cards, a new run begins with its first `count` cards.
        """
        *earlier, board = self.boards or ((),)
        if len(board) > count:
            earlier.append(board)
        if cards or board[:count]:
            self.boards = [*earlier, (*board[:count], *cards)]

    # Payments

    def collect(self, name: str, amount: int) -> None:
        """Pay the player from a pot; call it once per pot."""
        self.paid[name] = self.paid.get(name, 0) + amount

    def cash_out(self, name: str, price: int, fee: int = 0, round: int | None = None) -> None:  # noqa: A002
        """Sell the hand to the house. Later winnings of the hand are collected separately."""
        self.cash_outs[name] = CashOut(price, fee, round)

    def insure(self, name: str, premium: int, cover: int) -> None:
        """Insure the hand: for the premium, the house pays the cover if the hand loses."""
        self.insurances[name] = Insurance(premium, cover, self.round)

    def pay_premium(self, name: str, amount: int) -> None:
        if name in self.insurances:
            self.insurances[name] = self.insurances[name]._replace(paid=amount)

    # Pots

    def pot_total(self) -> int:
        """Return the sum of all pots, without an uncalled bet."""
        return self.total_put_in() - find_uncalled_bet(self.live)[1]

    def total_put_in(self) -> int:
        """Return the sum of all chips that were put in, including an uncalled bet."""
        live, dead = sum(self.live.values()), sum(self.dead_by_player.values())
        return live + dead + sum(self.antes.values()) + self.house_chips

    def uncalled_bet(self) -> tuple[str, int]:
        """Return the player of an uncalled bet and its amount, which is 0 if there is none.

        The amount may include part of an ante if all players still in posted one.
        """
        live, antes = self.live, self.antes
        if not antes:
            return find_uncalled_bet(live)
        names = [*live, *(name for name in antes if name not in live)]
        still_in = [name for name in names if name not in self.folded]
        if len(still_in) < 2 or any(name not in antes for name in still_in):
            return find_uncalled_bet(live)
        return find_uncalled_bet({name: live.get(name, 0) + antes.get(name, 0) for name in names})

    def require_total(self) -> None:
        """Raise Unreadable if the log doesn't state the total pot."""
        if self.total is None:
            raise Unreadable("its summary doesn't state the total pot")

    def detect_uncalled_in_payments(self, *, is_always_paid: bool = False) -> None:
        """Determine whether the payments include an uncalled bet.

        If so, and no line returns the bet, `build_hand` subtracts it. Payments include the bet if
        their sum, with rake and fees, is closer to the pot with the bet than to the pot without it.
        If `is_always_paid` is true and the rake isn't stated, payments include the bet if the
        bettor received at least that amount, unless the rake would be more than a quarter of the
        pot.
        """
        bettor, uncalled = self.uncalled_bet()
        paid = sum(self.paid.values()) + self.rake + sum(self.fees.values())
        pot = self.total_put_in() - uncalled
        if self.statements >= RAKE_AND_FEES or not is_always_paid:
            self.payments_include_uncalled = 2 * (paid - pot) > uncalled > 0
        else:
            is_plausible = paid > pot or pot + uncalled - paid <= pot // _MAX_RAKE_DIVISOR
            is_paid = self.paid.get(bettor, 0) >= uncalled > 0
            self.payments_include_uncalled = is_paid and is_plausible

    def collect_for_sold_hand(self, names: Sequence[str]) -> None:
        """Pay the unpaid rest of the pots to the player in `names`, unless there are several."""
        bettor, uncalled = self.uncalled_bet()
        unpaid = self.pot_total() - self.rake - sum(self.fees.values()) - sum(self.paid.values())
        if not self.returned and self.paid.get(bettor, 0) >= uncalled:
            unpaid += uncalled
        if len(names) == 1 and unpaid > 0:
            self.collect(names[0], unpaid)

    def build_hand(self, origin: Origin, game: Game, button: int = 0) -> ReadHand:
        """Return the hand, or a skipped hand if it is incomplete or contradicts itself.

        `button` is the number of a seat.
        """
        names = self.seats.names_clockwise(self._dealt_in, button)
        self._add_antes(names)
        self._show_known_winners(game, names)
        shown, dead = self.shown, sum(self.dead_by_player.values()) + self.house_chips
        known = () if self.draws else self.known.items()
        showing = (*names, *shown) if shown else ()  # players without a seat come last
        hand = LoggedHand(
            origin=origin,
            game=game,
            seats=names,
            unseated=self._find_unseated(),
            hands={name: shown[name] for name in showing if name in shown},
            known={name: cards for name, cards in known if name not in shown},
            ids=self.ids,
            boards=tuple(self.boards),
            folded=tuple([name for name in names if name in self.folded]),
            stacks=self.stacks,
            contributions=self.live,
            dead=dead,
            dead_by_player=self.dead_by_player,
            returned=self.returned,
            paid=self._calculate_payments(),
            cash_outs=self.cash_outs,
            insurances=self.insurances,
            pots=self._choose_pots(dead),
            taken_from_pots=tuple(self.taken_from_pots),
            rake=self.rake,
            fees=self.fees,
            statements=self.statements,
            odd_chips_after=self.odd_chips_after,
            too_fine_amount=self.too_fine_amount,
            decimals=self.decimals,
            currency="" if self.is_tournament else self.currency,
            is_tournament=self.is_tournament,
            has_names=self.has_names,
            actions=tuple(self.actions),
            last_round=self._last_round,
            cards_before_flop=self.cards_before_flop,
            limit=self.limit,
            dealt=self.dealt if game.family is Family.STUD else {},
            draws=self.draws,
        )
        if fault := _describe_exceeded_bound(hand):
            return hand.as_skipped(Skip.UNREADABLE, fault)
        if not names:
            return hand.as_skipped(Skip.CUT_OFF, "no player acts")
        if hand.pots and not hand.unseated and (fault := _describe_contradiction(hand)):
            return hand.as_skipped(Skip.DOES_NOT_ADD_UP, fault)
        return hand

    def _find_unseated(self) -> tuple[str, ...]:
        """Return the players without a seat: first those who act, in order, then the others."""
        if self._dealt_in <= self.seats.keys():
            return ()
        acting = dict.fromkeys(name for _, name, _ in self.actions)
        players = [*acting, *sorted(self._dealt_in - acting.keys())]
        return tuple([name for name in players if name and name not in self.seats])

    def _add_antes(self, names: Sequence[str]) -> None:
        """Add the antes to the live or the dead chips.

        Antes are live if several players are still in and all of them posted one. Otherwise, one
        player posted for all, or the kind of the antes doesn't matter.
        """
        still_in = [name for name in names if name not in self.folded]
        is_live = len(still_in) > 1 and all(name in self.antes for name in still_in)
        chips = self.live if is_live else self.dead_by_player
        for name, amount in self.antes.items():
            if amount:
                chips[name] = chips.get(name, 0) + amount

    def _calculate_payments(self) -> dict[str, int]:
        """Return the payments, without an uncalled bet and payments of 0."""
        paid = self.paid
        if self.payments_include_uncalled and not self.returned:
            bettor, uncalled = find_uncalled_bet(self.live)
            if bettor in paid:
                paid[bettor] -= uncalled
        return {name: amount for name, amount in paid.items() if amount}

    def _choose_pots(self, dead: int) -> tuple[int, ...]:
        """Return the stated pots, or the stated total if neither the pots nor the bets equal it."""
        pots, total = tuple(self.pots), self.total
        if total is None:
            return pots
        if not pots:
            return (total,)
        pot_sum = sum(pots)
        if total in (pot_sum, pot_sum + self.rake + sum(self.fees.values())):
            return pots
        put_in = sum(self.live.values()) + dead - find_uncalled_bet(self.live)[1]
        return pots if total == put_in else (total,)

    def _show_known_winners(self, game: Game, names: Sequence[str]) -> None:
        """Count the known cards of winners as shown if others showed for the same pots."""
        shown, known, folded = self.shown, self.known, self.folded
        unshown = [
            name
            for name, amount in self.paid.items()
            if amount and name in known and name not in shown and name not in folded
        ]
        others = [name for name in names if name in shown and name not in folded] if unshown else ()
        if self.draws or not others:
            return
        max_shown_contribution = max([self.live.get(name, 0) for name in others])
        for name in unshown:
            if len(known[name]) == game.hole and self.live.get(name, 0) <= max_shown_contribution:
                shown[name] = known[name]


def _describe_exceeded_bound(hand: LoggedHand) -> str:
    """Return a clause about a bound that the hand exceeds, or an empty string."""
    if len(hand.seats) > MAX_SEATS:
        return f"a table has at most {MAX_SEATS} seats"
    if len(hand.pots) > MAX_SEATS:
        return f"{len(hand.pots)} pots are stated"
    if len(hand.boards) > MAX_BOARDS:
        return f"there are {len(hand.boards)} boards"
    for cards in (*hand.hands.values(), *hand.boards):
        if len(cards) > len(DECK):
            return "a hand or a board has more cards than a deck"
    return ""


def _describe_contradiction(hand: LoggedHand) -> str:
    """Return a clause if the pots equal the payments but not the bets, or an empty string.

    The audit reports differences between pots and payments. Some logs state the pots after the
    rake.
    """
    put_in = hand.pot_total
    stated, paid = sum(hand.pots), sum(hand.paid.values())
    possible_totals = (stated, stated + hand.taken)
    if put_in in possible_totals or paid + hand.taken not in possible_totals:
        return ""
    if hand.rake and stated == paid < put_in:
        # The stated pots are payments, so only the stated rake is wrong.
        return ""
    pots = amount_text(stated, hand.decimals)
    return f"the pots have {pots}, and {amount_text(put_in, hand.decimals)} was put in"
