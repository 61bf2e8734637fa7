"""The night of a log: results, luck, and payments among the players."""
