"""Games in text."""
