"""How the widgets of forms become HTML."""

from collections.abc import Mapping
from typing import Any

from django.forms.renderers import TemplatesSetting
from django.http import HttpRequest
from django.utils.safestring import SafeString, mark_safe
from markupsafe import escape

_INPUTS = frozenset(
    f"django/forms/widgets/{name}.html"
    for name in ("checkbox", "date", "email", "file", "hidden", "number", "password", "text")
)
"""Templates of Django that write an `<input>`, and nothing else."""


class WidgetRenderer(TemplatesSetting):
    """Writes an input without a template: the table has dozens, and they were a fifth of its time.

    All other widgets are rendered by their templates.
    """

    def render(
        self, template_name: str, context: dict[str, Any], request: HttpRequest | None = None
    ) -> str:
        if template_name not in _INPUTS:
            return super().render(template_name, context, request)
        return _input(context["widget"])


def _input(widget: Mapping[str, Any]) -> SafeString:
    said = {"type": widget["type"], "name": widget["name"]}
    if widget["value"] is not None:
        said["value"] = widget["value"]
    return mark_safe(f"<input{_attributes(said | widget['attrs'])}>")  # noqa: S308 - it escapes


def _attributes(said: Mapping[str, Any]) -> str:
    """As in Django's templates: True stands for the name alone, and False for nothing."""
    return "".join(
        f" {escape(name)}" if value is True else f' {escape(name)}="{escape(value)}"'
        for name, value in said.items()
        if value is not False
    )
