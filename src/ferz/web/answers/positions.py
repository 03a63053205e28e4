"""Answers about positions."""
