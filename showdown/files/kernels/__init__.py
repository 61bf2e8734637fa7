"""Compiled loops over the text of a block that find deals in it and write their answers.

Importing one of these modules imports a compiler: `array_settling` does. The loops find deals in
common notation, and leave every other part of a block, including errors, to the ordinary reader.

Bytes are read and written with unsigned indices: a signed index would be compared with 0 each time,
and a run of bytes could not be copied as a whole. Counts start from ZERO: a plain 0 has a type of
its own, for which every function would be compiled again.
"""
