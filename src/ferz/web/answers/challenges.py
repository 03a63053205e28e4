"""Answers about challenges."""
