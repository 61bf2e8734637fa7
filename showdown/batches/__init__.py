"""Batches: files of many deals, cut into blocks that workers settle on any number of machines."""
