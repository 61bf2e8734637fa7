"""What would have to be typed to put a deal on the table: the inverse of the forms."""

from showdown.evaluator.cards import Cards, format_cards
from showdown.evaluator.deals import Deal
from showdown.evaluator.wagers import Wagers
from showdown.notation.deal_json import Submission
from showdown.notation.wager_words import wagers_words
from showdown.pages.forms.chips import fold_field, put_in_field
from showdown.pages.forms.table import hand_field, label_field


def typed_submitted(submitted: Submission) -> dict[str, str]:
    """The deal and its wagers, by the fields of the forms."""
    deal, wagers = submitted
    return typed_deal(deal) | (typed_wagers(wagers, deal.labels) if wagers else {})


def typed_deal(deal: Deal, *, labels: bool = True) -> dict[str, str]:
    """The deal; without its labels, if the players at the table keep theirs."""
    fields = {"game": deal.game.slug, "players": str(len(deal.hands)), "board": _cards(deal.board)}
    for seat, hand in enumerate(deal.hands):
        fields[hand_field(seat)] = _cards(hand.cards)
        if labels:
            fields[label_field(seat)] = hand.label
    return fields


def typed_wagers(wagers: Wagers, labels: tuple[str, ...]) -> dict[str, str]:
    """The wagers at a table of hands with these labels."""
    words = wagers_words(wagers)
    away = [each for each in wagers.contributions.items() if each[0] not in labels]
    fields = {
        "pots": " ".join(text for word, text in words if word == "Pot"),
        "away": " ".join(f"{label}={amount}" for label, amount in away),
        "button": wagers.button or "",
        "clockwise": ",".join(wagers.seats),
        "unit": str(wagers.unit) if wagers.unit != 1 else "",
    }
    for seat, label in enumerate(labels):
        if label in wagers.contributions:
            fields[put_in_field(seat)] = str(wagers.contributions[label])
        if label in wagers.folded:
            fields[fold_field(seat)] = "on"
    return fields


def _cards(cards: Cards) -> str:
    return format_cards(cards, " ")
