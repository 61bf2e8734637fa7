"""The night of a log: results, luck, and payments between players."""
