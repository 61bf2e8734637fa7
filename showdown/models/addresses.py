"""Where a request comes from: an address, or the network of one customer."""

from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from django.http import HttpRequest
from rest_framework.throttling import BaseThrottle

_NETWORK_BITS = 64
"""A provider assigns customers IPv6 prefixes of this length; the rest they can change at will."""


def address_of(request: HttpRequest) -> str:
    """The client's IPv4 address, or the first one of the /64 network of its IPv6 address.

    If NUM_PROXIES says that there are proxies in front of the site, the proxies' word counts;
    nothing else that a client sends is believed. Anything but an address is returned shortened.
    """
    return known_address_of(request) or _said(request)[:39]


def known_address_of(request: HttpRequest) -> str | None:
    """The same; None if it isn't an address, as with a Unix socket."""
    return _network_of(_said(request))


@lru_cache(maxsize=4096)
def _network_of(said: str) -> str | None:
    address = _parsed(said)
    if address is None:
        return None
    if address.version == 4:
        return str(address)
    return str(ip_network((address.packed, _NETWORK_BITS), strict=False).network_address)


def _said(request: HttpRequest) -> str:
    return BaseThrottle().get_ident(request) or ""


def _parsed(said: str) -> IPv4Address | IPv6Address | None:
    """The address, also from `192.0.2.7:4711` or `[2001:db8::7]:4711`, as some proxies write it."""
    bare = said[1 : said.find("]")] if said.startswith("[") else said
    if bare.count(":") == 1:
        bare = bare.partition(":")[0]
    try:
        address = ip_address(bare.partition("%")[0])
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address
