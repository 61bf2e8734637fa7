"""Templates can be read, and our widgets have the HTML of Django's, which are slower."""

import pytest
from django import forms
from django.forms.renderers import Jinja2, get_default_renderer
from django.template import engines

GROUPS = [("", "any"), ("One", [("a", "A & B"), ("b", "“B”")]), ("<Two>", [("c", "C")])]
FIELDS = {
    "text": forms.CharField(),
    "text with attributes": forms.CharField(
        widget=forms.TextInput(attrs={"autofocus": True, "hidden": False, "data-x": '"<&'})
    ),
    "number": forms.IntegerField(min_value=1),
    "checkbox": forms.BooleanField(),
    "hidden": forms.CharField(widget=forms.HiddenInput),
    "date": forms.DateField(widget=forms.DateInput(attrs={"type": "date"})),
    "select": forms.ChoiceField(choices=GROUPS),
    "select one of none": forms.ChoiceField(choices=[]),
}


@pytest.mark.parametrize("name", FIELDS)
def test_a_widget_is_rendered_as_django_would(name):
    for value in (None, "", "b", "c", "<b>", True):
        ours, django = (
            FIELDS[name].widget.render("field", value, {"id": "id_field"}, renderer)
            for renderer in (get_default_renderer(), Jinja2())
        )
        assert ours == django
        assert 'id="id_field"' in ours


def test_every_template_can_be_compiled():
    for name in engines["jinja2"].env.list_templates():
        assert engines["jinja2"].get_template(name)
