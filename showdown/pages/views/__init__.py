"""The pages, for people."""
