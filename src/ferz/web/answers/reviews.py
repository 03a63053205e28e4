"""Answers about reviews."""
