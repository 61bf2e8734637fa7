"""The table: enter cards, see the ruling or the odds, and store settled deals."""

import json
from contextlib import suppress
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.generic import View

from showdown.batches.recognizing import NotText, game_of, kind_of_file
from showdown.batches.storage import HEAD_BYTES
from showdown.evaluator.errors import UnknownGame
from showdown.evaluator.games import GAMES, OMAHA_HILO, find_game
from showdown.evaluator.rule_sets import RULE_SETS, WSOP_2026
from showdown.files.blocks import load_kernels_in_background
from showdown.models import Showdown, Source
from showdown.models.people import DATABASE_UNAVAILABLE, get_or_create_person
from showdown.notation.pasted.result import FilePage
from showdown.pages.answers import (
    SAMPLING_ROUNDS,
    Answer,
    compute_answer,
    compute_answer_on_street,
    compute_ruling,
    min_cards_for_odds,
)
from showdown.pages.context import PART, requested_part
from showdown.pages.forms.paste import PasteForm, read_paste
from showdown.pages.game_picker import recent_games, remember_game, set_preference_cookie
from showdown.pages.presentation import with_file_labels
from showdown.pages.table_actions import (
    EXAMPLE,
    EXAMPLES,
    apply_action,
    build_query,
    example_fields,
    remove_changed_example,
)
from showdown.pages.table_input import STREET, Seating, TableInput
from showdown.pages.template_functions import seat_classes

EXPIRED = "X-Form-Expired"
"""Response header after which the page's script repeats the form with a new token."""

_PAGE = "showdown/table.html"
_TABLE_PART = "showdown/parts/table.html"
_ANSWER_PART = "showdown/parts/answer.html"
_RULES, _GAME = "rules", "game"
_SAVE = "settle"
"""Action that stores the deal."""
_ODDS = "odds"
"""Action that samples odds without a script."""


class Table(View):
    """Show the table that the address describes; store submitted deals.

    A button that changes the table redirects to its new address, unless a script requests a
    fragment.
    """

    def get(self, request: HttpRequest) -> HttpResponse:
        entry, paste = read_paste(_parse_input(request))
        if _GAME not in entry.fields:
            # Use the game played last; on a first visit, show an example.
            game = next(iter(recent_games(request)), None)
            is_first_visit = game is None and not request.GET
            slug = (game or OMAHA_HILO).slug
            entry = entry.with_fields(**(example_fields() if is_first_visit else {_GAME: slug}))
        if entry.action and paste.is_finished and not requested_part(request):
            return _redirect_to_spot(entry)
        if entry.fields[_GAME] not in GAMES and not requested_part(request):
            name = entry.fields[_GAME][:40]
            messages.warning(request, f"There is no game “{name}”. This is {entry.game.name}.")
        return _with_cookies(self._render_table(entry, paste), request, entry)

    def post(self, request: HttpRequest) -> HttpResponse:
        submitted_entry = _parse_input(request)
        entry, paste = read_paste(submitted_entry)
        is_save = submitted_entry.fields.get("action", _SAVE) == _SAVE
        if not paste.is_finished:
            return self._render_table(entry, paste, is_save=is_save)
        if is_save:
            last_street = entry.with_fields(**{STREET: ""})
            response = self._settle(last_street, has_new_table=entry is not submitted_entry)
        elif entry.action == _ODDS:
            response = self._render_table(entry, paste, sampling_round=SAMPLING_ROUNDS[-1])
        elif paste.switched_to and requested_part(request):
            response = self._render_table(entry, paste)
        else:
            if paste.switched_to:
                messages.info(request, f"Switched to {paste.switched_to}.")
            response = _redirect_to_spot(entry)
        return _with_cookies(response, request, entry)

    def _settle(self, entry: TableInput, *, has_new_table: bool) -> HttpResponse:
        """Store the deal and redirect to it.

        If a script requests a fragment, or the deal is invalid or can't be stored, render the
        answer instead.
        """
        request, answer = self.request, compute_ruling(entry)
        paste = PasteForm(game=entry.game) if has_new_table else None
        if answer.settlement is None:
            # If only cards are missing, the odds are shown beside the errors.
            odds_answer = compute_answer(entry)
            if odds_answer.odds:
                answer.table.replace_range_errors()
            answer = replace(answer, odds=odds_answer.odds, next_round=odds_answer.next_round)
            return _render_answer(request, answer, paste, is_refused=True)
        settlement, not_stored = with_file_labels(answer.settlement), False
        try:
            person = get_or_create_person(request)
            showdown = Showdown.objects.record_once(
                settlement, source=Source.PAGE, person=person, note=entry.note
            )
        except DATABASE_UNAVAILABLE:
            showdown, not_stored = Showdown.from_settlement(settlement, source=Source.PAGE), True
            request.session.modified = False  # the session can't be saved either
        if not (requested_part(request) or not_stored):
            return redirect(showdown)
        return _render_answer(request, answer, paste, showdown=showdown, not_stored=not_stored)

    def _render_table(
        self,
        entry: TableInput,
        paste: PasteForm,
        *,
        is_save: bool = False,
        sampling_round: int = 0,
    ) -> HttpResponse:
        """Render the page, or the fragment that a script requests.

        With `is_save`, state that nothing was saved because the paste comes first.
        """
        request = self.request
        if is_save and requested_part(request):
            return _render_answer(request, compute_answer(entry), paste, paste_comes_first=True)
        if requested_part(request):
            context = _table_context(request, compute_answer(apply_action(entry)), paste)
            return render(request, _TABLE_PART, context)
        load_kernels_in_background()
        answer = compute_answer_on_street(entry, sampling_round=sampling_round)
        context = _table_context(request, answer, paste)
        return render(request, _PAGE, context | {"paste_comes_first": is_save})


class Live(View):
    """Return the answer while cards are being picked. Nothing is stored.

    With a sampling round in the address, odds that take too long to calculate exactly are sampled.
    """

    def get(self, request: HttpRequest, sampling_round: int = 0) -> HttpResponse:
        answer = compute_answer_on_street(_parse_input(request), sampling_round=sampling_round)
        if requested_part(request) != "next-cards":
            return _with_cookies(_render_answer(request, answer), request, answer.entry)
        if answer.odds and answer.odds.next_cards:
            return render(request, "showdown/parts/next_cards.html", {"odds": answer.odds})
        response = _render_answer(request, answer)
        response[PART] = "answer"
        return response


class DroppedFile(View):
    """Respond with the address for uploading a dropped file, as `to`, or with an `error`.

    If both are missing, the file is text to paste. Scripts send only the beginning of the file.
    """

    def post(self, request: HttpRequest) -> HttpResponse:
        upload = request.FILES.get("head")
        head = upload.read(HEAD_BYTES) if upload else b""
        game = Seating.from_fields(request.POST.dict()).game
        try:
            file_page = kind_of_file(head, game)
        except NotText as error:
            return JsonResponse({"error": str(error)})
        if file_page is None:
            return JsonResponse({})
        view_name = "audits" if file_page is FilePage.AUDIT else "batches"
        return JsonResponse({"to": reverse(view_name), "game": game_of(head, game).slug})


class Token(View):
    """Set the CSRF cookie."""

    def get(self, request: HttpRequest) -> HttpResponse:
        get_token(request)
        return HttpResponse(status=204)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Respond to a form with an expired CSRF token, for example after a sign-in in another tab.

    If the form was the table, show the table again with its cards; nothing is stored.
    """
    is_navigation = request.headers.get("Sec-Fetch-Mode", "navigate") == "navigate"
    if request.path == reverse("table") and is_navigation and not requested_part(request):
        fields = request.POST.copy()
        for name in ("csrfmiddlewaretoken", "action"):
            fields.pop(name, None)
        messages.warning(
            request, "This page had expired. Your cards are still here: submit them again."
        )
        return redirect(f"{reverse('table')}?{fields.urlencode()}")
    response = render(request, "403_csrf.html", status=403)
    response[EXPIRED] = "true"
    return response


def _parse_input(request: HttpRequest) -> TableInput:
    """Parse the submitted fields, in which the game may be an alias.

    The default rule set is the one last used in this browser.
    """
    fields = (request.POST if request.method == "POST" else request.GET).dict()
    with suppress(UnknownGame):
        fields[_GAME] = find_game(fields.get(_GAME, "")).slug
    last_rules = request.COOKIES.get(_RULES, "")
    rules = last_rules if last_rules in RULE_SETS else WSOP_2026.slug
    return TableInput.from_fields({_RULES: rules} | remove_changed_example(fields))


def _redirect_to_spot(entry: TableInput) -> HttpResponse:
    return redirect(f"{reverse('table')}?{build_query(apply_action(entry).fields)}")


def _with_cookies(response: HttpResponse, request: HttpRequest, entry: TableInput) -> HttpResponse:
    """Store the game and the rules in cookies, except those of the example."""
    fields = entry.fields
    if EXAMPLE not in fields:
        rules = fields.get(_RULES, "")
        if rules in RULE_SETS and rules != request.COOKIES.get(_RULES):
            set_preference_cookie(response, request, _RULES, rules)
        remember_game(response, request, fields.get(_GAME, ""))
    return response


def _render_answer(
    request: HttpRequest, answer: Answer, paste: PasteForm | None = None, **result: Any
) -> HttpResponse:
    """Render the page, or only the answer for a script: with the table if there is a `paste`."""
    if requested_part(request) and paste is None:
        return render(request, _ANSWER_PART, _answer_context(answer) | result)
    context = _table_context(request, answer, paste or PasteForm(game=answer.entry.game)) | result
    if not requested_part(request):
        return render(request, _PAGE, context)
    response = render(request, _ANSWER_PART, context | {"has_new_table": True})
    response[PART] = "table"
    return response


def _answer_context(answer: Answer) -> dict[str, Any]:
    return {
        "answer": answer,
        "entry": answer.entry,
        "form": answer.table,
        "presentation": answer.presentation,
        "odds": answer.odds,
    }


def _table_context(request: HttpRequest, answer: Answer, paste: PasteForm) -> dict[str, Any]:
    entry = answer.entry
    board_tags = answer.tags[entry.seating.players :]
    return _answer_context(answer) | {
        "chips": answer.chips,
        "seats": list(zip(answer.table.hands, answer.chips.seats, answer.tags, strict=False)),
        "boards": list(zip(answer.table.boards, board_tags, strict=True)),
        "paste": paste,
        "game": entry.game,
        "seat_classes_json": json.dumps(
            {count: seat_classes(count) for count in entry.game.players}
        ),
        "recent_games": recent_games(request),
        "min_cards": min_cards_for_odds(entry.game),
        "example": entry.fields.get(EXAMPLE, ""),
        "examples": EXAMPLES,
        "note": entry.note,
    }
