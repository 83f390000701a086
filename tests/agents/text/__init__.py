"""Players in text and their protocol."""
