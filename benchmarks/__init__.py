"""Benchmarks: scripts that print tables. `python -m benchmarks.speed`, `.training`, `.strength`."""
