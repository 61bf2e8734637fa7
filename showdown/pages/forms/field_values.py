"""Convert deals, wagers and pasted texts to form fields, which the forms parse again."""

from dataclasses import replace

from showdown.evaluator.cards import format_cards
from showdown.evaluator.deals import MUCKED, Deal
from showdown.evaluator.wagers import Pot, Wagers
from showdown.notation.deal_format import Submission
from showdown.notation.pasted.result import PasteResult
from showdown.notation.wager_words import quote_label, wagers_words
from showdown.pages.forms.chips import CHIP_FIELDS
from showdown.pages.table_input import (
    DEAD_CARDS,
    Fields,
    board_field_name,
    contribution_field,
    fold_field,
    hand_field,
    label_field,
)
from showdown.words.ranks import amount_text


def submission_fields(submission: Submission) -> dict[str, str]:
    """Return the deal with its wagers and rules as form fields."""
    deal, wagers, rules = submission
    fields = deal_fields(deal) | {"rules": rules.slug}
    return fields | (wagers_fields(wagers, deal.labels) if wagers else {})


def pasted_fields(pasted: PasteResult, current_fields: Fields) -> dict[str, str]:
    """Return the table's fields after a paste.

    The game and the boards are always replaced. Hands with the dead cards, names, chips and the
    rules are replaced only if the text has any.
    """
    game = pasted.game
    runs = max(1, len(pasted.boards) // len(game.boards)) if game.boards else 1
    removed_prefixes = ["board", "line", "action", "note", "example", "csrf"]
    removed_prefixes += ["hand-", DEAD_CARDS] if pasted.hands else []
    removed_prefixes += ["label-"] if any(hand.label for hand in pasted.hands) else []
    removed_prefixes += [*CHIP_FIELDS, "put-in-", "fold-"] if pasted.wagers else []
    fields = {
        name: text
        for name, text in current_fields.items()
        if not name.startswith(tuple(removed_prefixes))
    }
    fields |= {"game": game.slug, "runs": str(runs)}
    if pasted.rules:
        fields["rules"] = pasted.rules.slug
    if pasted.hands:
        fields["players"] = str(max(len(pasted.hands), min(2, game.players[-1])))
    for seat, hand in enumerate(pasted.hands):
        fields[hand_field(seat)] = hand.text
        if hand.label:
            fields[label_field(seat)] = hand.label
    for index, board in enumerate(pasted.boards):
        fields[board_field_name(index)] = format_cards(board, " ")
    if pasted.dead:
        fields[DEAD_CARDS] = format_cards(pasted.dead, " ")
    if pasted.wagers:
        fields |= wagers_fields(pasted.wagers, pasted.labels)
    return fields


def deal_fields(deal: Deal, *, includes_labels: bool = True) -> dict[str, str]:
    """Return the fields of the deal.

    Unless `includes_labels`, leave out the names, so that the table keeps its own.
    """
    fields = {
        "game": deal.game.slug,
        "players": str(len(deal.hands)),
        "runs": str(deal.runs),
        board_field_name(0): "",
    }
    for index, board in enumerate(deal.boards):
        fields[board_field_name(index)] = format_cards(board, " ")
    for seat, hand in enumerate(deal.hands):
        fields[hand_field(seat)] = MUCKED if hand.is_mucked else format_cards(hand.cards, " ")
        if includes_labels:
            fields[label_field(seat)] = hand.label
    return fields


def wagers_fields(wagers: Wagers, labels: tuple[str, ...]) -> dict[str, str]:
    """Return the fields of the wagers. `labels` are the labels of the hands, by seat.

    If all amounts in hundredths are whole, they are written as whole chips, and the smallest chip
    as a decimal, such as `0.01`, so that odd chips can still be hundredths.
    """
    unit = amount_text(wagers.unit, wagers.decimals)
    has_unit = wagers.unit != 1
    if wagers.decimals and (in_whole_chips := _convert_to_whole_chips(wagers)):
        wagers, has_unit = in_whole_chips, True

    def amount(chips: int) -> str:
        return amount_text(chips, wagers.decimals)

    words = wagers_words(wagers)
    text_of_word = dict(words)
    put_in = {label: amount(chips) for label, chips in wagers.contributions.items()}
    folded_without_hand = [label for label in wagers.folded if label not in labels]
    fields = {
        "pots": " ".join(text for word, text in words if word == "Pot"),
        "away": " ".join(
            f"{quote_label(name)}={put_in[name]}" if name in put_in else quote_label(name)
            for name in folded_without_hand
        ),
        "dead": text_of_word.get("Dead", ""),
        "rake": text_of_word.get("Rake", ""),
        "jackpot": text_of_word.get("Jackpot", ""),
        "button": wagers.button or "",
        "clockwise": ",".join(wagers.seats),
        "unit": unit.removesuffix(".00") if has_unit else "",
    }
    for seat, label in enumerate(labels):
        if label in put_in:
            fields[contribution_field(seat)] = put_in[label]
        if label in wagers.folded:
            fields[fold_field(seat)] = "on"
    return fields


def _convert_to_whole_chips(wagers: Wagers) -> Wagers | None:
    """Return wagers in hundredths as whole chips; None if an amount isn't whole."""
    rake = wagers.rake
    amounts = [pot.amount for pot in wagers.pots] + list(wagers.contributions.values())
    amounts += [wagers.dead]
    amounts += [rake.amount, rake.cap or 0, rake.jackpot] if rake else []
    if any(amount % 100 for amount in amounts):
        return None
    if rake:
        cap = None if rake.cap is None else rake.cap // 100
        rake = replace(
            rake, amount=rake.amount // 100, cap=cap, jackpot=rake.jackpot // 100, decimals=0
        )
    return replace(
        wagers,
        pots=tuple(Pot(pot.amount // 100, pot.eligible) for pot in wagers.pots),
        contributions={label: chips // 100 for label, chips in wagers.contributions.items()},
        dead=wagers.dead // 100,
        unit=1,
        decimals=0,
        rake=rake,
    )
