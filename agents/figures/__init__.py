"""Figures of results, drawn with Matplotlib (the extra `plots`)."""
