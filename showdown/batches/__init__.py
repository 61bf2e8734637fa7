"""Batches: files of deals, cut into blocks that workers on any number of machines settle."""
