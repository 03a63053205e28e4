"""Messages about reviews."""
