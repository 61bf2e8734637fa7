"""Errors of files that cannot be read at all, whatever deals are in them."""


class UnusableInput(Exception):
    """The file itself is at fault: trying again would not help."""


class DamagedInput(UnusableInput):
    """A compressed file that cannot be read to its end."""


class UnsupportedArchive(UnusableInput):
    """An archive or a compressed file of a kind that is not read."""


class ExcessiveInput(UnusableInput):
    """A file that is far larger than it looks, or a line without end."""


class ForeignText(UnusableInput):
    """Text in an encoding that is not read here."""
