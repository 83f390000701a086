"""How fast the environments are: `crusoe bench`."""
