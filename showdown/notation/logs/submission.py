"""Decide whether the cards of a logged hand can settle it, and convert it to a deal."""

from collections.abc import Sequence

from showdown.evaluator.deals import MAX_LABEL_LENGTH, Deal, Hand, is_label
from showdown.evaluator.errors import Fault, InvalidWagers
from showdown.evaluator.games import Family
from showdown.evaluator.rake import Rake
from showdown.evaluator.rule_sets import RuleSet
from showdown.evaluator.wagers import Wagers
from showdown.notation.deal_format import Submission
from showdown.notation.logs.logged_hand import LoggedHand, Skip, SkippedHand
from showdown.words.ranks import count_text

_MAX_STEM_LENGTH = MAX_LABEL_LENGTH - 4
"""Maximum length of a changed label before a number is added."""
_NOT_IN_LABELS = str.maketrans(dict.fromkeys(':,="', "_"))


def skip_if_not_settleable(hand: LoggedHand) -> SkippedHand | None:
    """Return a skipped hand with the reason if the cards can't decide the hand, otherwise None."""
    still_in = hand.still_in
    if len(still_in) < 2:
        return hand.as_skipped(Skip.NO_SHOWDOWN)
    not_shown = [name for name in still_in if name not in hand.hands]
    if len(not_shown) == len(still_in):
        return hand.as_skipped(Skip.CARDS_NOT_SHOWN, "nobody shows")
    contributions = hand.contributions
    max_shown_contribution = max(
        [contributions.get(name, 0) for name in hand.hands if name not in hand.folded], default=0
    )
    for name in not_shown:
        # A player who put in more than all who showed wins a side pot without showing.
        if hand.paid.get(name) and contributions.get(name, 0) <= max_shown_contribution:
            return hand.as_skipped(Skip.CARDS_NOT_SHOWN, f"{name} was paid without showing")
    if missing := _describe_missing_cards(hand):
        return hand.as_skipped(Skip.CUT_OFF, missing)
    return None


def _describe_missing_cards(hand: LoggedHand) -> str:
    """Return a clause about missing board cards, or an empty string. `Deal` rejects extra cards."""
    needed = hand.game.boards
    if not needed:
        return ""
    if not hand.boards:
        return "there is no board"
    count = len(needed)
    for index, board in enumerate(hand.boards):
        if len(board) < needed[index % count]:
            return f"a board has {count_text(len(board), 'card')}"
    return "" if len(hand.boards) % count == 0 else "a board is missing"


def submission_from_hand(hand: LoggedHand, rules: RuleSet) -> Submission:
    """Return the deal with its wagers: shown and mucked hands, contributions, and stated rake.

    Players who folded have no hand in the deal. Labels are those of `seat_labels`. Raise
    InvalidDeal or InvalidWagers if the hand could not have been dealt, if the chips contradict it,
    or if a player was paid without showing, which a Submission can't express.
    """
    label_of = seat_labels(hand)
    folded = set(hand.folded)
    still_in = [name for name in hand.seats if name not in folded]
    for name in still_in:
        if name not in hand.hands and hand.paid.get(name):
            raise InvalidWagers(
                fault=Fault.FOLDED_AND_ELIGIBLE, label=label_of[name], pot=1, pots=2, field="pots"
            )
    hands = [
        Hand(label_of[name], hand.hands.get(name, ()), is_mucked=name not in hand.hands)
        for name in still_in
    ]
    deal = Deal(game=hand.game, hands=tuple(hands), boards=hand.boards)
    contributions = {**dict.fromkeys(still_in, 0), **hand.contributions}
    wagers = Wagers(
        contributions={label_of.get(name, name): chips for name, chips in contributions.items()},
        dead=hand.dead,
        folded=tuple([label_of[name] for name in hand.folded]),
        seats=tuple(label_of.values()),
        button=None if hand.game.family is Family.STUD else label_of[hand.seats[-1]],
        unit=hand.unit,
        decimals=hand.decimals,
        rake=Rake(amount=hand.rake, jackpot=hand.fees_taken, decimals=hand.decimals)
        if hand.taken
        else None,
    )
    return Submission(deal, wagers, rules)


def seat_labels(hand: LoggedHand) -> dict[str, str]:
    """Return the label of each player with a seat, by the name in the log."""
    return dict(zip(hand.seats, make_labels(hand.seats), strict=True))


def make_labels(names: Sequence[str]) -> list[str]:
    """Return a different label for each name of a player.

    A name that can't be a label (for example, because it is too long or has a colon), or that an
    earlier player has, is changed as little as possible. If none of its characters can be used, the
    label is the number of the player, such as `Seat 3`.
    """
    labels: list[str] = []
    used_labels = set(filter(is_label, names))
    for number, name in enumerate(names, 1):
        label = name
        if not is_label(name) or name in labels:
            printable = "".join(filter(str.isprintable, name)).translate(_NOT_IN_LABELS).strip()
            stem = printable[:_MAX_STEM_LENGTH].rstrip()
            stem = label = stem if is_label(stem) else f"Seat {number}"
            count = 1
            while label in used_labels:
                count += 1
                label = f"{stem} {count}"
        used_labels.add(label)
        labels.append(label)
    return labels
