"""Amounts of chips as text."""


def amount_text(amount: int, decimals: int = 0) -> str:
    """Return `1250`, or `12.50` for an amount in hundredths: the plain form, for programs."""
    if not decimals:
        return str(amount)
    whole, part = divmod(abs(amount), 10**decimals)
    sign = "-" if amount < 0 else ""
    return f"{sign}{whole}.{part:0{decimals}}"


def chips_text(amount: int, decimals: int = 0) -> str:
    """Return `1,250` or `12.50`: the form for people, with cents only if there are any."""
    if not decimals:
        return f"{amount:,}"
    whole, part = divmod(amount, 10**decimals)
    return f"{whole:,}.{part:0{decimals}}" if part else f"{whole:,}"
