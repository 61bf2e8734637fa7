"""The text contracts and JSON: deals, chips and settlements as they are written."""
