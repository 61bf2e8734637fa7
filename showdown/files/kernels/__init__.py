"""Compiled loops over the text of a block: they find deals in it, and write their answers.

Importing one of these modules imports a compiler: `array_settling` does. The loops find deals
written the common way, and leave every other part of a block, errors too, to the ordinary reader.

What is read or written byte by byte is looked up with unsigned places: a signed one would be
tested for being negative each time, and a run of bytes could not be copied as a whole. Counts start
from ZERO: a plain 0 is a type of its own, for which every function would be compiled once more.
"""
