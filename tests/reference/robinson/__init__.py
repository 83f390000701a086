"""A slow, plain second implementation of Robinson Crusoe, to be compared with the engine.

It is written from the rulebook, `docs/robinson.md`, the pages of the scenarios and the data files, and shares
no code with the engine. `game.py` is the door; `rounds.py` the course of a round.
"""
