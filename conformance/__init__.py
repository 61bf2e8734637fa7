"""Vectors that any poker program can be held to: data, schema, runner, adapters."""
