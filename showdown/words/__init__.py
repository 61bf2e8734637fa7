"""English: the only sentences about poker."""
