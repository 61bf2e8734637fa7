"""Internet addresses: which of them are one customer's."""

from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

_NETWORK_BITS = 64
"""A provider assigns customers IPv6 prefixes of this length; the rest they can change at will."""


@lru_cache(maxsize=4096)
def network_of(text: str) -> str | None:
    """The IPv4 address, or the first one of the /64 network of an IPv6 address; None for neither.

    A port may follow: `192.0.2.7:4711` and `[2001:db8::7]:4711`, as some proxies write it.
    """
    address = _parsed(text)
    if address is None:
        return None
    if address.version == 4:
        return str(address)
    return str(ip_network((address.packed, _NETWORK_BITS), strict=False).network_address)


def _parsed(text: str) -> IPv4Address | IPv6Address | None:
    bare = text[1 : text.find("]")] if text.startswith("[") else text
    if bare.count(":") == 1:
        bare = bare.partition(":")[0]
    try:
        address = ip_address(bare.partition("%")[0])
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address
