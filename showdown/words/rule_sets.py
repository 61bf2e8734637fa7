"""What a rule set says, in sentences."""

from collections.abc import Iterator

from showdown.evaluator.rule_sets import RuleSet


def rule_set_text(rules: RuleSet) -> tuple[str, ...]:
    """How chips are paid by this book, one rule a sentence."""
    return tuple(_sentences(rules))


def _sentences(rules: RuleSet) -> Iterator[str]:
    yield (
        "Each pot is settled on its own among the players who are eligible for it, the last side"
        " pot first."
    )
    yield (
        "A pot is split evenly among its boards, and each part evenly among its contests, such as"
        " high and low. What nobody qualifies for goes to the others."
    )
    if rules.is_exact:
        yield "Chips are cut as small as a hundredth; only what is left then goes like an odd chip."
    yield "An odd chip between boards goes to the first board; one between high and low, to high."
    yield (
        "Tied players share evenly. Odd chips go one each, starting with the first of them left of"
        " the button."
    )
    if rules.by_all_cards:
        yield (
            "In stud, odd chips go by the cards a player holds instead: to the highest card for the"
            " high hand, and to the lowest for the low."
        )
    else:
        yield "In stud, odd chips go to the highest card among the five that play instead."
    if rules.one_each:
        yield "Nobody gets a second odd chip of a pot while another winner has none."
    if rules.shares_whole:
        yield "Players who tie for every contest of a pot share the whole pot as one."
    else:
        yield "Each contest is shared on its own, even where the same players tie for all of them."
    yield "What nobody called goes back to the player who bet it."
