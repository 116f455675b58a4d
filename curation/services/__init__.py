"""Writes of people's rooms."""
