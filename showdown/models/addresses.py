"""From where a request comes: an address, or the network that one customer has."""

from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from django.http import HttpRequest
from rest_framework.throttling import BaseThrottle

_NETWORK_BITS = 64
"""Of an IPv6 address a provider gives a customer the rest to choose from, as often as they like."""


def address_of(request: HttpRequest) -> str:
    """The client's IPv4 address, or the /64 network of its IPv6 address.

    Where NUM_PROXIES says that proxies stand before the site, it is what they say; nothing else
    that a client may send is believed. What is no address is returned as it is, shortened.
    """
    said = BaseThrottle().get_ident(request) or ""
    address = _parsed(said)
    if address is None:
        return said[:43]
    if address.version == 4:
        return str(address)
    return str(ip_network((address.packed, _NETWORK_BITS), strict=False))


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
