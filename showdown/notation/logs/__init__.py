"""Hand histories of card rooms and programs, in any format."""
