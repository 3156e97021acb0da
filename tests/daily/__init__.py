"""The daily catch."""
