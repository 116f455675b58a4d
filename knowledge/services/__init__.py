"""Writes. Each function is one action that every door calls."""
