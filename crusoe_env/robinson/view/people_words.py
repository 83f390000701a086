"""What is known of the people on the table, in words."""

from __future__ import annotations

from dataclasses import dataclass

from crusoe_env.robinson import constants as c
from crusoe_env.robinson.components import SKILLS_EACH
from crusoe_env.robinson.rules.packed import kind_of, target_of
from crusoe_env.robinson.rules.world.guest import sheet_of
from crusoe_env.robinson.rules.world.people import alive
from crusoe_env.robinson.things import DOG_THING
from crusoe_env.robinson.view.names import Names, plain
from crusoe_env.show.description import many


@dataclass(frozen=True)
class PeopleSight(Names):
    """What is known of the people."""

    def people(self) -> list[int]:
        """Players by seat, then Friday if he is in play, and the guest whom the scenario has."""
        friday = [c.FRIDAY] if self.s.with_friday else []
        return [*range(int(self.s.players)), *friday, *([c.GUEST] if self.has_guest() else [])]

    def has_guest(self) -> bool:
        """Has the scenario a guest, whether he has joined or not?"""
        return bool(self.t.dies_at[c.GUEST_SHEET] > 0)

    def hearts(self, person: int) -> int:
        """The number of wounds that kills."""
        if person == c.FRIDAY:
            return int(self.t.friday_dies_at)
        return int(self.t.dies_at[sheet_of(self.s, person)])

    def morale_marks(self, person: int) -> dict[int, bool]:
        """The wounds at which morale falls, each with whether a card has covered the mark."""
        if person == c.FRIDAY:
            return {}
        marks, covered = (
            int(self.t.morale_marks[sheet_of(self.s, person)]),
            int(self.s.covered_arrows[person]),
        )
        return {k: bool(covered >> k & 1) for k in range(1, self.hearts(person) + 1) if marks >> k & 1}

    def is_alive(self, person: int) -> bool:
        """Is this person alive? A guest may not have joined yet."""
        there = person == c.GUEST or bool(alive(self.s, self.t, person))
        return there and int(self.s.wounds[person]) < self.hearts(person)

    def special_wounds(self, person: int) -> list[str]:
        """Special wounds, each as the part of the body and the deck of the card that will come."""
        if person == c.FRIDAY:
            return []
        wounds = []
        for part, name in enumerate(c.BODY_PARTS):
            bits = int(self.s.special_wounds[person, part])
            wounds += [
                f"{name} ({c.ACTION_KINDS[kind]})" for deck, kind in enumerate(c.DECKS) if bits >> deck & 1
            ]
        return wounds

    def states(self, person: int) -> list[str]:
        """What else holds for a person."""
        s = self.s
        found = [("confused", s.confused[person]), ("reroll token", s.cursed[person])]
        words = (
            [word for word, holds in found if holds]
            + self._strain(person)
            + self._placed(person)
            + self._said(person)
        )
        if s.markers[person]:
            words.append(many(int(s.markers[person]), "wound") + " tonight")
        if s.outside[person]:
            words.append("night outside")
        if person == c.FRIDAY:
            return words
        if person == c.GUEST and not s.guest_here:
            return ["not here yet"]
        if s.skills_barred[person]:
            words.append("no skills")
        if s.pawn_limit[person] < (1 if person == c.GUEST else self.t.pawns_each):
            words.append(f"only {many(int(s.pawn_limit[person]), 'own pawn')}")
        if s.allowed_kinds[person] != (self.t.guest_kinds if person == c.GUEST else c.ALL_KINDS):
            allowed = (kind for i, kind in enumerate(c.ACTION_KINDS) if s.allowed_kinds[person] >> i & 1)
            words.append("only " + " or ".join(allowed).replace("_", " "))
        if person != c.GUEST and s.kept_weapon[person]:
            words.append("keeps weapon +1")
        own = [f"{n} {plain(c.RESOURCES[i])}" for i, n in enumerate(s.own[person]) if n]
        return words + (["has " + ", ".join(own)] if own else [])

    def _placed(self, person: int) -> list[str]:
        """Where a person's pawns were placed unseen, as long as they are not settled."""
        s = self.s
        waiting = [
            int(placed) - c.FIRST_PLACED
            for placed, plan in zip(s.placed_pawns[person], s.pawn_plan[person], strict=True)
            if placed != c.UNPLACED and plan == c.NONE
        ]
        words = [self._placed_words(one) for one in waiting]
        return ["placed: " + ", ".join(words)] if words else []

    def _placed_words(self, packed: int) -> str:
        if packed == c.IDLE_PAWN - c.FIRST_PLACED:
            return "idle"
        return self.action_words(kind_of(packed), target_of(packed))

    def _strain(self, person: int) -> list[str]:
        """What a player cannot plan this round."""
        if person >= c.FRIDAY or self.s.strain[person] == c.NONE:
            return []
        return ["cannot " + plain(c.ACTION_KINDS[c.STRAINS[self.s.strain[person]]])]

    def _said(self, person: int) -> list[str]:
        """What a player has said as planning began."""
        symbols = [c.SYMBOLS[i] for i in self.s.said[person] if i != c.NONE] if person < c.FRIDAY else []
        return ["said " + ", ".join(map(plain, symbols))] if symbols else []

    def skills(self, person: int) -> list[tuple[str, int, bool]]:
        """A player's skills: name, determination, used this round."""
        if person >= c.FRIDAY:
            return []
        used = int(self.s.skills_used[person])
        return [
            (self.skill_name(person, i), int(self.skill(person, i)["cost"]), bool(used >> i & 1))
            for i in range(SKILLS_EACH)
        ]

    def dog_is_out(self) -> bool:
        """Does the Dog's pawn lie on the board?"""
        t = self.t
        rows = [a for a in range(int(t.abilities)) if t.ability_thing[a] == DOG_THING]
        return any(self.s.used_by[a] != c.NONE for a in rows)
