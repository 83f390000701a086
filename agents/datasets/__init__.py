"""Data sets of played games: collecting them, writing and reading them in several formats."""
