"""The trainer: a drill, and after its answer what went wrong. Nobody needs an account."""

from contextlib import suppress
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache
from django.views.generic import View

from showdown.evaluator.errors import InvalidDeal
from showdown.models.people import person_of, welcome
from showdown.pages.drill_presentation import asked, graded
from showdown.pages.forms.drill import DrillForm, PractiseForm
from showdown.pages.training_presentation import show_training
from showdown.trainer.choosing import Asked
from showdown.trainer.grading import Grade, grade
from showdown.trainer.keeping import Telling, WeakOrDue, answer_to, keep_answer, rated, training_of
from showdown.trainer.tickets import Pick, Ticket, new_ticket, read_ticket
from showdown.trainer.training import Answer, Training
from showdown.words.errors import error_text
from showdown.words.ranks import sentence

_PAGE = "showdown/trainer/trainer.html"
_REFUSED = 422


@method_decorator(never_cache, name="dispatch")
class Trainer(View):
    """Practice: a new drill for each GET. The ticket in the page names it and tells no answer."""

    name = "trainer"

    def get(self, request: HttpRequest, **address: Any) -> HttpResponse:
        practise = PractiseForm.of(request.GET)
        training = training_of(person_of(request))
        if not practise.is_valid():
            return self.page(request, training, practise=practise, status=_REFUSED)
        try:
            ticket = self.ticket(request, training, practise.asked)
        except InvalidDeal as error:
            return self.page(request, training, practise=practise, refused=error, status=_REFUSED)
        shown = asked(ticket.text, ticket.drill, DrillForm(ticket.drill))
        return self.page(request, training, practise=practise, **shown)

    def post(self, request: HttpRequest, **address: Any) -> HttpResponse:
        training, practise = training_of(person_of(request)), PractiseForm.of(request.GET)
        try:
            ticket = self.read(request.POST.get("ticket", ""))
        except InvalidDeal as error:
            return self.page(request, training, practise=practise, refused=error, status=_REFUSED)
        form = DrillForm(ticket.drill, request.POST)
        if not form.is_valid():
            shown = asked(ticket.text, ticket.drill, form)
            return self.page(request, training, practise=practise, **shown)
        given = grade(ticket.drill, form.answer)
        answer = self.answer(ticket, given)
        return self.page(
            request,
            self.keep(request, ticket, answer),
            practise=practise,
            before=show_training(training),
            rated=answer.rated,
            **graded(ticket.drill, given),
        )

    def ticket(self, request: HttpRequest, training: Training, asked: Asked) -> Ticket:
        return new_ticket(asked, WeakOrDue(training, timezone.now()))

    def read(self, text: str) -> Ticket:
        """The ticket of this text. Raises UnknownTicket."""
        return read_ticket(text)

    def keep(self, request: HttpRequest, ticket: Ticket, answer: Answer) -> Training:
        return keep_answer(welcome(request), answer)

    def answer(self, ticket: Ticket, graded: Grade) -> Answer:
        return answer_to(ticket, graded)

    def page(
        self,
        request: HttpRequest,
        training: Training,
        *,
        practise: PractiseForm,
        refused: InvalidDeal | None = None,
        status: int = 200,
        **shown: Any,
    ) -> HttpResponse:
        context = {
            "mode": self.name,
            "practise": practise,
            "training": show_training(training),
            "refused": sentence(error_text(refused)) if refused else "",
            "action": request.get_full_path(),
            "next": request.get_full_path(),
            **shown,
        }
        return render(request, _PAGE, context, status=status)


class CountingTrainer(Trainer):
    """A mode in which answers count, so that a drill stays due until it is answered."""

    def ticket(self, request: HttpRequest, training: Training, asked: Asked) -> Ticket:
        with suppress(InvalidDeal):
            due = read_ticket(request.session.get(self.name, ""))
            if asked.has(due.drill.recipe):
                return due
        ticket = new_ticket(asked, self.pick(training))
        request.session[self.name] = ticket.text
        return ticket

    def pick(self, training: Training) -> Pick:
        return WeakOrDue(training, timezone.now())

    def keep(self, request: HttpRequest, ticket: Ticket, answer: Answer) -> Training:
        """Only the answer to the drill that is due counts."""
        if request.session.get(self.name) != ticket.text:
            return training_of(person_of(request))
        del request.session[self.name]
        return super().keep(request, ticket, answer)


class RatedTrainer(CountingTrainer):
    """Rated answers: of some drills, the one comes whose answer tells most about the rating."""

    name = "trainer-rated"

    def pick(self, training: Training) -> Pick:
        return Telling(training)

    def answer(self, ticket: Ticket, graded: Grade) -> Answer:
        return answer_to(ticket, graded, rated(ticket, graded))


class StreakTrainer(CountingTrainer):
    """Right answers in a row; the first wrong one ends them."""

    name = "trainer-streak"

    def answer(self, ticket: Ticket, graded: Grade) -> Answer:
        return super().answer(ticket, graded)._replace(in_streak=True)
