"""How fast environments and trainings are, beside peers: `python -m benchmarks.scenarios`, `.peers`."""
