"""UCI and XBoard, both ends: our engine for other programs, and clients for other engines."""
