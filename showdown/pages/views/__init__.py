"""Views of the HTML pages."""
