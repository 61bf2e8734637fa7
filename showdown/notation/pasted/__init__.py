"""Read any pasted text about one deal or spot, and mark the pieces that don't belong to it."""
