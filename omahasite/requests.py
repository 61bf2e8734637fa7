"""Normalize client addresses, give each request an id, and log requests that can't be served."""

import logging
import re
from collections.abc import Callable
from functools import lru_cache
from ipaddress import ip_address, ip_network
from secrets import token_hex

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from omahasite.log_records import request_id

_IPV6_PREFIX_BITS = 64
"""The longest IPv6 prefix that providers assign; customers can choose the other bits."""


@lru_cache(maxsize=4096)
def normalize_address(text: str) -> str | None:
    """Return the address to which a client's limits apply, or None if the text is invalid.

    This is an IPv4 address, or the first address of an IPv6 /64 network. Some proxies append a
    port: `192.0.2.7:4711` and `[2001:db8::7]:4711`.
    """
    host = text[1 : text.find("]")] if text.startswith("[") else text
    if host.count(":") == 1:
        host = host.partition(":")[0]
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return None
    address = getattr(address, "ipv4_mapped", None) or address
    if address.version == 4:
        return str(address)
    return str(ip_network((address.packed, _IPV6_PREFIX_BITS), strict=False).network_address)


logger = logging.getLogger("showdown.requests")

REQUEST_ID_HEADER = "X-Request-ID"
_VALID_ID = re.compile(r"[\w.:-]{8,64}", re.ASCII)


class RequestIdMiddleware:
    """Middleware that assigns an id to each request, and adds it to the response.

    A trusted proxy may send the id; without a proxy, ids from clients are ignored.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        is_proxied = settings.REST_FRAMEWORK["NUM_PROXIES"]
        received_id = request.headers.get(REQUEST_ID_HEADER, "") if is_proxied else ""
        request_id.set(received_id if _VALID_ID.fullmatch(received_id) else token_hex(8))
        response = self.get_response(request)
        response[REQUEST_ID_HEADER] = request_id.get()
        return response


def log_unavailable(request: HttpRequest, status: int, error: BaseException) -> None:
    """Log the reason why the database or the storage can't serve a request at the moment."""
    first_line, *_ = str(error).splitlines() or [""]
    error_name = type(error.__cause__ or error).__name__
    logger.warning(
        "%s %s: %s, because %s: %s", request.method, request.path, status, error_name, first_line
    )
