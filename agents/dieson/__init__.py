"""An agent for Dieson Crusoe."""
