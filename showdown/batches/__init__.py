"""Batches: files of deals or logs, which workers on any number of machines settle or audit."""
