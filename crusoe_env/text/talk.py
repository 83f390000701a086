"""What seats say to one another in words of their own, where a table allows it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from crusoe_env.play.moves import RefusedError
from crusoe_env.support.words import listed

PLANNING = "planning"
"""The phase at whose start a seat may speak."""
SAYING = re.compile(r"^say(?: to (?P<name>[^:]{1,60}))?:\s*(?P<text>.*)$", re.IGNORECASE | re.DOTALL)
MOST = 2_000
"""The most characters that a table may allow."""


class Talk:
    """The talk of one game. A seat may speak once a round, before its first move of the planning phase.

    Args:
        longest: characters of what is said at once; 0: nobody may speak.
    """

    def __init__(self, longest: int) -> None:
        self.longest = longest
        self._heard: dict[int, list[str]] = {}
        self._done: set[tuple[int, int]] = set()

    def briefing(self) -> str:
        """How to speak; empty where nobody may."""
        if not self.longest:
            return ""
        return (
            "Before your first move of each planning phase you may speak once: answer `say: TEXT`, or"
            f" `say to NAME: TEXT` for one player alone, with at most {self.longest} characters of text. It"
            " costs nothing; then make your move."
        )

    def heard(self, seat: int) -> list[str]:
        """What others have said to a seat since it was last told; a line each."""
        return self._heard.pop(seat, [])

    def moved(self, seat: int, round_number: int, phase: str) -> None:
        """Note that a seat has made a move: its time to speak is over until the next planning phase."""
        if phase.lower() == PLANNING:
            self._done.add((seat, round_number))

    def said(self, line: str, seat: int, round_number: int, phase: str, names: Sequence[str]) -> str | None:
        """What the speaker is told; None if a line is nothing that is said.

        Args:
            line: of the answer.
            seat: who speaks.
            round_number: of the game.
            phase: of the game.
            names: of all seats, as they read them.

        Raises:
            RefusedError: the seat may not speak now, not so long, or not to such a player.
        """
        found = SAYING.match(line) if self.longest else None
        if found is None:
            return None
        if phase.lower() != PLANNING or (seat, round_number) in self._done:
            raise RefusedError("you may speak once a round, before your first move of the planning phase")
        text = " ".join(found["text"].split())
        if not 1 <= len(text) <= self.longest:
            raise RefusedError(f"what you say has {len(text)} characters; 1 to {self.longest} are allowed")
        others = [other for other in range(len(names)) if other != seat]
        if found["name"]:
            others = [it for it in others if names[it].lower() == found["name"].strip().lower()]
            if not others:
                rest = [name for place, name in enumerate(names) if place != seat]
                raise RefusedError(f"there is no such player; say it to {listed(rest)}, or to all")
        self._done.add((seat, round_number))
        for other in others:
            alone = " to you alone" if found["name"] else ""
            self._heard.setdefault(other, []).append(f"{names[seat]} says{alone}: {text}")
        return f"Said to {listed([names[other] for other in others])}. Now make your move."
