"""The trainer: a drill, and after its answer what went wrong. Nobody needs an account."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache
from django.views.generic import View

from showdown.evaluator.errors import InvalidDeal
from showdown.pages.drill_presentation import show_drill
from showdown.pages.forms.drill import DrillForm, PractiseForm
from showdown.pages.presentation import present
from showdown.pages.streaks import count_answer, streak_of
from showdown.trainer.grading import grade
from showdown.trainer.tickets import Ticket, new_ticket, read_ticket
from showdown.words.drills import MISTAKES, PATTERNS, answer_text
from showdown.words.errors import error_text
from showdown.words.ranks import sentence

_PAGE = "showdown/trainer/trainer.html"
_REFUSED = 422


@method_decorator(never_cache, name="dispatch")
class Trainer(View):
    """A new drill for each GET. Its answer is not in the page: the ticket only names it."""

    def get(self, request: HttpRequest) -> HttpResponse:
        practise = PractiseForm.of(request.GET)
        if not practise.is_valid():
            return self._page(request, practise, status=_REFUSED)
        try:
            ticket = new_ticket(practise.asked)
        except InvalidDeal as error:
            return self._page(request, practise, refused=error, status=_REFUSED)
        return self._page(request, practise, **_asked(ticket, DrillForm(ticket.drill)))

    def post(self, request: HttpRequest) -> HttpResponse:
        practise = PractiseForm.of(request.GET)
        try:
            ticket = read_ticket(request.POST.get("ticket", ""))
        except InvalidDeal as error:
            return self._page(request, practise, refused=error, status=_REFUSED)
        form = DrillForm(ticket.drill, request.POST)
        if not form.is_valid():
            return self._page(request, practise, **_asked(ticket, form))
        return self._page(request, practise, **_graded(request, ticket, form))

    def _page(
        self,
        request: HttpRequest,
        practise: PractiseForm,
        *,
        refused: InvalidDeal | None = None,
        status: int = 200,
        **shown: Any,
    ) -> HttpResponse:
        context = {
            "practise": practise,
            "refused": sentence(error_text(refused)) if refused else "",
            "action": request.get_full_path(),
            "next": request.get_full_path(),
            "streak": streak_of(request),
            **shown,
        }
        return render(request, _PAGE, context, status=status)


def _asked(ticket: Ticket, form: DrillForm) -> dict[str, Any]:
    return {"ticket": ticket.text, "drill": show_drill(ticket.drill), "form": form}


def _graded(request: HttpRequest, ticket: Ticket, form: DrillForm) -> dict[str, Any]:
    drill = ticket.drill
    graded = grade(drill, form.answer)
    count_answer(request, ticket.nonce, is_right=graded.is_right)
    return {
        "drill": show_drill(drill),
        "graded": graded,
        "mistake": MISTAKES.get(graded.mistake, ""),
        "answer": sentence(answer_text(drill.kind.slug, drill.game, drill.answer)),
        "pattern": PATTERNS[drill.recipe.pattern.slug],
        "shown": present(drill.settlement),
        "streak": streak_of(request),
    }
