"""An agent for Robinson Crusoe."""
