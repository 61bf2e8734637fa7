"""All English about poker: the evaluator's data in a dealer's words."""
