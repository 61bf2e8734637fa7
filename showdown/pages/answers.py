"""Compute the answer for the table: the ruling or, before the last card, the odds.

If the user chose an earlier street, the answer uses only the cards dealt by then.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from itertools import zip_longest

from showdown.bulk.capacity import TooBusy, take_turn_if_long
from showdown.bulk.dollars import compute_dollar_equities
from showdown.bulk.odds import TARGET_MARGIN, add_pots, compute_odds, estimate_milliseconds
from showdown.evaluator.cards import format_cards, parse_cards
from showdown.evaluator.deals import MUCKED
from showdown.evaluator.errors import (
    InvalidDeal,
    MissingBoard,
    MissingHand,
    UnknownCard,
    WrongNumberOfCards,
)
from showdown.evaluator.games import Family, Game
from showdown.evaluator.icm import InvalidTournament
from showdown.evaluator.settlement import Settlement, settle
from showdown.evaluator.spots import Spot
from showdown.notation.spots import read_spot
from showdown.pages.forms.chips import ChipsForm
from showdown.pages.forms.table import TableForm
from showdown.pages.odds_presentation import ShownOdds
from showdown.pages.presentation import present
from showdown.pages.table_input import (
    DEAD_CARDS,
    TableInput,
    board_field_name,
    contribution_field,
    hand_field,
)
from showdown.pages.view_models import Presentation, ShownCard
from showdown.words.games import street_names
from showdown.words.ranks import capfirst, join_words


@dataclass(frozen=True, slots=True)
class Tag:
    """Texts beside a field of cards.

    `main_text` is the amount or the share. `small_text` is the made hand or, with odds, the size
    of a range or the average chips. `state` is `wins`, `loses`, `out` (folded), or empty if
    undecided. `plays` are the cards that win something, separated by spaces, with `ShownCard.wins`
    after a colon: `Ah:HL 2s:L`. `cards_text` has the cards of the made hand: `A♥ 2♠`. `percent` is
    the length of the bar below the name.
    """

    field: str
    main_text: str = ""
    small_text: str = ""
    state: str = ""
    plays: str = ""
    percent: float = 0.0
    cards_text: str = ""


@dataclass(frozen=True, slots=True)
class Street:
    """A street that the cards on the table have reached.

    `dealt` is the number of cards of each board (in stud, of each hand) dealt by then. The
    names of the fields with these cards begin with `field_prefix`. The last street has an empty
    `value`.
    """

    name: str
    value: str
    dealt: int
    field_prefix: str
    is_shown: bool


_MAX_EXACT_MILLISECONDS = 300
"""Maximum estimated time for exact odds; slower odds are sampled."""
_SAMPLING_SECONDS = (0.25, 1.0, 2.5)
"""Time limits of the sampling rounds; each round starts over."""
SAMPLING_ROUNDS = range(1, len(_SAMPLING_SECONDS) + 1)
_FIRST_STUD_CARDS = 3
"""Number of cards with which a hand of stud begins."""
_BUSY = "Other odds are being calculated; these are next."
_SAMPLING = "Calculating the odds…"
_NO_ODDS = "There are no odds for these cards."
_FLOP = 3


@dataclass(frozen=True, kw_only=True)
class Answer:
    """The forms with their errors, and the ruling or the odds, if available.

    Without a valid deal or spot, `chips` isn't validated. `next_round` is the next sampling round
    that can improve the odds; 0 for none.
    """

    entry: TableInput
    table: TableForm
    chips: ChipsForm
    settlement: Settlement | None = None
    odds: ShownOdds | None = None
    hint: str = ""
    next_round: int = 0

    @property
    def names_without_bet(self) -> str:
        """Return the players whose bets are missing while others have bet, as `Boris and Cem`."""
        names = self.chips.players_without_bet
        return join_words(names) if names else ""

    @property
    def only_error(self) -> str:
        """Return the error as a sentence if there is exactly one, or an empty string.

        The sentence begins with the player, the board or the dead cards unless the error names it.
        """
        errors = self._errors()
        return f"{capfirst(self._sentence(*errors[0]))}." if len(errors) == 1 else ""

    @property
    def first_error(self) -> str:
        """Return the first error, without a period, for the end of a sentence."""
        return self._sentence(*self._errors()[0])

    def _errors(self) -> list[tuple[str, str]]:
        return [
            (field, str(error))
            for form in (self.table, self.chips)
            for field, errors in form.errors.items()
            for error in errors
        ]

    def _sentence(self, field: str, text: str) -> str:
        names = {name: title for name, title, _ in self.entry.seating.board_fields}
        names[DEAD_CARDS] = "Dead cards"
        for seat, label in enumerate(self.entry.labels):
            names[hand_field(seat)] = names[contribution_field(seat)] = label
        name = names.get(field, "")
        sentence = text if name in text else f"{name}: {text}"
        return sentence.removesuffix(".")

    @cached_property
    def presentation(self) -> Presentation | None:
        """Return the ruling prepared for a page. Storing the deal does not need this."""
        return present(self.settlement) if self.settlement else None

    @cached_property
    def tags(self) -> tuple[Tag, ...]:
        """Return each player's winnings or share, and the cards of hands and boards that win."""
        tags = []
        shares = {player.label: player for player in self.odds.players} if self.odds else {}
        for seat, (field, _) in enumerate(self.table.hands):
            name = field.html_name
            share = shares.get(self.table.labels[seat])
            if self.presentation:
                player = self.presentation.players[seat]
                tag = Tag(
                    name,
                    player.result,
                    player.made_line,
                    player.state,
                    _card_codes(player.hole),
                    cards_text=player.playing_text,
                )
            elif share:
                tag = Tag(name, share.percent, share.details, percent=share.length)
            else:
                tag = Tag(name, "out", state="out") if self.odds else Tag(name)
            tags.append(tag)
        boards = self.presentation.boards if self.presentation else ()
        for field, board in zip_longest(self.table.boards, boards):
            plays = _card_codes(board.cards) if board else ""
            if field:
                tags.append(Tag(field.html_name, state="wins" if plays else "", plays=plays))
        return tuple(tags)

    @cached_property
    def streets(self) -> tuple[Street, ...]:
        return _find_streets(self.entry)

    @property
    def streets_ahead(self) -> tuple[str, ...]:
        """Return the names of the streets to come, if an earlier street can be shown."""
        game, count = self.entry.game, len(self.streets)
        return street_names(game, len(_cards_by_street(game)))[count:] if count else ()


def _card_codes(cards: tuple[ShownCard, ...]) -> str:
    return " ".join(
        f"{shown_card.card}:{shown_card.wins}" for shown_card in cards if shown_card.is_lifted
    )


def compute_answer_on_street(entry: TableInput, *, sampling_round: int = 0) -> Answer:
    """Return the answer for the chosen street. The forms keep all cards."""
    street = next((street for street in _find_streets(entry) if street.is_shown), None)
    if street is None or not street.value:
        return compute_answer(entry, sampling_round=sampling_round)
    dealt_cards = {
        name: format_cards(parse_cards(text)[: street.dealt], "")
        for name, text in _street_cards(entry).items()
    }
    answer = compute_answer(
        entry.with_fields(runs="1", **dealt_cards), sampling_round=sampling_round
    )
    hint = answer.hint if answer.hint or answer.odds else _NO_ODDS
    return replace(answer, entry=entry, table=TableForm(entry), hint=hint)


def _find_streets(entry: TableInput) -> tuple[Street, ...]:
    """Return the streets that all boards (in stud, all hands) have reached, if several."""
    try:
        counts = [len(parse_cards(text)) for text in _street_cards(entry).values()]
    except InvalidDeal:
        return ()
    min_count = min(counts, default=0)
    dealt_counts = [dealt for dealt in _cards_by_street(entry.game) if dealt <= min_count]
    if len(dealt_counts) < 2:
        return ()
    values = [*map(str, range(len(dealt_counts) - 1)), ""]
    current = entry.street if entry.street in values else ""
    prefix = "hand-" if entry.game.family is Family.STUD else "board"
    names = street_names(entry.game, len(dealt_counts))
    return tuple(
        Street(name, value, dealt, prefix, is_shown=value == current)
        for name, value, dealt in zip(names, values, dealt_counts, strict=True)
    )


def _cards_by_street(game: Game) -> list[int]:
    """Return the number of cards of each board (in stud, of each hand) on each street."""
    if game.family is Family.STUD:
        return list(range(_FIRST_STUD_CARDS, game.hole + 1))
    if not game.boards:
        return []
    return [0, *range(min(_FLOP, *game.boards), max(game.boards) + 1)]


def _street_cards(entry: TableInput) -> dict[str, str]:
    """Return the texts of the boards (in stud, of the hands) by the names of their fields."""
    if entry.game.family is Family.STUD:
        return {hand_field(seat): text for seat, text in enumerate(entry.hands)}
    return {board_field_name(index): text for index, text in enumerate(entry.boards)}


def compute_answer(entry: TableInput, *, sampling_round: int = 0) -> Answer:
    """Return the ruling on the cards, or the odds if cards are still to come.

    Odds that take too long to calculate exactly are sampled, from round 1 on. In round 0, only
    exact odds are calculated.
    """
    if not all(entry.hands):
        return _empty_answer(entry)
    ruling = compute_ruling(entry, is_final=False)
    if ruling.settlement or ruling.table.is_valid():
        return ruling
    try:
        spot = _read_spot(entry)
        chips = ChipsForm(entry, hands=spot, is_final=False)
        if spot is None and ruling.table.has_impossible_input:
            return ruling
        if spot is None or not chips.is_valid():
            return _empty_answer(entry, chips)
        return _answer_with_odds(entry, spot, chips, sampling_round)
    except (MissingHand, MissingBoard):
        return _empty_answer(entry)
    except InvalidDeal as error:
        if isinstance(error, WrongNumberOfCards) and error.count < error.needed:
            return _empty_answer(entry)
        ruling.table.set_only_error(error)
        return ruling


def compute_ruling(entry: TableInput, *, is_final: bool = True) -> Answer:
    """Return the ruling. Missing cards are an error, and so are missing bets if `is_final`."""
    table = TableForm(entry, is_checked=True)
    if not table.is_valid():
        return Answer(entry=entry, table=table, chips=ChipsForm(entry))
    chips = ChipsForm(entry, hands=table.deal, is_final=is_final)
    settlement = settle(table.deal, chips.wagers, chips.rule_set) if chips.is_valid() else None
    return Answer(entry=entry, table=table, chips=chips, settlement=settlement)


def _empty_answer(entry: TableInput, chips: ChipsForm | None = None) -> Answer:
    return Answer(entry=entry, table=TableForm(entry), chips=chips or ChipsForm(entry))


def _read_spot(entry: TableInput) -> Spot | None:
    """Return the spot, or None if several runs or a mucked hand rule out odds.

    Raise WrongNumberOfCards for a hand with too few cards, or another InvalidDeal.
    """
    if entry.seating.runs > 1 or any(text.lower() == MUCKED for text in entry.hands):
        return None
    game = entry.game
    hands = dict(zip(entry.labels, entry.hands, strict=True))
    for label, text in hands.items():
        try:
            count = len(parse_cards(text))
        except UnknownCard:
            continue  # a range, or text that `read_spot` refuses
        if count < min_cards_for_odds(game):
            raise WrongNumberOfCards(count=count, needed=game.hole, game=game, field=label)
    return read_spot(game, hands, "/".join(entry.boards), entry.dead_cards)


def _answer_with_odds(
    entry: TableInput, spot: Spot, chips: ChipsForm, sampling_round: int
) -> Answer:
    """Return exact odds, odds sampled in round `sampling_round`, or a hint if neither is ready."""
    wagers = chips.effective_wagers
    spot_with_pots = add_pots(spot, wagers, chips.rule_set)
    empty_answer = _empty_answer(entry, chips)
    # Odds after each next card are shown if the next street deals fewer cards than a flop.
    has_next_cards = bool(spot.coming) and 0 < spot.coming[0] < _FLOP
    estimated_ms = estimate_milliseconds(spot, spot_with_pots.pots, next_card=has_next_cards)
    odds = None
    try:
        if estimated_ms <= _MAX_EXACT_MILLISECONDS:
            with take_turn_if_long(estimated_ms):
                odds = compute_odds(
                    spot, spot_with_pots.pots, pay=spot_with_pots.pay, next_card=has_next_cards
                )
        elif sampling_round:
            seconds = _SAMPLING_SECONDS[sampling_round - 1]
            with take_turn_if_long(seconds * 1000):
                odds = compute_odds(
                    spot, spot_with_pots.pots, pay=spot_with_pots.pay, seconds=seconds
                )
    except TooBusy:
        return replace(empty_answer, hint=_BUSY, next_round=sampling_round or 1)
    is_precise = odds is not None and odds.margin <= TARGET_MARGIN
    next_round = 0 if is_precise or sampling_round == SAMPLING_ROUNDS[-1] else sampling_round + 1
    if odds is None:
        return replace(empty_answer, hint=_SAMPLING, next_round=next_round)
    dollars = None
    if chips.tournament:
        try:
            dollars = compute_dollar_equities(chips.tournament, spot, wagers, spot_with_pots, odds)
        except InvalidTournament as error:
            chips.add_tournament_error(error)
    shown_odds = ShownOdds(odds, entry.next_for, dollars, is_final=not next_round)
    return replace(empty_answer, odds=shown_odds, next_round=next_round)


def min_cards_for_odds(game: Game) -> int:
    """Return the number of known cards that each hand needs for odds; in stud, more may come."""
    return min(_FIRST_STUD_CARDS, game.hole) if game.family is Family.STUD else game.hole
