"""Messages about challenges."""
