"""Kernels over the text of a block that find deals in it and write their answers.

The kernels find deals in the usual notation, and leave all other parts of a block, including
errors, to the ordinary reader, `DealFormat.read`.

A `find_` kernel receives the numbers of hole cards and of boards, and the minimum and maximum
number of players of the game. It returns the numbers of deals, of parts for the ordinary reader,
and of deals with wagers.

A `write_` kernel receives the text, the deals that were found in it, and `best` and `winners`
(deals, contests) from `bulk.outcomes`. `phrases` (`Phrases`) contains the text for each strength.
The kernel writes the answers to `out`, and writes 0 and the end of each answer to `ends`.

Bytes are read and written with unsigned indices. A signed index would be compared with 0 each time,
and the compiler couldn't copy several bytes at once. Counts start from ZERO, because the compiler
gives a plain 0 another type, for which it would compile every function again.
"""
