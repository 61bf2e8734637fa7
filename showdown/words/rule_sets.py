"""The rules of a rule set in sentences."""

from collections.abc import Iterator

from showdown.evaluator.rule_sets import RuleSet


def rule_set_text(rules: RuleSet) -> tuple[str, ...]:
    """How this book pays chips, one sentence for each rule."""
    return tuple(_sentences(rules))


def _sentences(rules: RuleSet) -> Iterator[str]:
    yield (
        "Each pot is settled separately among the players eligible for it, the last side pot first."
    )
    yield (
        "A pot is split evenly between the boards, and each board's part evenly between the"
        " contests, such as high and low. What nobody qualifies for goes to the others."
    )
    if rules.is_exact:
        yield "Chips are split down to a hundredth; only a remainder smaller than that is odd."
    yield "An odd chip between boards goes to the first board; one between high and low, to high."
    if rules.contests_by_turn:
        yield (
            "In Badacey, Badeucey and Drawmaha it goes to the contest whose winner comes first to"
            " the left of the button."
        )
    yield (
        "Tied players share evenly. Odd chips go one each, starting with the first tied player to"
        " the left of the button."
    )
    if rules.by_all_cards:
        yield (
            "In stud, odd chips go by all the cards a player holds instead: to the highest card for"
            " high, and to the lowest card for low. Spades are the highest suit, then hearts,"
            " diamonds and clubs; in a low the ace is the lowest card."
        )
    else:
        yield (
            "In stud, odd chips go instead to the highest card among those that play, by suit among"
            " cards of one rank: spades, hearts, diamonds, clubs. Of two cards of one rank the"
            " higher suit plays, and in a low the ace is the lowest card."
        )
    yield "Players whose card is the same, because it is shared, take odd chips by seat."
    if rules.one_each:
        yield "Nobody gets a second odd chip from a pot while another winner has none."
    if rules.shares_whole:
        yield "Players who tie for every contest of a pot split the whole pot at once."
    else:
        yield "Each contest's part is split separately, even if the same players tie for them all."
    yield "An uncalled bet goes back to the player who made it."
