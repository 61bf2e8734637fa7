"""In which encoding a file was saved: most are UTF-8, some programs save UTF-16."""

SAMPLE = 256
"""How much of the beginning of a file tells its encoding."""


def utf_16_of(sample: bytes) -> str:
    """The name of the kind of UTF-16 that a file that begins like this is in; empty if in none.

    Deals and logs are mostly ASCII, of which every second byte is then zero, and no other one is.
    """
    for name, letters, zeros in (
        ("utf-16-le", sample[::2], sample[1::2]),
        ("utf-16-be", sample[1::2], sample[::2]),
    ):
        if letters and zeros and 3 * zeros.count(0) >= len(zeros) and 0 not in letters:
            return name
    return ""
