"""Read any pasted text about one deal or spot, and mark the pieces that belong to no part of it."""
