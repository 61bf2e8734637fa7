"""Serving the site: an event loop that waits for clients, and threads that never do."""
