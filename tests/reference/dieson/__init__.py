"""A slow, plain second implementation of Dieson Crusoe, written from docs/dieson.md alone.

It exists to be compared with the engine, so it shares nothing with it: no code and no numbers.
Wherever there was a choice between fast and readable, readable won. `game.py` is the door; the other
modules have the names of the sections of the rules document.
"""
