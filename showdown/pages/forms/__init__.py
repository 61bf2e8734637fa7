"""Forms of the HTML pages."""
