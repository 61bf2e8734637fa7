"""Settle the hands of logs again, and report those that were paid incorrectly."""
