"""How contests are evaluated for many deals: one module a shape, found by `bulk.registry`."""
