"""Messages about library."""
