"""From where a request comes: an address, or the network that one customer has."""

from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from django.http import HttpRequest
from rest_framework.throttling import BaseThrottle

_NETWORK_BITS = 64
"""Of an IPv6 address a provider gives a customer the rest to choose from, as often as they like."""


def address_of(request: HttpRequest) -> str:
    """The client's IPv4 address, or the first one of the /64 network of its IPv6 address.

    Where NUM_PROXIES says that proxies stand before the site, it is what they say; nothing else
    that a client may send is believed. What is no address is returned as it is, shortened.
    """
    return known_address_of(request) or _said(request)[:39]


def known_address_of(request: HttpRequest) -> str | None:
    """The same; None for what is no address, as from a socket that is a file."""
    address = _parsed(_said(request))
    if address is None:
        return None
    if address.version == 4:
        return str(address)
    return str(ip_network((address.packed, _NETWORK_BITS), strict=False).network_address)


def _said(request: HttpRequest) -> str:
    return BaseThrottle().get_ident(request) or ""


def _parsed(said: str) -> IPv4Address | IPv6Address | None:
    """Also `192.0.2.7:4711` and `[2001:db8::7]:4711`, as some proxies write it."""
    bare = said[1 : said.find("]")] if said.startswith("[") else said
    if bare.count(":") == 1:
        bare = bare.partition(":")[0]
    try:
        address = ip_address(bare.partition("%")[0])
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address
