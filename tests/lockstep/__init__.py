"""Two engines side by side: the compiled one and the slow one of `tests/reference`, action by action.

`python -m tests.lockstep robinson --games 20000` plays so many games of Robinson Crusoe in both.
"""
