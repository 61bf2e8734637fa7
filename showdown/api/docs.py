"""The API documentation: a viewer of the OpenAPI document that also sends requests."""

from django.conf import settings
from django.utils.csp import CSP
from django.utils.decorators import method_decorator
from django.views.decorators.csp import csp_override
from django.views.generic import TemplateView

_POLICY = settings.SECURE_CSP | {"img-src": [CSP.SELF, "data:"]}
"""Content security policy that allows the icons in the viewer's style sheet."""


@method_decorator(csp_override(_POLICY), name="dispatch")
class Docs(TemplateView):
    """Show the viewer."""

    template_name = "api/docs.html"
