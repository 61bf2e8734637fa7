"""Which hand's combinations are asked for, as query parameters."""

from itertools import chain
from typing import Any

from django import forms

from showdown.evaluator.cards import Cards
from showdown.evaluator.deals import LONGEST_LABEL, Hand
from showdown.evaluator.games import GAMES, Contest, Game
from showdown.pages.forms.table import CardsField
from showdown.pages.naming import page_label
from showdown.pages.presentation import find_contest
from showdown.pages.table_input import Fields, board_name


class CombinationsForm(forms.Form):
    """A hand and the boards. A valid one has its `game`, `contest`, `hand` and `boards`."""

    label = forms.CharField(required=False, max_length=LONGEST_LABEL)

    def __init__(self, fields: Fields, *, slug: str, contest: str) -> None:
        super().__init__(fields)
        self.slug = slug
        self.contest_slug = contest
        self.fields["hole"] = CardsField(label="Hand")
        game = GAMES.get(slug)
        for place in range(len(game.boards) or 1 if game else 0):
            self.fields[board_name(place)] = CardsField(label="Board")

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        game = GAMES.get(self.slug)
        contest = find_contest(game, self.contest_slug) if game else None
        if game is None or contest is None:
            raise forms.ValidationError("No such game, or no such contest in it")
        if not self.errors:
            self._set(game, contest)
        return cleaned

    def _set(self, game: Game, contest: Contest) -> None:
        cleaned = self.cleaned_data
        boards = [cleaned[name] for name in self.fields if name.startswith("board")]
        dealt = [cleaned["hole"], *filter(None, boards)]
        if not _fits(game, dealt):
            raise forms.ValidationError("This isn't a hand of the game")
        self.game, self.contest, self.boards = game, contest, tuple(dealt[1:])
        self.hand = Hand(cleaned["label"] or page_label(0), cleaned["hole"])


def _fits(game: Game, dealt: list[Cards]) -> bool:
    """Whether the game deals these cards: stud has fewer in hand when its deck runs out."""
    cards = list(chain.from_iterable(dealt))
    counts = list(map(len, dealt))
    is_short = game.may_share_last_card and counts == [game.hole - 1, 1]
    if not is_short and counts != [game.hole, *game.boards]:
        return False
    return len(set(cards)) == len(cards) and game.deck_set.issuperset(cards)
