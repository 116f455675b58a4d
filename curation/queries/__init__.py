"""Reads of people's rooms."""
