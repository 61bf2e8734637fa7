"""Whatever people paste about one deal or spot: placed as far as it can be, the rest marked."""
