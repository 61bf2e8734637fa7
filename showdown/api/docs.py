"""The documentation of the API: a viewer of the OpenAPI document that also sends requests."""

from django.conf import settings
from django.utils.csp import CSP
from django.utils.decorators import method_decorator
from django.views.decorators.csp import csp_override
from django.views.generic import TemplateView

_POLICY = settings.SECURE_CSP | {"img-src": [CSP.SELF, "data:"]}
"""The viewer's style sheet has its icons in it."""


@method_decorator(csp_override(_POLICY), name="dispatch")
class Docs(TemplateView):
    """For people; programs read the document itself."""

    template_name = "api/docs.html"
