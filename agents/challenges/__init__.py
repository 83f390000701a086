"""Challenges: how well an agent plays beside partners that it has not been trained with."""
