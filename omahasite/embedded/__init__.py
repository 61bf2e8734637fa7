"""A database backend: PostgreSQL from a wheel, started when it is first needed."""
