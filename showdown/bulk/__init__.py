"""Evaluate arrays of deals and calculate odds, with the same results as the evaluator."""
