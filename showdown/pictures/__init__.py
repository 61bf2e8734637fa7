"""Charts of odds as SVG, for pages and files."""
