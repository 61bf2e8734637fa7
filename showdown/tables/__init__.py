"""Tables of deals in, tables of answers out, batch by batch; and the engine that spreads them."""
