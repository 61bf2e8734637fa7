"""Test vectors for any poker program: data, schema, runner, adapters."""
