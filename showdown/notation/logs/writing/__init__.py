"""Hands of logs, written again in the formats that other programs read."""
