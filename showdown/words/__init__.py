"""The only English about poker: the evaluator's data, said as a dealer says it."""
