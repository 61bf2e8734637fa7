"""A deal street by street. Nothing is stored: the cards are in the address."""

from typing import Any

from django import forms
from django.http import Http404
from django.views.generic import TemplateView

from showdown.pages.changes import query_of
from showdown.pages.streets import STREET, street_of
from showdown.pages.views.requests import PageRequest


class _Asked(forms.Form):
    street = forms.IntegerField(required=False, min_value=0, max_value=20)


class Streets(TemplateView):
    """The odds at one street, with the way to the others. Of it alone a part, for a script."""

    request: PageRequest

    def get_template_names(self) -> list[str]:
        part = "showdown/parts/street.html" if self.request.htmx else "showdown/streets.html"
        return [part]

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        asked = _Asked(self.request.GET)
        typed = self.request.GET.dict()
        streets = street_of(typed, asked.cleaned_data[STREET] if asked.is_valid() else None)
        if streets is None:
            raise Http404("there is no street to go back to")
        typed.pop(STREET, None)
        return super().get_context_data(
            streets=streets, typed=typed, query=query_of(typed), **kwargs
        )
