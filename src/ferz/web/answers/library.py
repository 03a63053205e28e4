"""Answers about library."""
