"""The rule sets for odd chips, one row each."""

from dataclasses import dataclass
from typing import Any

from showdown.evaluator.errors import UnknownRuleSet


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """Options for awarding odd chips, on which rule books differ.

    `contests_by_turn`: in games marked `by_turn`, the odd chip goes to the contest whose winner
    comes first in turn; otherwise to the first contest. `shares_whole`: players who tie for all
    contests of a pot split the whole pot at once; otherwise each contest's part is split
    separately. `by_all_cards`: in stud, all of a player's cards decide odd chips, the highest by
    suit for a high hand and the lowest for a low hand; otherwise the highest of the cards that
    play. `one_each`: no player receives two odd chips of a pot while another winner has none.
    `is_exact`: fractions of a chip are paid, down to a hundredth.
    """

    slug: str
    name: str
    shares_whole: bool = True
    contests_by_turn: bool = False
    by_all_cards: bool = False
    one_each: bool = False
    is_exact: bool = False


WSOP_2026 = RuleSet(slug="wsop-2026", name="World Series of Poker, 2026", contests_by_turn=True)

_RULE_SETS = (
    WSOP_2026,
    RuleSet(slug="tda-2026", name="Tournament Directors Association, 2026", shares_whole=False),
    RuleSet(
        slug="roberts", name="Robert's Rules of Poker, version 11", by_all_cards=True, one_each=True
    ),
    RuleSet(slug="exact", name="Exact, to a hundredth of a chip", is_exact=True),
)

OLD_SLUGS = {"wsop-2024": "wsop-2026", "tda-2024": "tda-2026"}
"""Slugs of earlier editions with the same rules, which stored deals and links may use."""


class _RuleSets(dict[str, RuleSet]):
    """A mapping of rule sets by slug. Slugs of earlier editions are accepted but not listed."""

    def __missing__(self, slug: str) -> RuleSet:
        return self[OLD_SLUGS[slug]]

    def __contains__(self, slug: object) -> bool:
        return super().__contains__(slug) or slug in OLD_SLUGS

    def get(self, slug: str, default: Any = None) -> Any:
        return super().get(OLD_SLUGS.get(slug, slug), default)


RULE_SETS: dict[str, RuleSet] = _RuleSets({rules.slug: rules for rules in _RULE_SETS})


def find_rule_set(slug: str) -> RuleSet:
    """Return the rule set with this slug; slugs of earlier editions are accepted.

    Raise UnknownRuleSet if there is none.
    """
    try:
        return RULE_SETS[slug]
    except KeyError:
        raise UnknownRuleSet(text=slug, known=tuple(RULE_SETS), field="rules") from None
