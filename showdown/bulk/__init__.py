"""Evaluate arrays of deals, with the same results as the evaluator."""
