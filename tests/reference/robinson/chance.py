"""The dice and the shuffling: the generator sfc32, so that both engines throw the same.

A deck is a list whose last element is the next card.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

T = TypeVar("T")
WORDS = 2**32


class Chance:
    """Four 32-bit words, and all that is drawn from them."""

    def __init__(self, words: Iterable[int]) -> None:
        self.a, self.b, self.c, self.counter = (int(word) for word in words)
        self.forced: list[int] = []
        """What the next dice show, if somebody has laid them down."""

    def word(self) -> int:
        """The next 32 random bits."""
        result = (self.a + self.b + self.counter) % WORDS
        rotated = (self.c << 21 | self.c >> 11) % WORDS
        self.a = self.b ^ self.b >> 9
        self.b = (self.c + (self.c << 3)) % WORDS
        self.c = (rotated + result) % WORDS
        self.counter = (self.counter + 1) % WORDS
        return result

    def below(self, n: int) -> int:
        """A number from 0 to n - 1; words beyond the last whole multiple of n are drawn again."""
        usable = WORDS - WORDS % n
        word = self.word()
        while word >= usable:
            word = self.word()
        return word % n

    def die(self, sides: int = 6) -> int:
        """A throw of a die: 1 to `sides`."""
        return self.forced.pop(0) if self.forced else 1 + self.below(sides)

    def face(self, faces: Sequence[T]) -> T:
        """A throw of a die with these faces."""
        return faces[self.die(len(faces)) - 1]

    def shuffle(self, deck: list[T]) -> None:
        """Shuffle a deck in place, from its top card down."""
        for i in range(len(deck) - 1, 0, -1):
            j = self.below(i + 1)
            deck[i], deck[j] = deck[j], deck[i]
