"""The rule sets, or books, for odd chips. Each is one row."""

from dataclasses import dataclass

from showdown.evaluator.errors import UnknownRuleSet


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """The choices on which card rooms differ.

    `contests_by_turn`: in games marked `by_turn`, the odd chip goes to the contest whose winner
    comes first in turn; otherwise to the first contest. `shares_whole`: players who tie for all
    contests of a pot split the whole pot at once; otherwise each contest's part is split
    separately. `by_all_cards`: in stud, odd chips go by all seven cards, the highest (by suit) for
    a high hand and the lowest for a low one; otherwise by the highest among the five that play.
    `one_each`: nobody takes two odd chips from a pot while another winner has none. `is_exact`:
    fractions of a chip are paid, down to a hundredth.
    """

    slug: str
    name: str
    shares_whole: bool = True
    contests_by_turn: bool = False
    by_all_cards: bool = False
    one_each: bool = False
    is_exact: bool = False


WSOP_2024 = RuleSet(slug="wsop-2024", name="World Series of Poker, 2024", contests_by_turn=True)

_RULE_SETS = (
    WSOP_2024,
    RuleSet(slug="tda-2024", name="Tournament Directors Association, 2024", shares_whole=False),
    RuleSet(slug="roberts", name="Robert's Rules of Poker", by_all_cards=True, one_each=True),
    RuleSet(slug="exact", name="Exact, to a hundredth of a chip", is_exact=True),
)

RULE_SETS: dict[str, RuleSet] = {rules.slug: rules for rules in _RULE_SETS}


def find_rule_set(slug: str) -> RuleSet:
    """The rule set of this name. Raises UnknownRuleSet."""
    try:
        return RULE_SETS[slug]
    except KeyError:
        raise UnknownRuleSet(text=slug, known=tuple(RULE_SETS), field="rules") from None
