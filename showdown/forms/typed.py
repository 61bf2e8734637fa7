"""What would have to be typed to put a deal on the table: the inverse of the forms."""

from showdown.evaluator.cards import Cards, format_cards
from showdown.evaluator.deals import Deal
from showdown.evaluator.stakes import Stakes
from showdown.formats.chips_words import stakes_words
from showdown.formats.deal_json import Submitted
from showdown.forms.chips import fold_field, put_in_field
from showdown.forms.table import hand_field, label_field


def typed_submitted(submitted: Submitted) -> dict[str, str]:
    """The deal and its stakes, by the fields of the forms."""
    deal, stakes = submitted
    return typed_deal(deal) | (typed_stakes(stakes, deal.labels) if stakes else {})


def typed_deal(deal: Deal, *, labels: bool = True) -> dict[str, str]:
    """The deal; without its labels, if the players at the table keep theirs."""
    fields = {"game": deal.game.slug, "players": str(len(deal.hands)), "board": _cards(deal.board)}
    for seat, hand in enumerate(deal.hands):
        fields[hand_field(seat)] = _cards(hand.cards)
        if labels:
            fields[label_field(seat)] = hand.label
    return fields


def typed_stakes(stakes: Stakes, labels: tuple[str, ...]) -> dict[str, str]:
    """The stakes at a table of hands with these labels."""
    words = stakes_words(stakes)
    away = [each for each in stakes.contributions.items() if each[0] not in labels]
    fields = {
        "pots": " ".join(text for word, text in words if word == "Pot"),
        "away": " ".join(f"{label}={amount}" for label, amount in away),
        "button": stakes.button or "",
        "clockwise": ",".join(stakes.seats),
        "unit": str(stakes.unit) if stakes.unit != 1 else "",
    }
    for seat, label in enumerate(labels):
        if label in stakes.contributions:
            fields[put_in_field(seat)] = str(stakes.contributions[label])
        if label in stakes.folded:
            fields[fold_field(seat)] = "on"
    return fields


def _cards(cards: Cards) -> str:
    return format_cards(cards, " ")
