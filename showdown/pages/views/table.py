"""The table: it takes the cards, and says how likely, and who wins. What is settled is stored."""

from collections.abc import Collection
from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.generic import View

from showdown.evaluator.games import GAMES, OMAHA_HILO
from showdown.evaluator.rule_sets import RULE_SETS, WSOP_2024
from showdown.models import NotStored
from showdown.models.showdown import LONGEST_NOTE
from showdown.pages.answers import Answer, answer_to, fewest_cards, ruling_on
from showdown.pages.changes import EXAMPLE, changed, query_of, with_example, without_example
from showdown.pages.finding import played, remember, remember_game
from showdown.pages.forms.paste import PasteForm, game_to_read, number_to_read, wants_reading
from showdown.pages.forms.typed import typed_pasted
from showdown.pages.naming import for_files
from showdown.pages.parts import PART, part_of
from showdown.pages.seating import Seating, Typed
from showdown.pages.streets import STREET, answer_on_street, streets_ahead, streets_of
from showdown.pages.views.recording import is_someone_else, record_once
from showdown.words.games import rules_text

_PAGE = "showdown/table.html"
_TABLE_PART = "showdown/parts/table.html"
_ANSWER_PART = "showdown/parts/answer.html"
_RULES, _GAME, _PASTED = "rules", "game", "line"
_REMEMBERED: dict[str, Collection[str]] = {_RULES: RULE_SETS, _GAME: GAMES}
"""What is remembered in a cookie, which needs no database, and what it may be."""
_AS = "as"
"""The field that says as whom one was signed in when the page came; empty for nobody."""
_NEXT_CARDS, _ANSWER = "next-cards", "answer"
"""Parts of the page that scripts ask for."""


class Table(View):
    """Shows what lies on the table, which is in the address; what is sent to be settled is stored.

    A button that changes the table, and no script takes care of it, leads to another address.
    """

    def get(self, request: HttpRequest) -> HttpResponse:
        typed, paste = _with_paste_read(_typed(request))
        if _GAME not in typed:
            typed |= _to_begin_with(request)
        if "action" in typed and paste.is_finished and not part_of(request):
            return _at_its_address(typed)
        return _remembering(self._shown(request, typed, paste), request, typed)

    def post(self, request: HttpRequest) -> HttpResponse:
        typed, paste = _with_paste_read(_typed(request))
        if not paste.is_finished:
            return self._shown(request, typed, paste)
        is_settled = typed.get("action", "settle") == "settle"
        whole = typed | {STREET: ""}
        response = self._settled(request, whole) if is_settled else _at_its_address(typed)
        return _remembering(response, request, typed)

    def _settled(self, request: HttpRequest, typed: Typed) -> HttpResponse:
        """The result: as a page of its own, or in this one if it is wanted here, or not stored."""
        answer = ruling_on(typed)
        if answer.settlement is None:
            return _answered(request, typed, _with_odds(answer, typed), is_refused=True)
        if _AS in typed and is_someone_else(request, typed[_AS]):
            return _answered(request, typed, answer, is_someone_else=True)
        not_stored = False
        try:
            showdown = record_once(request, for_files(answer.settlement), _note(typed))
        except NotStored as error:
            showdown, not_stored = error.showdown, True
        if not (part_of(request) or not_stored):
            return redirect(showdown)
        return _answered(request, typed, answer, showdown=showdown, not_stored=not_stored)

    def _shown(self, request: HttpRequest, typed: Typed, paste: PasteForm) -> HttpResponse:
        """The table as it lies there; of it alone a part, where a script asks for one."""
        if part_of(request):
            after = changed(typed, typed.get("action", ""))
            context = _context(request, after, answer_to(after), paste)
            return render(request, _TABLE_PART, context)
        return render(request, _PAGE, _context(request, typed, answer_on_street(typed), paste))


class Live(View):
    """What is said to the cards while they are being picked. Nothing is stored.

    With a round in the address, odds that can't be counted are found by dealing.
    """

    def get(self, request: HttpRequest, dealing: int = 0) -> HttpResponse:
        typed = _typed(request)
        answer = answer_on_street(typed, dealing=dealing)
        if part_of(request) == _NEXT_CARDS:
            return _next_cards(request, typed, answer)
        return _remembering(_answered(request, typed, answer), request, typed)


def _with_odds(refused: Answer, typed: Typed) -> Answer:
    """Where only cards are missing, the odds stay beside what is wrong."""
    before = answer_to(typed)
    return replace(refused, odds=before.odds, next_round=before.next_round)


def _typed(request: HttpRequest) -> dict[str, str]:
    """What was typed; the rule set is the one last used here, where none is named."""
    typed = (request.POST if request.method == "POST" else request.GET).dict()
    remembered = request.COOKIES.get(_RULES, "")
    rules = remembered if remembered in RULE_SETS else WSOP_2024.slug
    return {_RULES: rules} | without_example(typed)


def _to_begin_with(request: HttpRequest) -> dict[str, str]:
    """The game played last, or to who is new an example."""
    game = request.COOKIES.get(_GAME, "")
    if game in GAMES or len(request.GET):
        return {_GAME: game if game in GAMES else OMAHA_HILO.slug}
    return with_example()


def _note(typed: Typed) -> str:
    return typed.get("note", "").strip()[:LONGEST_NOTE]


def _at_its_address(typed: Typed) -> HttpResponse:
    after = changed(typed, typed.get("action", ""))
    return redirect(f"{reverse('table')}?{query_of(after)}")


def _remembering(response: HttpResponse, request: HttpRequest, typed: Typed) -> HttpResponse:
    for name, known in _REMEMBERED.items():
        value = typed.get(name, "")
        if value in known and value != request.COOKIES.get(name) and EXAMPLE not in typed:
            remember(response, request, name, value)
    if EXAMPLE not in typed:
        remember_game(response, request, typed.get(_GAME, ""))
    return response


def _with_paste_read(typed: dict[str, str]) -> tuple[dict[str, str], PasteForm]:
    """What was typed, what was pasted in its fields; and the form of what was pasted."""
    game = Seating.asked(typed).game
    if not (typed.get(_PASTED, "").strip() and wants_reading(typed)):
        return typed, PasteForm(game=game)
    number = number_to_read(typed)
    paste = PasteForm(typed, game=game_to_read(typed, game), number=number)
    paste.full_clean()
    pasted = paste.pasted
    if pasted is None or not pasted.is_whole:
        return typed, paste
    read = {_RULES: typed[_RULES]} | typed_pasted(pasted, typed)
    read |= {name: typed[name] for name in ("action", "note") if name in typed}
    return read, paste if not paste.is_finished else PasteForm(game=pasted.game)


def _answered(request: HttpRequest, typed: Typed, answer: Answer, **result: Any) -> HttpResponse:
    if part_of(request):
        return render(request, _ANSWER_PART, _of_answer(answer) | result)
    paste = PasteForm(game=answer.table.seating.game)
    return render(request, _PAGE, _context(request, typed, answer, paste) | result)


def _next_cards(request: HttpRequest, typed: Typed, answer: Answer) -> HttpResponse:
    """The next cards alone; the whole answer where there are none now."""
    if answer.odds and answer.odds.next_cards:
        return render(request, "showdown/parts/next_cards.html", {"odds": answer.odds})
    response = _answered(request, typed, answer)
    response[PART] = _ANSWER
    return response


def _of_answer(answer: Answer) -> dict[str, Any]:
    return {
        "answer": answer,
        "form": answer.table,
        "chips": answer.checked_chips,
        "shown": answer.shown,
        "odds": answer.odds,
        "tags": answer.tags,
        "typed": answer.table.typed,
        "streets": streets_of(answer.table.typed),
        "streets_ahead": streets_ahead(answer.table.typed),
    }


def _context(
    request: HttpRequest, typed: Typed, answer: Answer, paste: PasteForm
) -> dict[str, Any]:
    game = answer.table.seating.game
    return _of_answer(answer) | {
        "chips": answer.chips,
        "seats": list(zip(answer.table.hands, answer.chips.seats, answer.tags, strict=False)),
        "boards": list(
            zip(answer.table.boards, answer.tags[answer.table.seating.players :], strict=True)
        ),
        "paste": paste,
        "game": game,
        "played": played(request),
        "fewest": fewest_cards(game),
        "example": typed.get(EXAMPLE, ""),
        "note": _note(typed),
        "rules_text": rules_text(game),
    }
