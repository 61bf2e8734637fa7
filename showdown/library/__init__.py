"""The public API of `import showdown`, whose names are listed in `showdown/__init__.py`."""
