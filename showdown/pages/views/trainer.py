"""The trainer: show a drill, and grade the answer. No account is needed."""

from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache
from django.views.generic import View

from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.games import GAMES
from showdown.models.people import get_or_create_person, person_of
from showdown.pages.drill_presentation import grade_context, question_context
from showdown.pages.forms.drill import DrillForm, PracticeForm
from showdown.trainer.grading import SOMETHING_ELSE, find_mistake
from showdown.trainer.progress import load_training, make_graded_answer, next_ticket, record_answer
from showdown.trainer.tickets import read_own_ticket
from showdown.trainer.training import Training
from showdown.words.drills import MISTAKES, PATTERNS
from showdown.words.errors import error_text
from showdown.words.ranks import capfirst

_MAX_MISTAKES = 10
_PRESETS = (
    ("Hold'em basics", "made hands, winners", "game=holdem&drill=make&drill=winners"),
    ("PLO8 splits", "low, winners, chips", "game=omaha-hilo&drill=low&drill=winners&drill=chips"),
    (
        "Dealer's exam",
        f"pots and chips, {len(GAMES)} games",
        "drill=pots&drill=chips&drill=odd&drill=rake&drill=ruling&number=1",
    ),
)
"""Suggested mixes of drills: name, description, and query string."""
_UNPROCESSABLE_CONTENT = 422


@method_decorator(never_cache, name="dispatch")
class Trainer(View):
    """Show a new drill on each GET, and grade the answer on POST.

    A signed ticket identifies the drill without revealing the answer.
    """

    def get(self, request: HttpRequest) -> HttpResponse:
        practice = PracticeForm.from_query(request.GET)
        person = person_of(request)
        training = load_training(person)
        if not practice.is_valid():
            return self._render_page(training, practice, status=_UNPROCESSABLE_CONTENT)
        try:
            ticket = next_ticket(practice.selection, training, timezone.now(), person.key)
        except InvalidDeal as error:
            return self._render_error(training, practice, error)
        drill_context = question_context(ticket.text, ticket.drill, DrillForm(ticket.drill))
        return self._render_page(training, practice, **drill_context)

    def post(self, request: HttpRequest) -> HttpResponse:
        person, practice = person_of(request), PracticeForm.from_query(request.GET)
        training = load_training(person)
        try:
            ticket = read_own_ticket(request.POST.get("ticket", ""), person.key, training.answered)
        except InvalidDeal as error:
            return self._render_error(training, practice, error)
        form = DrillForm(ticket.drill, request.POST)
        if not form.is_valid():
            drill_context = question_context(ticket.text, ticket.drill, form)
            return self._render_page(training, practice, **drill_context)
        mistake = find_mistake(ticket.drill, form.answer)
        answer = make_graded_answer(ticket, mistake)
        training = record_answer(get_or_create_person(request), answer)
        drill_context = grade_context(ticket.drill, mistake, form.answer)
        return self._render_page(training, practice, **drill_context)

    def _render_error(
        self, training: Training, practice: PracticeForm, error: InvalidDeal
    ) -> HttpResponse:
        text = capfirst(error_text(error))
        return self._render_page(training, practice, status=_UNPROCESSABLE_CONTENT, error=text)

    def _render_page(
        self, training: Training, practice: PracticeForm, *, status: int = 200, **context: Any
    ) -> HttpResponse:
        request = self.request
        action, query = request.get_full_path(), request.GET.copy()
        drill_number = practice.cleaned_data["number"] if practice.is_valid() else None
        if drill_number:  # a mix continues with the next drill number
            query["number"] = drill_number + 1
        current_query = _without_number(request.GET)
        context |= {
            "view_name": "trainer",
            "practice": practice,
            "presets": [
                (
                    name,
                    description,
                    preset_query,
                    _without_number(QueryDict(preset_query)) == current_query,
                )
                for name, description, preset_query in _PRESETS
            ],
            "training": _training_context(training),
            "action": action,
            "next": f"{request.path}?{query.urlencode()}" if drill_number else action,
        }
        return render(request, "showdown/trainer/trainer.html", context, status=status)


def _training_context(training: Training) -> dict[str, Any]:
    mistakes = sorted(training.mistakes.items(), key=lambda item: -item[1])
    return {
        "answers": training.answers,
        "patterns": [
            (slug, PATTERNS[slug], progress)
            for slug, progress in training.weakest_first()
            if slug in PATTERNS
        ],
        "mistakes": [
            (MISTAKES[slug], count)
            for slug, count in mistakes[:_MAX_MISTAKES]
            if slug != SOMETHING_ELSE
        ],
    }


def _without_number(query: QueryDict) -> dict[str, Any]:
    return {name: values for name, values in query.lists() if name != "number"}
