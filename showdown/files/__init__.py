"""Settle streams and files of deals, block by block."""
