"""Reads. They return plain values and never write."""
