"""All English text about poker, generated from the evaluator's data."""
