"""An agent for Marooned!."""
