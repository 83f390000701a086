"""What libraries expect of an environment."""
