"""Messages about positions."""
