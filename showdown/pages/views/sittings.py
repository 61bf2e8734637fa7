"""The daily ten and the audition: sittings of several drills with a result."""

from datetime import date
from secrets import token_urlsafe
from time import time
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.decorators import method_decorator
from django.utils.timezone import localdate
from django.views.decorators.cache import never_cache
from django.views.generic import View

from showdown.evaluator.games import GAMES
from showdown.models.people import get_or_create_person
from showdown.pages.drill_presentation import grade_context, question_context
from showdown.pages.forms.drill import GAMES_PER_AUDITION, AuditionForm, DrillForm
from showdown.trainer.grading import SOMETHING_ELSE, find_mistake
from showdown.trainer.progress import record_answer
from showdown.trainer.sittings import Sitting
from showdown.trainer.training import GradedAnswer
from showdown.words.drills import MISTAKES, PATTERNS, QUESTION_TITLES

SESSION_KEY = "{}.2"
"""Session key of a sitting; `{}` is the name of its view.

Increment the number when the format changes.
"""
_DRILLS_PER_DAY = 10
_DRILLS_PER_GAME = 3
_PASS_MARK = 10
"""Minimum number of right answers to pass an audition, which has twelve drills."""


class SittingView(View):
    """Show the current drill and grade its answer. The session stores the sitting."""

    name: str
    title: str

    def outcome_context(self, sitting: Sitting) -> dict[str, Any]:
        """Return the result of a finished sitting, as a template context."""
        wrong_results = [
            (number, result)
            for number, result in enumerate(sitting.results, 1)
            if not result.is_right
        ]
        return {
            "wrong_answers": [
                (
                    number,
                    QUESTION_TITLES[result.kind],
                    GAMES[result.game].name,
                    f"Pattern: {PATTERNS[result.pattern]}."
                    if result.mistake == SOMETHING_ELSE
                    else MISTAKES[result.mistake],
                )
                for number, result in wrong_results
            ],
            "weak_patterns": [
                (slug, PATTERNS[slug])
                for slug in dict.fromkeys(result.pattern for _, result in wrong_results)
            ],
        }

    def show_drill_or_result(self, sitting: Sitting) -> HttpResponse:
        """Show the current drill, or, after the sitting, the drill in the query or the result."""
        if sitting.is_over:
            number = self.request.GET.get("drill", "")
            if number not in map(str, range(1, sitting.count + 1)):
                return self.render_page(sitting, outcome=self.outcome_context(sitting))
            index = int(number) - 1
            result = sitting.results[index]
            drill_context = grade_context(sitting.drill(index), result.mistake, result.given)
            return self.render_page(sitting, reviewed_number=index + 1, **drill_context)
        sitting = sitting.mark_shown(int(time()))
        self.store_sitting(sitting)
        drill = sitting.drill()
        return self.render_page(sitting, **question_context(sitting.index, drill, DrillForm(drill)))

    def grade_answer(self, sitting: Sitting) -> HttpResponse:
        """Grade the answer to the current drill; ignore an answer to another drill."""
        if sitting.is_over or self.request.POST.get("ticket") != str(sitting.index):
            return redirect(self.name)
        drill = sitting.drill()
        form = DrillForm(drill, self.request.POST)
        if not form.is_valid():
            return self.render_page(sitting, **question_context(sitting.index, drill, form))
        mistake = find_mistake(drill, form.answer)
        sitting = sitting.add_result(drill, form.answer, mistake, int(time()))
        self.store_sitting(sitting)
        result = sitting.results[-1]
        graded_answer = GradedAnswer(
            nonce=f"{sitting.seed[:16]} {sitting.index}",
            kind=drill.kind.slug,
            pattern=result.pattern,
            mistake=result.mistake,
            seconds=result.seconds,
            answered_at=timezone.now(),
        )
        record_answer(get_or_create_person(self.request), graded_answer)
        return self.render_page(sitting, **grade_context(drill, result.mistake, form.answer))

    def load_sitting(self) -> Sitting | None:
        """Return the sitting in the session, or None if none has begun."""
        document = self.request.session.get(SESSION_KEY.format(self.name))
        return Sitting.from_json(document) if document else None

    def store_sitting(self, sitting: Sitting) -> None:
        self.request.session[SESSION_KEY.format(self.name)] = sitting.to_json()

    def render_page(self, sitting: Sitting, **drill_context: Any) -> HttpResponse:
        context = {
            "view_name": self.name,
            "title": self.title,
            "sitting": sitting,
            "action": reverse(self.name),
            "next": reverse(self.name),
            "seconds_left": sitting.seconds_left(int(time())),
            **drill_context,
        }
        return render(self.request, "showdown/trainer/sitting.html", context)


@method_decorator(never_cache, name="dispatch")
class DailyTen(SittingView):
    """Show the daily ten: the same drills for everyone, derived from the date and SECRET_KEY."""

    name = "trainer_today"
    title = "Daily ten"

    def get(self, request: HttpRequest) -> HttpResponse:
        return self.show_drill_or_result(self.sitting())

    def post(self, request: HttpRequest) -> HttpResponse:
        return self.grade_answer(self.sitting())

    def sitting(self) -> Sitting:
        seed = seed_for_day(localdate())
        sitting = self.load_sitting()
        if sitting is None or sitting.seed != seed:
            sitting = Sitting(seed=seed, count=_DRILLS_PER_DAY)
        return sitting

    def outcome_context(self, sitting: Sitting) -> dict[str, Any]:
        day = localdate()
        lines = (
            f"Showdown, {day:%b} {day.day}, {day.year}: {sitting.right_count}/{sitting.count}",
            "".join("🟩" if result.is_right else "🟥" for result in sitting.results),
            self.request.build_absolute_uri(reverse(self.name)),
        )
        return super().outcome_context(sitting) | {"text_to_share": "\n".join(lines)}


def seed_for_day(day: date) -> str:
    return salted_hmac("showdown.trainer.today", day.isoformat(), algorithm="sha256").hexdigest()


@method_decorator(never_cache, name="dispatch")
class Audition(SittingView):
    """Show the audition: drills of four games in turn, with a certificate for those who pass.

    The time limit for each drill is optional.
    """

    name = "trainer_audition"
    title = "Audition"

    def get(self, request: HttpRequest) -> HttpResponse:
        sitting = self.load_sitting()
        if sitting is None or "choose" in request.GET:
            return self.render_start()
        return self.show_drill_or_result(sitting)

    def post(self, request: HttpRequest) -> HttpResponse:
        if "begin" in request.POST:
            return self.begin()
        sitting = self.load_sitting()
        return redirect(self.name) if sitting is None else self.grade_answer(sitting)

    def begin(self) -> HttpResponse:
        form = AuditionForm(self.request.POST)
        if not form.is_valid():
            return self.render_start(form)
        options = form.cleaned_data
        sitting = Sitting(
            seed=salted_hmac(self.name, token_urlsafe(), algorithm="sha256").hexdigest(),
            count=_DRILLS_PER_GAME * GAMES_PER_AUDITION,
            games=tuple(options["games"]),
            seconds=options["seconds"],
        )
        self.store_sitting(sitting)
        return redirect(self.name)

    def render_start(self, form: AuditionForm | None = None) -> HttpResponse:
        status = 422 if form else 200
        context = {"form": form or AuditionForm(), "pass_mark": _PASS_MARK}
        return render(self.request, "showdown/trainer/audition.html", context, status=status)

    def outcome_context(self, sitting: Sitting) -> dict[str, Any]:
        results = sitting.results
        by_game = [
            (GAMES[game].name, sum(result.is_right for result in results if result.game == game))
            for game in sitting.games
        ]
        return super().outcome_context(sitting) | {
            "by_game": by_game,
            "drills_per_game": _DRILLS_PER_GAME,
            "day": localdate(),
            "mean_seconds": round(sum(result.seconds for result in results) / sitting.count),
            "pass_mark": _PASS_MARK,
        }
