"""Evaluators of contests for many deals: one module for each shape, found by `bulk.registry`."""
