"""Streams of deals, settled block by block."""
