"""Recognize the encoding of a file, which is UTF-8, UTF-16 or UTF-32."""

from codecs import BOM_UTF16_BE, BOM_UTF16_LE, BOM_UTF32_BE, BOM_UTF32_LE

SAMPLE_BYTES = 256
"""Number of bytes at the beginning of a file that determine its encoding."""

_BYTE_ORDER_MARKS = {
    BOM_UTF32_LE: "utf-32-le",
    BOM_UTF32_BE: "utf-32-be",
    BOM_UTF16_LE: "utf-16-le",
    BOM_UTF16_BE: "utf-16-be",
}
"""Byte order marks. UTF-32-LE comes first, because its mark begins with that of UTF-16-LE."""


def detect_wide_encoding(sample: bytes) -> str:
    """Return the UTF-16 or UTF-32 encoding of a file that begins with this sample, or "".

    A byte order mark determines the encoding. Without one, the text is UTF-16 if a third or more of
    the bytes at odd indices (or at even ones) are zero and no other byte is, because deals are
    mostly ASCII.
    """
    for mark, encoding in _BYTE_ORDER_MARKS.items():
        if sample.startswith(mark):
            return encoding
    for encoding, letters, zeros in (
        ("utf-16-le", sample[::2], sample[1::2]),
        ("utf-16-be", sample[1::2], sample[::2]),
    ):
        if letters and zeros and 3 * zeros.count(0) >= len(zeros) and 0 not in letters:
            return encoding
    return ""


def decode(data: bytes) -> str:
    """Decode a whole file in UTF-8, UTF-16 or UTF-32. Replace invalid bytes."""
    return data.decode(detect_wide_encoding(data[:SAMPLE_BYTES]) or "utf-8-sig", errors="replace")
