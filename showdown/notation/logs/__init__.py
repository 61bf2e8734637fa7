"""Hand histories: what a card room wrote down of a hand, in whatever format."""
