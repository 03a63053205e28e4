"""Messages about designs."""
