"""Hand histories of card rooms and programs, in all supported formats."""
