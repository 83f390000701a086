"""`crusoe train`, `evaluate` and `replay`; `train.py` and `evaluate.py` of a checkout call the same."""
