"""Arrays of deals, with the same answers as the readable rules."""
