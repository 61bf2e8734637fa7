"""Pictures of odds as SVG: on a page, and in a file."""
