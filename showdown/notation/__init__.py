"""Text formats and JSON of deals, chips and settlements."""
