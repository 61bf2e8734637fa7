"""Settle tables of deals batch by batch, and distribute them with an engine."""
