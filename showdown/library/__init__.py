"""The library: what `import showdown` offers. The names are listed in `showdown/__init__.py`."""
