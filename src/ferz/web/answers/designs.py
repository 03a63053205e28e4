"""Answers about designs."""
