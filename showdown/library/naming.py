"""Games and rule sets, and how callers name them."""

from collections.abc import Mapping

from showdown.evaluator.games import GAMES, Game, find_game
from showdown.evaluator.rule_sets import RULE_SETS, RuleSet, find_rule_set

games: Mapping[str, Game] = GAMES
"""By slug."""
rule_sets: Mapping[str, RuleSet] = RULE_SETS
"""By slug."""


def game_of(game: str | Game) -> Game:
    """A game by its slug, name or alias, in any case. Raises UnknownGame."""
    return game if isinstance(game, Game) else find_game(game)


def rule_set_of(rules: str | RuleSet) -> RuleSet:
    """A rule set by its slug. Raises UnknownRuleSet."""
    return rules if isinstance(rules, RuleSet) else find_rule_set(rules)
