"""Read any pasted text about one deal or spot, and mark the pieces that have no place."""
