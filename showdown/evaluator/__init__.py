"""The rules of poker, without a framework and without I/O."""
