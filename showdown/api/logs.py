"""The endpoint that converts a log to another format."""

import re
from collections import Counter
from itertools import islice
from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import APIException, ValidationError
from rest_framework.parsers import BaseParser
from rest_framework.request import Request

from showdown.api.downloading import DownloadView, file_responses
from showdown.api.openapi import BINARY, TEXT, problem_responses
from showdown.api.parameters import parse_boolean
from showdown.api.problems import TooManyDeals, UnusableFile
from showdown.audits.converting import Conversion, TimeLimitExceeded, TooManyHands
from showdown.audits.privacy import Privacy
from showdown.bulk.capacity import CONVERSION_TURNS, TooBusy
from showdown.notation.logs.log_reader import read_log
from showdown.notation.logs.writing import OUTPUT_FORMATS

MAX_HANDS = 1_000
"""Maximum number of hands in one request: about three seconds of CPU time."""

MAX_SECONDS = 6.0
"""Maximum CPU time of one request."""

_MAX_TEXT_LENGTH = 200
"""Maximum length of the parameter `keep` and of the anonymization key, in characters."""
_KEY_HEADER = "Anonymize-Key"
_FORMER_KEY_HEADER = "Anonymise-Key"
_TARGET_FORMAT = OpenApiParameter(
    "as",
    {"type": "string", "enum": list(OUTPUT_FORMATS)},
    description="The format of the response. Default: Open Hand History.",
)
_KEY = OpenApiParameter(
    _KEY_HEADER,
    TEXT | {"maxLength": _MAX_TEXT_LENGTH},
    OpenApiParameter.HEADER,
    description="Replaces the names of players with hashes; the same key gives the same names.",
)
_FORMER_KEY = OpenApiParameter(
    _FORMER_KEY_HEADER,
    TEXT | {"maxLength": _MAX_TEXT_LENGTH},
    OpenApiParameter.HEADER,
    deprecated=True,
    description=f"The former name of `{_KEY_HEADER}`, to be removed in version 2.0.",
)
_HIDE_CARDS = OpenApiParameter(
    "hide_cards", bool, description="Leave out hole cards that were not shown."
)
_KEEP = OpenApiParameter(
    "keep",
    TEXT | {"maxLength": _MAX_TEXT_LENGTH},
    description="Leave out hole cards that were not shown, except those of this player.",
)
_HIDE_NAMES = OpenApiParameter(
    "hide_names",
    bool,
    description="Call players `Player 1`, `Player 2`, … and leave out names of tables.",
)
_KEY_PATTERN = re.compile(r"[!-~]+(?: +[!-~]+)*")
"""Pattern of a key: printable ASCII characters without surrounding spaces."""


class BytesParser(BaseParser):
    """A parser that returns the body of any media type as bytes."""

    media_type = "*/*"

    def parse(self, stream: Any, media_type: str | None, parser_context: Any) -> bytes:
        body: bytes = parser_context["request"].body
        return body


class ConversionBusy(APIException):
    status_code = 503
    default_detail = "Other logs are being converted; try again."
    wait = 5


class ConvertLog(DownloadView):
    rate_kinds = {"POST": "bulk"}
    parser_classes = [BytesParser]
    kinds = tuple(OUTPUT_FORMATS)

    @extend_schema(
        operation_id="convert_log",
        parameters=[_TARGET_FORMAT, _HIDE_CARDS, _KEEP, _HIDE_NAMES, _KEY, _FORMER_KEY],
        request={"text/plain": {"type": "string"}, "application/octet-stream": BINARY},
        responses=file_responses(
            *{log_format.media_type: 0 for log_format in OUTPUT_FORMATS.values()}
        )
        | problem_responses(403, 411, 413, 422),
    )
    def post(self, request: Request) -> HttpResponse:
        """Convert a log in any supported format to another format. Nothing is stored.

        The log may have up to 1,000 hands; `manage.py log convert` has no limit. The header
        `Hands-Written` is the number of hands that were written. `Hands-Refused` counts the hands
        that the format can't represent, and `Hands-Unread` the hands that could not be read, both
        by reason.
        """
        log_format = OUTPUT_FORMATS[self.parse_kind(request)]
        privacy = _parse_privacy(request)
        try:
            with CONVERSION_TURNS.take():
                conversion = Conversion(log_format, privacy, MAX_SECONDS)
                log = conversion.limit_time(read_log([request.data]))
                hands = list(islice(log, MAX_HANDS + 1))
                if len(hands) > MAX_HANDS:
                    raise TooManyDeals(
                        f"at most {MAX_HANDS:,} hands can be converted in one request;"
                        " “manage.py log convert” has no limit"
                    )
                if not hands:
                    raise UnusableFile("the log has no hands")
                text = "".join(conversion.convert(hands))
            if privacy.kept_player and not privacy.found_kept_player:
                raise ValidationError({"keep": ["nobody in the log has this name"]})
        except TooBusy:
            raise ConversionBusy from None
        except TimeLimitExceeded:
            raise TooManyDeals(
                f"converting this log takes more than {MAX_SECONDS:g} seconds, the limit of a"
                " request; “manage.py log convert” has no time limit"
            ) from None
        except TooManyHands:
            raise ValidationError(
                {"as": ["a phh file holds one hand; use phhs for several"]}
            ) from None
        return HttpResponse(
            text.encode(errors="replace"),
            content_type=f"{log_format.media_type}; charset=utf-8",
            headers={
                "Content-Disposition": f'attachment; filename="hands{log_format.extension}"',
                "Hands-Written": conversion.written,
                "Hands-Refused": _format_counts(conversion.refused),
                "Hands-Unread": _format_counts(conversion.unread),
            },
        )


def _parse_privacy(request: Request) -> Privacy:
    query, headers = request.query_params, request.headers
    key = headers.get(_KEY_HEADER) or headers.get(_FORMER_KEY_HEADER, "")
    hides_names = parse_boolean(query, "hide_names", default=False)
    keep = query.get("keep", "")
    if len(keep) > _MAX_TEXT_LENGTH:
        raise ValidationError({"keep": [f"this can have at most {_MAX_TEXT_LENGTH} characters"]})
    if key and (len(key) > _MAX_TEXT_LENGTH or not _KEY_PATTERN.fullmatch(key)):
        detail = f"this can have at most {_MAX_TEXT_LENGTH} characters, all of them printable ASCII"
        raise ValidationError({_KEY_HEADER: [detail]})
    if key and hides_names:
        raise ValidationError({"hide_names": [f"this and {_KEY_HEADER} can't be used together"]})
    return Privacy(
        hides_cards=parse_boolean(query, "hide_cards", default=False),
        kept_player=keep,
        hides_names=hides_names,
        key=key,
    )


def _format_counts(counts: Counter[str]) -> str:
    """Format counts as `game=2, several-runs=1`."""
    return ", ".join(f"{name}={count}" for name, count in counts.most_common())
