"""The formats of hand histories: a module for each room or program."""
