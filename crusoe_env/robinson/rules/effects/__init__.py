"""The effects of cards: the interpreter of programs, and what its operations do."""
