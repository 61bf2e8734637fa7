"""Pure poker: who wins what, and why. Knows no framework and does no I/O."""
