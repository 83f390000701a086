"""Wounds, healing, determination and morale (rulebook: Character cards, Morale phase, Unfulfilled demand)."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.components import CARD_INVENTIONS
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.rules.world.ending import lose
from crusoe_env.robinson.rules.world.guest import is_awaited, is_castaway, sheet_of
from crusoe_env.robinson.rules.world.log import log_amount

LOWEST_MORALE, HIGHEST_MORALE = -3, 3


@compiled
def change_morale(s: State, amount: int) -> None:
    """Move the morale marker; past either end nothing happens."""
    level = max(LOWEST_MORALE, min(HIGHEST_MORALE, s.morale + amount))
    log_amount(s, c.LOG_MORALE, level - s.morale, c.NONE)
    s.morale = level


@compiled
def alive(s: State, t: Tables, person: int) -> bool:
    """Is this person in play and alive? Friday may be missing or dead, a guest may not have joined yet."""
    if person == c.FRIDAY:
        return s.with_friday == 1 and s.wounds[c.FRIDAY] < t.friday_dies_at
    return is_castaway(s, person)


@compiled
def wound(s: State, t: Tables, person: int, count: int) -> None:
    """Wounds one by one: morale falls at each mark passed; at the end of the track a character dies.

    The death of a guest is a loss too, also before he has joined.
    """
    if not alive(s, t, person) and not (person == c.GUEST and is_awaited(s, t)):
        return
    log_amount(s, c.LOG_WOUND, max(0, count), person)
    for _ in range(count):
        s.wounds[person] += 1
        taken = s.wounds[person]
        if person == c.FRIDAY:
            if taken >= t.friday_dies_at:
                return
            continue
        sheet = sheet_of(s, person)
        if (t.morale_marks[sheet] >> taken) & 1 and not (s.covered_arrows[person] >> taken) & 1:
            change_morale(s, -1)
        if taken >= t.dies_at[sheet]:
            lose(s, c.GUEST_DIED if person == c.GUEST else c.CHARACTER_DIED)
            return


@compiled
def wound_each(s: State, t: Tables, count: int) -> None:
    """Every castaway is wounded (players, guest, not Friday); by weather only who is in the camp."""
    for person in range(c.PEOPLE):
        if is_castaway(s, person) and (s.phase != c.WEATHER_PHASE or s.outside[person] == 0):
            wound(s, t, person, count)


@compiled
def heal(s: State, t: Tables, person: int, count: int) -> None:
    """Healing moves the marker back; morale does not change, and the dead stay dead."""
    if alive(s, t, person):
        log_amount(s, c.LOG_HEALING, min(count, int(s.wounds[person])), person)
        s.wounds[person] = max(0, s.wounds[person] - count)


@compiled
def gain_determination(s: State, t: Tables, person: int, count: int) -> None:
    """Determination tokens for one person, who cannot share them."""
    if alive(s, t, person):
        log_amount(s, c.LOG_DETERMINATION, count, person)
        s.determination[person] += count


@compiled
def lose_determination(s: State, t: Tables, person: int, count: int) -> None:
    """Determination tokens given back; each one lacking is a wound (Unfulfilled demand)."""
    paid = min(s.determination[person], count)
    log_amount(s, c.LOG_DETERMINATION, -paid, person)
    s.determination[person] -= paid
    wound(s, t, person, count - paid)


@compiled
def has_item(s: State, item: int) -> bool:
    """Can this item be used? Also one that was lost, if it serves to the end of the round."""
    there = s.invention_state[item] == c.BUILT or (s.lost_items >> item) & 1 > 0
    return there and s.items_unavailable == 0


@compiled
def built_items(s: State) -> int:
    """Bits of the items that can be used: `has_item` for all of them, without a call for each."""
    if s.items_unavailable != 0:
        return 0
    bits = int(s.lost_items)
    for item in range(CARD_INVENTIONS):
        bits |= int(s.invention_state[item] == c.BUILT) << item
    return bits & ((1 << CARD_INVENTIONS) - 1)


@compiled
def people_to_heal(s: State, t: Tables, healer: int) -> int:
    """Bits of the people who have wounds and are at the same place as the healer."""
    bits = 0
    for person in range(c.PEOPLE):
        if alive(s, t, person) and s.wounds[person] > 0 and together(s, healer, person):
            bits |= 1 << person
    return bits


@compiled
def together(s: State, one: int, other: int) -> bool:
    """Are they at the same place? From the end of the action phase who sleeps outside is alone."""
    return (
        one == other or s.phase < c.WEATHER_PHASE or not (sleeps_outside(s, one) or sleeps_outside(s, other))
    )


@compiled
def sleeps_outside(s: State, person: int) -> bool:
    """Does this person sleep outside the camp? The Dog and nobody do not."""
    return 0 <= person < c.PEOPLE and s.outside[person] == 1


@compiled
def keeps_finds(s: State, t: Tables, person: int) -> bool:
    """If he sleeps outside the camp, is what this person finds now in the action phase his own?

    Current edition: only what the action brings that sends him there; what others before it have brought is
    taken from him as it begins (`outside.leave_finds`).
    """
    if not 0 <= person < c.PEOPLE:
        return False
    return t.outside_keeps_one_action == 0 or s.outside[person] == 0 or (s.outside_now >> person) & 1 == 1


@compiled
def is_outside_camp(s: State, person: int) -> bool:
    """Is this castaway outside the camp now, from the end of the action phase to the next morning?"""
    return s.phase >= c.WEATHER_PHASE and is_castaway(s, person) and s.outside[person] == 1


@compiled
def undamaged_hearts(s: State, t: Tables) -> int:
    """Undamaged hearts of all characters together; a guest is none."""
    hearts = 0
    for player in range(s.players):
        hearts += max(0, t.dies_at[s.character[player]] - 1 - s.wounds[player])
    return hearts


@compiled
def least_life(s: State, t: Tables) -> float:
    """The share of hearts that the worst wounded player still has, 0 .. 1."""
    life = 1.0
    for player in range(s.players):
        life = min(life, 1.0 - s.wounds[player] / t.dies_at[s.character[player]])
    return max(0.0, life)


@compiled
def guest_life(s: State, t: Tables) -> float:
    """The share of hearts that the guest of a scenario still has, 0 .. 1; 1 without a guest."""
    dies_at = t.dies_at[c.GUEST_SHEET]
    return max(0.0, 1.0 - s.wounds[c.GUEST] / dies_at) if dies_at > 0 else 1.0
